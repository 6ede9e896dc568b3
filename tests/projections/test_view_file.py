"""The view file may be thrown away, and what does not belong to this release is."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from unittest import TestCase

import pytest
from eventsourcing.persistence import DatabaseError, IntegrityError, InterfaceError, Tracking
from eventsourcing.tests import persistence as kit

from napoleon.games import Games
from napoleon.store.home import VIEWS
from napoleon.store.sqlite.connection import Datastore
from projections import projector
from projections.projector import edition
from projections.rows import Changes, TurnEnd
from projections.store import SCHEMA, ViewsMissing, ViewStore, open_views
from projections.worker import catch_up
from tests.core.play import play
from tests.projections.audit import all_is_drawn, content
from tests.toy import Toy

ROOT = Path(__file__).parents[2]


class TestTracking(kit.TrackingRecorderTestCase, TestCase):
    """The library's own test case for what keeps a position."""

    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.datastore = Datastore(Path(folder.name) / VIEWS, synchronous="NORMAL")
        self.addCleanup(self.datastore.close)

    def create_recorder(self) -> ViewStore:
        store = ViewStore(self.datastore)
        store.create_table()
        return store


@pytest.fixture
def played(games: Games) -> Iterator[str]:
    """A game in the log, half played."""
    game_id = games.create("toy", "short", {}, referee=True).game.id
    play(games, game_id, 8)
    yield game_id


def removed(home: Path) -> None:
    for file in home.glob(f"{VIEWS}*"):
        file.unlink()


# -- views and position in one transaction ---------------------------------------------------------


def test_only_the_next_batch_is_written(views: ViewStore) -> None:
    views.begin("log")
    one, other = (
        Changes(turns=[TurnEnd("g", 1, "go", 4)]),
        Changes(turns=[TurnEnd("g", 1, "go", 9)]),
    )
    views.record(one, after=0, tracking=Tracking("log", 4))
    before = content(views)
    for after, reached in ((0, 9), (3, 9), (5, 9), (9, 9)):
        with pytest.raises(IntegrityError):
            views.record(other, after=after, tracking=Tracking("log", reached))
    with pytest.raises(IntegrityError):
        views.record(other, after=0, tracking=Tracking("another log", 4))
    assert content(views) == before == [("turns", "g", 1, "go", 4)]
    assert views.max_tracking_id("log") == 4
    views.record(other, after=4, tracking=Tracking("log", 9))
    assert content(views) == [("turns", "g", 1, "go", 9)]


def test_a_batch_that_cannot_be_written_leaves_the_position(views: ViewStore) -> None:
    views.begin("log")
    broken = Changes(
        turns=[TurnEnd("g", 1, "go", 4), TurnEnd("g", 1, "bet", None)]  # type: ignore[arg-type]
    )
    with pytest.raises(IntegrityError, match="NOT NULL"):
        views.record(broken, after=0, tracking=Tracking("log", 4))
    assert content(views) == []
    assert views.max_tracking_id("log") == 0


def test_beginning_again_keeps_what_is_there(views: ViewStore) -> None:
    views.begin("log")
    changes = Changes(turns=[TurnEnd("g", 1, "go", 4)])
    views.record(changes, after=0, tracking=Tracking("log", 4))
    assert views.begin("log") == 4
    assert views.turns("g") == changes.turns
    assert views.begin("another edition") == 0
    assert content(views) == []
    assert views.max_tracking_id("log") is None


# -- drawn again -----------------------------------------------------------------------------------


def test_a_deleted_file_is_drawn_again(
    games: Games, played: str, env: dict[str, str], tmp_path: Path
) -> None:
    first = open_views(env)
    catch_up(games, first)
    before = content(first)
    first.datastore.close()
    removed(tmp_path)
    with pytest.raises(ViewsMissing, match="napoleon migrate"):
        open_views({"NAPOLEON_HOME": env["NAPOLEON_HOME"]})
    assert not (tmp_path / VIEWS).exists(), "only migrate makes it"
    again = open_views(env)
    assert content(again) == []
    catch_up(games, again)
    assert content(again) == before
    all_is_drawn(games, again)


@pytest.mark.parametrize("version", [0, SCHEMA + 1])
def test_a_file_of_another_schema_is_drawn_again(
    games: Games, played: str, env: dict[str, str], tmp_path: Path, version: int
) -> None:
    with closing(sqlite3.connect(tmp_path / VIEWS)) as connection:
        connection.executescript(
            f"""
            CREATE TABLE drawn (something TEXT, else_ TEXT);
            INSERT INTO drawn VALUES ('old', 'old');
            CREATE TABLE tracking (application_name TEXT, notification_id INTEGER);
            CREATE TABLE "table of old" (something TEXT);
            PRAGMA user_version = {version};
            """
        )
    with pytest.raises(ViewsMissing, match="another release"):
        open_views({"NAPOLEON_HOME": env["NAPOLEON_HOME"]})
    views = open_views(env)
    with views.datastore.transaction(commit=False) as cursor:
        cursor.execute("SELECT name FROM sqlite_master WHERE name = 'table of old'")
        assert cursor.fetchone() is None
    catch_up(games, views)
    all_is_drawn(games, views)


def test_migrating_again_keeps_what_is_drawn(
    games: Games, played: str, views: ViewStore, env: dict[str, str]
) -> None:
    catch_up(games, views)
    before = content(views)
    assert content(open_views(env)) == before
    assert content(open_views({"NAPOLEON_HOME": env["NAPOLEON_HOME"]})) == before


def test_many_processes_may_migrate_at_once(env: dict[str, str]) -> None:
    code = "import os; from projections.store import open_views; open_views(os.environ)"
    starts = [
        subprocess.Popen([sys.executable, "-c", code], cwd=ROOT, env={**env}) for _ in range(4)
    ]
    assert [start.wait(timeout=60) for start in starts] == [0] * 4


@pytest.mark.parametrize("create", ["yes", "no"])
def test_a_file_that_is_no_database(env: dict[str, str], tmp_path: Path, create: str) -> None:
    (tmp_path / VIEWS).write_bytes(b"Vive l'Empereur! " * 100)
    with pytest.raises((DatabaseError, InterfaceError), match="not a database"):
        open_views({**env, "CREATE_TABLE": create})


class Revised(Toy):
    """The toy game with other data: what was drawn by the old ones is worth nothing."""

    pack_hash = "1" * 64


def test_another_edition_of_the_rules_draws_everything_again(
    opened: Callable[..., Games], games: Games, played: str, views: ViewStore
) -> None:
    catch_up(games, views)
    assert content(views)
    revised = opened(Revised())
    assert edition(revised) != edition(games)
    catch_up(revised, views)
    assert content(views) == [], "the old game cannot be shown by the new rules"
    new = revised.create("toy", "short", {}).game.id
    catch_up(revised, views)
    assert {row[1] for row in content(views)} == {new}
    catch_up(games, views)
    assert {row[1] for row in content(views)} == {played}


def test_another_way_of_drawing_draws_everything_again(
    games: Games, played: str, views: ViewStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    catch_up(games, views)
    with views.datastore.transaction(commit=True) as cursor:
        cursor.execute("UPDATE drawn SET body = CAST('old' AS BLOB)")
    monkeypatch.setattr(projector, "DRAWING", projector.DRAWING + 1)
    catch_up(games, views)
    all_is_drawn(games, views)
