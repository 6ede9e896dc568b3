"""Whatever happens to process, disk or file: what was accepted is there, once, and no more."""

from __future__ import annotations

import signal
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from contextlib import closing
from pathlib import Path
from random import Random

import pytest
from eventsourcing.persistence import DatabaseError, InterfaceError, OperationalError

from napoleon.log.store.home import LOG, home
from napoleon.log.store.recorder import StoreMissing
from napoleon.log.store.sqlite.connection import connect, pragma
from napoleon.log.store.sqlite.recorder import SQLiteLogRecorder
from napoleon.play.games import Games
from napoleon.play.outcomes import Accepted
from tests.core.play import digest, on_sqlite, play, process_env, stored
from tests.patience import PATIENCE
from tests.toy import Toy

ROOT = Path(__file__).parents[2]
PASS = {"order": "pass"}

WRITE = """
import sys
from napoleon.play.games import Games
from napoleon.play.outcomes import Accepted
from tests.toy import Toy

game_id, number = sys.argv[1], int(sys.argv[2])
with Games(rulesets={"toy": Toy()}) as games:
    while True:
        decision = games.decisions(games.open(game_id))[0]
        order = {"order": "bet", "value": 2} if decision.kind == "bet" else {"order": "pass"}
        answer = games.submit_orders(game_id, decision.seat, [order], key=str(number))
        assert isinstance(answer, Accepted), answer
        print(number, decision.seat, order["order"], answer.version, flush=True)
        number += 1
"""


@pytest.fixture
def env(log_env: dict[str, str]) -> dict[str, str]:
    """The environment of a log that may be created, and that waits for the disk."""
    return {**log_env, "NAPOLEON_SQLITE_SYNCHRONOUS": "FULL"}


def writing(game_id: str, number: int) -> list[str]:
    return [sys.executable, "-c", WRITE, game_id, str(number)]


def whole(games: Games, game_id: str) -> None:
    """The file is sound, and the game can be replayed to the position that is open."""
    if isinstance(games.recorder, SQLiteLogRecorder):
        assert pragma(games.recorder.datastore.path, "integrity_check") == "ok"
    events = games.history(game_id)
    assert [event.version for event in events] == list(range(1, games.head(game_id) + 1))
    assert digest(games.open(game_id)) == digest(games.at(game_id, len(events)))


@pytest.mark.sampled(1)
def test_kill_9_loses_and_doubles_nothing(
    opened: Callable[[], Games], env: Mapping[str, str]
) -> None:
    random = Random(9)
    game_id = opened().create("toy", "short", {"turns": 2000}).game.id
    number = 0
    for _ in range(8):
        writer = subprocess.Popen(
            writing(game_id, number),
            cwd=ROOT,
            env=process_env(env),
            stdout=subprocess.PIPE,
            text=True,
        )
        assert writer.stdout is not None
        first = [writer.stdout.readline() for _ in range(random.randint(7, 15))]
        time.sleep(random.uniform(0, 0.02))
        writer.kill()
        acknowledged = [line.split() for line in [*first, *writer.stdout] if line.endswith("\n")]
        writer.stdout.close()
        assert writer.wait() == -signal.SIGKILL

        games = opened()
        whole(games, game_id)
        before = games.head(game_id)
        for key, seat, verb, version in acknowledged:
            order = {"order": "bet", "value": 2} if verb == "bet" else PASS
            again = games.submit_orders(game_id, seat, [order], key=key)
            assert isinstance(again, Accepted)
            assert again.version == int(version)
        assert games.head(game_id) == before, "every accepted order is recorded already"
        given = [event.order_id for event in games.history(game_id) if event.type == "order_given"]
        assert len(given) == len(set(given)), "and none of them twice"
        assert len(given) - number - len(acknowledged) in (0, 1), "at most one was under way"
        number = len(given)
    assert number > 50


@on_sqlite
def test_a_write_that_the_system_cuts_short(
    opened: Callable[[], Games], env: Mapping[str, str]
) -> None:
    games = opened()
    game_id = games.create("toy", "short", {"turns": 2000}).game.id
    limit = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (280_000, 280_000))\n"
    command = writing(game_id, 0)
    command[2] = limit + command[2]
    writer = subprocess.run(
        command, cwd=ROOT, env=process_env(env), capture_output=True, text=True, check=False
    )
    assert "OperationalError" in writer.stderr
    accepted = writer.stdout.splitlines()
    assert len(accepted) > 5
    assert games.head(game_id) == int(accepted[-1].split()[-1])
    whole(games, game_id)
    play(games, game_id, 5)
    whole(games, game_id)


@on_sqlite
def test_a_full_disk_is_told_and_loses_nothing(games: Games, game_id: str) -> None:
    game_id = games.create("toy", "short", {"turns": 50}).game.id
    recorder = games.recorder
    assert isinstance(recorder, SQLiteLogRecorder)

    def allow(pages: int) -> None:
        with recorder.datastore.transaction(commit=False) as cursor:
            cursor.execute("PRAGMA page_count")
            cursor.execute(f"PRAGMA max_page_count = {cursor.fetchone()[0] + pages}")
            cursor.fetchone()

    allow(1)
    with pytest.raises(OperationalError, match="full"):
        play(games, game_id, 1000)
    before = stored(games)
    game = games.open(game_id)
    seat = games.decisions(game)[0].seat
    order = next(iter(games.rules(game).legal_orders(game.state, games.decisions(game)[0])))
    with pytest.raises(OperationalError, match="full"):
        games.submit_orders(game_id, seat, [order], key="k")
    assert stored(games) == before
    whole(games, game_id)
    allow(1000)
    assert isinstance(games.submit_orders(game_id, seat, [order], key="k"), Accepted)
    whole(games, game_id)


@on_sqlite
def test_a_locked_store_is_told_and_loses_nothing(
    games: Games, env: Mapping[str, str], game_id: str, tmp_path: Path
) -> None:
    impatient = {**env, "SQLITE_LOCK_TIMEOUT": "0"}
    with (
        Games(impatient, rulesets={"toy": Toy()}) as other,
        closing(connect(tmp_path / LOG, synchronous="FULL")) as holder,
    ):
        before = stored(games)
        holder.execute("BEGIN IMMEDIATE")
        with pytest.raises(OperationalError, match="locked"):
            other.submit_orders(game_id, "red", [PASS], key="k")
        assert other.open(game_id).version == games.head(game_id), "reading goes on"
        assert stored(games) == before
        holder.execute("ROLLBACK")
        assert isinstance(other.submit_orders(game_id, "red", [PASS], key="k"), Accepted)


@on_sqlite
def test_a_store_that_cannot_be_written(games: Games, game_id: str) -> None:
    before = stored(games)
    recorder = games.recorder
    assert isinstance(recorder, SQLiteLogRecorder)
    with recorder.datastore.transaction(commit=False) as cursor:
        cursor.execute("PRAGMA query_only = ON")
    with pytest.raises(OperationalError, match="readonly"):
        games.submit_orders(game_id, "red", [PASS])
    assert stored(games) == before
    assert games.open(game_id).version == games.head(game_id)


def test_a_missing_store_is_not_made_by_the_way(tmp_path: Path) -> None:
    with pytest.raises(StoreMissing, match="napoleon migrate"):
        Games({"NAPOLEON_HOME": str(tmp_path / "nowhere")}, rulesets={})
    assert not (tmp_path / "nowhere").exists()


@on_sqlite
@pytest.mark.parametrize("create", ["yes", "no"])
def test_a_store_of_another_release(env: Mapping[str, str], tmp_path: Path, create: str) -> None:
    with closing(sqlite3.connect(tmp_path / LOG)) as connection:
        connection.execute("PRAGMA user_version = 99")
    with pytest.raises(StoreMissing):
        Games({**env, "CREATE_TABLE": create}, rulesets={})


@on_sqlite
@pytest.mark.parametrize("create", ["yes", "no"])
def test_a_file_that_is_no_database(env: Mapping[str, str], tmp_path: Path, create: str) -> None:
    (tmp_path / LOG).write_bytes(b"Vive l'Empereur! " * 100)
    with pytest.raises((DatabaseError, InterfaceError), match="not a database"):
        Games({**env, "CREATE_TABLE": create}, rulesets={})


def test_migrating_again_changes_nothing(
    games: Games, game_id: str, opened: Callable[[], Games]
) -> None:
    before = stored(games)
    assert stored(opened()) == before


@pytest.mark.sampled(1)
def test_many_processes_may_migrate_at_once(env: Mapping[str, str]) -> None:
    code = "from napoleon.play.games import Games; Games(rulesets={}).close()"
    there = process_env(env) | {"CREATE_TABLE": "yes"}
    starts = [subprocess.Popen([sys.executable, "-c", code], cwd=ROOT, env=there) for _ in range(4)]
    assert [start.wait(timeout=PATIENCE) for start in starts] == [0] * 4


@on_sqlite
@pytest.mark.parametrize(
    ("chosen", "level"), [({}, 2), ({"NAPOLEON_SQLITE_SYNCHRONOUS": "NORMAL"}, 1)]
)
def test_how_durable_a_commit_is(
    env: Mapping[str, str], chosen: Mapping[str, str], level: int
) -> None:
    with Games({**env, **chosen}, rulesets={}) as games:
        recorder = games.recorder
        assert isinstance(recorder, SQLiteLogRecorder)
        with recorder.datastore.transaction(commit=False) as cursor:
            cursor.execute("PRAGMA synchronous")
            assert cursor.fetchone()[0] == level
            cursor.execute("PRAGMA journal_mode")
            assert cursor.fetchone()[0] == "wal"


@on_sqlite
def test_no_other_durability_is_taken(env: Mapping[str, str]) -> None:
    with pytest.raises(ValueError, match="FULL, NORMAL"):
        Games({**env, "NAPOLEON_SQLITE_SYNCHRONOUS": "OFF"}, rulesets={})


def test_where_the_store_is(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert home({"NAPOLEON_HOME": "/srv/games"}) == Path("/srv/games")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert home({}) == home({"NAPOLEON_HOME": ""})
    assert home({}).name == "napoleon"
