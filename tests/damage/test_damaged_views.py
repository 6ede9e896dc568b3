"""The view file is a cache: it is drawn anew whatever becomes of it; meanwhile the log answers."""

from __future__ import annotations

import logging
import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from random import Random
from threading import Thread

import pytest

from napoleon.log.store.home import VIEWS
from napoleon.play.games import Games
from projections import reading, worker
from projections.following import Following
from projections.lobby import Wanted
from projections.projector import edition
from projections.store import open_views
from projections.store.sqlite.tables import SCHEMA
from projections.worker import catch_up
from tests.command_line.conftest import Shell
from tests.command_line.server import Server, wait_until
from tests.core.play import play
from tests.projections.audit import all_is_drawn
from tests.toy import Toy


@pytest.fixture
def env(tmp_path: Path) -> dict[str, str]:
    return {"NAPOLEON_HOME": str(tmp_path), "CREATE_TABLE": "yes"}


@pytest.fixture
def games(env: dict[str, str]) -> Iterator[Games]:
    """A log with a game in it."""
    with Games(env, rulesets={"toy": Toy()}) as games:
        play(games, games.create("toy", "short", {}, referee=True).game.id, 8)
        yield games


def _without_wal(path: Path) -> bytes:
    """What is in the file, all of it in the file itself."""
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return path.read_bytes()


def _cut_off(path: Path) -> None:
    os.truncate(path, len(_without_wal(path)) // 2)


def _scribbled(path: Path) -> None:
    content = bytearray(_without_wal(path))
    content[4096:] = Random(1815).randbytes(len(content) - 4096)
    with path.open("r+b") as file:
        file.write(content)


def _folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


def _other_tables(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("DROP TABLE drawn")
        connection.execute("ALTER TABLE tracking RENAME TO tracked")
        connection.execute(f"PRAGMA user_version = {SCHEMA}")


DAMAGES = {
    "cut off": _cut_off,
    "scribbled over": _scribbled,
    "no database": lambda path: path.write_bytes(b"Vive l'Empereur! " * 1000),
    "random": lambda path: path.write_bytes(Random(5).randbytes(20_000)),
    "empty": lambda path: path.write_bytes(b""),
    "a folder": _folder,
    "other tables": _other_tables,
}


@pytest.fixture(params=DAMAGES)
def damage(request: pytest.FixtureRequest) -> Callable[[Path], object]:
    return DAMAGES[request.param]


def test_it_is_drawn_anew_when_the_service_is_started(
    games: Games,
    env: dict[str, str],
    tmp_path: Path,
    damage: Callable[[Path], object],
    caplog: pytest.LogCaptureFixture,
) -> None:
    first = open_views(env)
    catch_up(games, first)
    first.inner.datastore.close()  # type: ignore[attr-defined]
    damage(tmp_path / VIEWS)
    again = open_views(env)
    catch_up(games, again)
    all_is_drawn(games, again)
    if (tmp_path / f"{VIEWS}.damaged").exists():
        assert "the view file is damaged" in caplog.text


def test_the_log_answers_while_it_is_damaged_and_then_it_is_drawn_anew(
    games: Games, env: dict[str, str], tmp_path: Path, damage: Callable[[Path], object]
) -> None:
    catch_up(games, open_views(env))
    running = {**env, "CREATE_TABLE": "no"}
    reader, writer = open_views(running), open_views(running)
    [before] = reading.lobby(games, reader, Wanted())[0]
    damage(tmp_path / VIEWS)
    assert reading.lobby(games, reader, Wanted())[0] == [before]
    following = Following()
    runs = Thread(
        target=worker._go_on,
        args=(following.ended, lambda: worker._follow(games, writer, following)),
    )
    watches = Thread(target=worker._watch, args=(games, writer, following))
    for thread in (runs, watches):
        thread.start()
    try:
        play(games, before["id"], 2, seed=3)
        newest = games.recorder.max_notification_id()
        wait_until(lambda: reader.position(edition(games)) == newest, "the worker to draw")
    finally:
        following.end()
        for thread in (runs, watches):
            thread.join()
    all_is_drawn(games, reader)


@pytest.mark.parametrize("name", ["no database", "a folder"])
def test_serve_starts_on_it(tmp_path: Path, name: str) -> None:
    home = tmp_path / "home"
    shell = Shell(home)
    shell.run("migrate")
    DAMAGES[name](home / VIEWS)
    server = Server(shell.env)
    try:
        server.listens().wait_until_drawn()
    finally:
        server.clear_away()


def test_what_is_merely_busy_is_not_put_aside(
    games: Games, env: dict[str, str], tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.ERROR)
    views = open_views(env)
    catch_up(games, views)
    with closing(sqlite3.connect(tmp_path / VIEWS, isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        assert views.drawn("none", "red", "map", edition=edition(games)) is None
    all_is_drawn(games, views)
    assert not (tmp_path / f"{VIEWS}.damaged").exists()
