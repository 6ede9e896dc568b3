"""Who erases a text has it gone from the store too, whatever dies or is away meanwhile."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from api.bundles import erasing
from api.bundles.erasing import Erasures
from api.bundles.store import BundleStore, StoreAway
from napoleon.play.games import Games
from napoleon.play.referee import texts
from tests.api.desk import Desk, Table
from tests.bundles.conftest import erase_letter, erasures, finished, of
from tests.command_line.server import PATIENCE, ROOT, wait_until
from tests.core.play import Clock
from tests.toy import Toy
from tools.servers import S3Server

MARKER = "napoleon/noted.json"


def kept(table: Table, *codes: str) -> None:
    """Let the store hold the bundle of a game in these languages."""
    for code in codes or ("en",):
        answer = table.get("/bundle", headers={"Accept-Language": code})
        assert answer.status_code == 200


def test_the_worker_deletes_all_of_the_game_and_nothing_of_others(desk: Desk, s3: S3Server) -> None:
    over, other = finished(desk), finished(desk)
    for table in (over, other):
        kept(table, "en", "fr")
    worker = erasures(desk.games, s3)
    assert worker.look() == 0
    erase_letter(over)
    assert len(of(s3, over)) == 2
    assert worker.look() == 1
    assert of(s3, over) == []
    assert len(of(s3, other)) == 2


def test_so_it_does_for_a_referee_and_a_text_that_is_no_letter(desk: Desk, s3: S3Server) -> None:
    table = desk.table(referee=True)
    table.play_turn()
    case = table.post("/takebacks", "red", {"why": "My dog ate the map."}).json["takeback"]
    table.play_out()
    desk.catch_up()
    kept(table)
    why = table.get(f"/takebacks/{case}").json["why_id"]
    assert table.delete(f"/texts/{why}", "referee").status_code == 204
    assert erasures(desk.games, s3).look() == 1
    assert of(s3, table) == []


def test_it_goes_on_when_the_store_is_back(over: Table, s3: S3Server, own_s3: S3Server) -> None:
    kept(over)
    worker = erasures(over.desk.games, s3)
    worker.look()
    [name] = of(s3, over)
    there = s3.read(name)
    erase_letter(over)
    own_s3.stop()
    for _ in range(2):
        with pytest.raises(StoreAway):
            worker.look()
    own_s3.start()
    seal = there.headers["x-amz-meta-seal"]
    s3.write(name, there.content, **{"x-amz-meta-seal": seal})
    assert worker.look() == 1
    assert of(s3, over) == []


def test_a_worker_that_begins_does_what_another_has_left(over: Table, s3: S3Server) -> None:
    kept(over)
    erasures(over.desk.games, s3).look()
    erase_letter(over)
    assert erasures(over.desk.games, s3).look() == 1
    assert of(s3, over) == []


PUT_AND_DIE = """
import os, signal, sys
from pathlib import Path
from api.app import create_app
from api.bundles.store import BundleStore
from tests.api.conftest import desk_at

desk = desk_at(Path(sys.argv[1]))
desk.app = create_app(desk.games, desk.views, {**desk.games.env, **os.environ})
put = BundleStore.put

def put_and_die(*given):
    print("putting", flush=True)
    sys.stdin.readline()
    put(*given)
    os.kill(os.getpid(), signal.SIGKILL)

BundleStore.put = put_and_die
desk.get(f"/games/{sys.argv[2]}/bundle")
"""


@pytest.mark.parametrize("worker_is_killed_too", [False, True])
def test_a_process_that_is_killed_after_it_has_put_one_there_leaves_nothing(
    over: Table,
    s3: S3Server,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    worker_is_killed_too: bool,
) -> None:
    worker = erasures(over.desk.games, s3)
    worker.look()
    process = subprocess.Popen(
        [sys.executable, "-c", PUT_AND_DIE, str(tmp_path / "log"), over.id],
        cwd=ROOT,
        env={**os.environ, **s3.env},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "putting\n"
    erase_letter(over)
    assert worker.look() == 1
    process.communicate("\n", timeout=PATIENCE)
    assert process.returncode == -signal.SIGKILL
    assert len(of(s3, over)) == 1, "the text is in it"
    if worker_is_killed_too:
        worker = erasures(over.desk.games, s3)
    else:
        worker.look()
        assert len(of(s3, over)) == 1
        now = erasing.time.monotonic()
        monkeypatch.setattr(erasing.time, "monotonic", lambda: now + erasing.SETTLED + 1)
    assert worker.look() == 1
    assert of(s3, over) == []


def test_what_is_done_is_not_done_again(
    over: Table, s3: S3Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    cleared: list[str] = []
    usual = BundleStore.clear

    def clear(store: BundleStore, game_id: str, **more: Any) -> int:
        cleared.append(game_id)
        return usual(store, game_id, **more)

    monkeypatch.setattr(BundleStore, "clear", clear)
    monkeypatch.setattr(erasing, "SETTLED", 0.0)
    erase_letter(over)
    assert erasures(over.desk.games, s3).look() == 2, "at once, and when it has settled"
    assert s3.names() == [MARKER]
    assert len(cleared) == 2
    assert erasures(over.desk.games, s3).look() == 0
    assert len(cleared) == 2


@pytest.mark.parametrize("damage", ["content", "seal", "gone"])
def test_nobody_can_make_it_believe_that_all_is_done(
    over: Table, s3: S3Server, monkeypatch: pytest.MonkeyPatch, damage: str
) -> None:
    with monkeypatch.context() as at_once:
        at_once.setattr(erasing, "SETTLED", 0.0)
        erase_letter(over)
        erasures(over.desk.games, s3).look()
    there = s3.read(MARKER)
    seal = {"x-amz-meta-seal": there.headers["x-amz-meta-seal"]}
    if damage == "gone":
        s3.empty()
    elif damage == "seal":
        s3.write(MARKER, there.content)
    else:
        s3.write(MARKER, there.content.replace(b"1", b"9"), **seal)
    assert erasures(over.desk.games, s3).look() == 1


def test_what_was_noted_of_another_log_says_nothing_of_this_one(
    log_env: dict[str, str], over: Table, s3: S3Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As after a move to a database with partitions, which counts events from one again."""
    monkeypatch.setattr(erasing, "SETTLED", 0.0)
    erase_letter(over)
    erasures(over.desk.games, s3).look()
    env = {**log_env, "NAPOLEON_HOME": over.desk.games.env["NAPOLEON_HOME"]}
    if "DATABASE_URL" not in log_env:
        env["NAPOLEON_HOME"] = log_env["NAPOLEON_HOME"]
    with Games(env, rulesets={"toy": Toy()}, clock=Clock()) as games:
        game_id = games.create("toy", "short", {}, referee=True).game.id
        write_and_erase(games, game_id)
        monkeypatch.setattr(erasing, "SETTLED", 300.0)
        assert Erasures(games, erasures(over.desk.games, s3)._store).look() == 1


def write_and_erase(games: Games, game_id: str) -> None:
    from napoleon.log.press import Letter
    from napoleon.play.press import send

    sent = send(games, game_id, "red", ["all"], "To arms!")
    assert isinstance(sent, Letter)
    assert texts.erase(games, game_id, "red", sent.text) is None


def test_two_workers_at_once_do_the_same(
    over: Table, s3: S3Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(erasing, "SETTLED", 0.0)
    kept(over)
    workers = [erasures(over.desk.games, s3) for _ in range(2)]
    for worker in workers:
        worker.look()
    erase_letter(over)
    for worker in workers:
        worker.look()
    assert [it for it in s3.names() if it != MARKER] == []


def test_a_real_worker_does_it(over: Table, s3: S3Server, tmp_path: Path) -> None:
    kept(over)
    command = [sys.executable, "-m", "api.command_line", "worker"]
    env = {**os.environ, **over.desk.games.env, **s3.env}
    with subprocess.Popen(command, cwd=ROOT, env=env, stderr=subprocess.DEVNULL) as process:
        try:
            erase_letter(over)
            wait_until(lambda: of(s3, over) == [], "the worker to delete it", every=0.1)
            process.terminate()
            assert process.wait(PATIENCE) == 0
        finally:
            process.kill()
