"""The view file may be thrown away, and what does not belong to this release is."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from eventsourcing.persistence import IntegrityError

from napoleon.log.store.home import VIEWS
from napoleon.play.games import Games
from projections import projector
from projections.lobby import DRAWN, OVER, RUNNING, WAITING, Wanted
from projections.projector import edition
from projections.store import ViewsMissing, ViewStore, open_views
from projections.store.sqlite.tables import SCHEMA, WITH_JOURNALS
from projections.worker import catch_up, draw
from tests.core.play import play
from tests.patience import PATIENCE
from tests.projections.audit import all_is_drawn, content
from tests.toy import Toy

ROOT = Path(__file__).parents[2]


@pytest.fixture
def env(file_env: dict[str, str]) -> dict[str, str]:
    """Only the embedded store."""
    return file_env


@pytest.fixture
def played(games: Games) -> Iterator[str]:
    """A game in the log, half played."""
    game_id = games.create("toy", "short", {}, referee=True).game.id
    play(games, game_id, 8)
    yield game_id


def removed(home: Path) -> None:
    for file in home.glob(f"{VIEWS}*"):
        file.unlink()


def test_a_deleted_file_is_drawn_again(
    games: Games, played: str, env: dict[str, str], tmp_path: Path
) -> None:
    first = open_views(env)
    catch_up(games, first)
    before = content(first, edition(games))
    first.inner.datastore.close()
    removed(tmp_path)
    with pytest.raises(ViewsMissing, match="napoleon migrate"):
        open_views({"NAPOLEON_HOME": env["NAPOLEON_HOME"]})
    assert not (tmp_path / VIEWS).exists(), "only migrate makes it"
    again = open_views(env)
    assert content(again, edition(games)) == []
    catch_up(games, again)
    assert content(again, edition(games)) == before
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
    with views.inner.datastore.transaction(commit=False) as cursor:
        cursor.execute("SELECT name FROM sqlite_master WHERE name = 'table of old'")
        assert cursor.fetchone() is None
    catch_up(games, views)
    all_is_drawn(games, views)


def test_a_file_with_journals_loses_these_only(
    games: Games, played: str, views: ViewStore, env: dict[str, str], tmp_path: Path
) -> None:
    catch_up(games, views)
    before = content(views, edition(games))
    with closing(sqlite3.connect(tmp_path / VIEWS)) as connection:
        connection.executescript(
            f"""
            CREATE TABLE journal (game TEXT PRIMARY KEY, sentence TEXT) WITHOUT ROWID;
            INSERT INTO journal VALUES ('{played}', 'Red draws a card.');
            DROP TABLE last_drawn_there;
            PRAGMA user_version = {WITH_JOURNALS};
            """
        )
    with pytest.raises(ViewsMissing, match="another release"):
        open_views({"NAPOLEON_HOME": env["NAPOLEON_HOME"]})
    migrated = open_views(env)
    assert content(migrated, edition(games)) == before
    assert migrated.last(1) is None
    with closing(sqlite3.connect(tmp_path / VIEWS)) as connection:
        assert not connection.execute(
            "SELECT name FROM sqlite_master WHERE name = 'journal'"
        ).fetchall()


def test_migrating_again_keeps_what_is_drawn(
    games: Games, played: str, views: ViewStore, env: dict[str, str]
) -> None:
    catch_up(games, views)
    before = content(views, edition(games))
    for chosen in (env, {"NAPOLEON_HOME": env["NAPOLEON_HOME"]}):
        assert content(open_views(chosen), edition(games)) == before


def test_many_processes_may_migrate_at_once(env: dict[str, str]) -> None:
    code = "import os; from projections.store import open_views; open_views(os.environ)"
    starts = [
        subprocess.Popen([sys.executable, "-c", code], cwd=ROOT, env={**env}) for _ in range(4)
    ]
    assert [start.wait(timeout=PATIENCE) for start in starts] == [0] * 4


class Revised(Toy):
    """The toy game with other data: what was drawn by the old ones is worth nothing."""

    pack_hash = "1" * 64


def test_another_edition_of_the_rules_draws_everything_again(
    opened: Callable[..., Games], games: Games, played: str, views: ViewStore
) -> None:
    catch_up(games, views)
    assert content(views, edition(games))
    revised = opened(Revised())
    assert edition(revised) != edition(games)
    catch_up(revised, views)
    assert content(views, edition(games)) == []
    assert content(views, edition(revised)) == [], "the new rules cannot show the old game"
    new = revised.create("toy", "short", {}).game.id
    catch_up(revised, views)
    assert {row[1] for row in content(views, edition(revised))} == {new}
    catch_up(games, views)
    assert {row[1] for row in content(views, edition(games))} == {played}


def test_another_way_of_drawing_draws_everything_again(
    games: Games, played: str, views: ViewStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    catch_up(games, views)
    with views.inner.datastore.transaction(commit=True) as cursor:
        cursor.execute("UPDATE drawn SET body = CAST('old' AS BLOB)")
    monkeypatch.setattr(projector, "DRAWING", projector.DRAWING + 1)
    catch_up(games, views)
    all_is_drawn(games, views)


def test_who_was_overtaken_by_another_edition_stops(
    games: Games, opened: Callable[..., Games], views: ViewStore
) -> None:
    game_id = games.create("toy", "short", {"turns": 50}).game.id
    play(games, game_id, 10)
    batch = games.recorder.select_notifications(1, 500)
    position = draw(games, views, batch[:5], views.begin(edition(games)))
    catch_up(opened(Revised()), views)
    with pytest.raises(IntegrityError):
        draw(games, views, batch, position)
    assert views.max_tracking_id(edition(games)) is None
    catch_up(games, views)
    all_is_drawn(games, views)


INDICES = {
    "newest": Wanted(),
    "newest (created>? AND created<?)": Wanted(year=1815),
    "newest_of_status": Wanted(status=OVER),
    "newest_of_status ": Wanted(status=RUNNING),
    "newest_of_status_and_ruleset": Wanted(status=RUNNING, ruleset="toy"),
    "newest_of_status_and_scenario": Wanted(status=WAITING, scenario="duel"),
    "newest_of_status_and_scenario_and_ruleset": Wanted(
        status=RUNNING, ruleset="toy", scenario="duel"
    ),
    "newest_of_ruleset": Wanted(status=OVER, ruleset="toy"),
    "newest_of_scenario": Wanted(scenario="duel"),
    "newest_of_scenario_and_ruleset": Wanted(status=OVER, ruleset="toy", scenario="duel"),
    "newest_won": Wanted(winner="red"),
    "newest_won ": Wanted(status=OVER, winner=DRAWN, year=1815),
    "newest_of_winner_and_ruleset": Wanted(status=OVER, ruleset="toy", winner="red"),
    "newest_of_winner_and_scenario": Wanted(scenario="duel", winner="red"),
    "newest_of_winner_and_scenario_and_ruleset": Wanted(
        status=OVER, ruleset="toy", scenario="duel", winner="red"
    ),
    "newest_of_ruleset (ruleset=? AND created>? AND created<?)": Wanted(ruleset="toy", year=1815),
    "newest_open": Wanted(status=RUNNING, is_open=True),
    "newest_open ": Wanted(is_open=True, ruleset="toy"),
}
"""Lists of games, and the index by which each is found however many games there are."""


@pytest.mark.parametrize(("index", "wanted"), INDICES.items())
def test_an_index_finds_the_games_of_a_list(
    games: Games,
    played: str,
    env: dict[str, str],
    index: str,
    wanted: Wanted,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    views = open_views(env)
    catch_up(games, views)
    asked: list[tuple[str, object]] = []
    select = views.inner._file.select

    def noted(statement: str, values: object) -> Any:
        asked.append((statement, values))
        return select(statement, values)

    monkeypatch.setattr(views.inner._file, "select", noted)
    views.lobby(wanted, edition=edition(games), reached=(0,))
    [(statement, values)] = asked
    steps = [row[-1] for row in select(f"EXPLAIN QUERY PLAN {statement}", values)]
    assert any(f"lobby USING INDEX {index.strip()}" in it for it in steps), steps
