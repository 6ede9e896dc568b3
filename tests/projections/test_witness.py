"""Whether the log holds what was drawn from it, told by the read models of every kind."""

from __future__ import annotations

import signal
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import pytest
from eventsourcing.persistence import Tracking

from napoleon.log.errors import EventsLost
from napoleon.log.store.home import LOG, VIEWS
from napoleon.play.games import Games
from projections import rebuild
from projections.projector import edition
from projections.rows import Changes
from projections.store import ViewStore, open_views
from projections.witness import Loss, LostGame, Witness, loss, lost_games
from projections.worker import catch_up
from tests.command_line.server import wait_until
from tests.core.play import play
from tests.patience import PATIENCE
from tests.projections.audit import all_is_drawn, content
from tests.projections.test_going_on import copied
from tests.projections.test_workers import started
from tests.repetitions import DRAWN_ON_SERVERS
from tests.toy import Toy

pytestmark = DRAWN_ON_SERVERS


class Revised(Toy):
    """The toy game in a newer version of its rules: another edition is drawn."""

    version = "2"


@pytest.fixture
def lost(games: Games, views: ViewStore, tmp_path: Path) -> list[str]:
    """Two games of which the log has lost the end of the first, and all of the second."""
    first = games.create("toy", "short", {"turns": 50}).game.id
    play(games, first, 5)
    copied(tmp_path / LOG, tmp_path / "backup.sqlite")
    play(games, first, 3)
    second = games.create("toy", "short", {"turns": 50}).game.id
    catch_up(games, views)
    assert loss(games, views) is None
    assert lost_games(games, views) == []
    copied(tmp_path / "backup.sqlite", tmp_path / LOG)
    return [first, second]


def others_recorded(opened: Callable[..., Games], game_id: str, positions: int) -> Games:
    """The log, with other events in the place of those that it has lost."""
    games = opened()
    # The chance of the tests is the same in every process; that of services is not.
    games.entropy = Random("after the loss").randbytes
    seed = 0
    while (games.recorder.max_notification_id() or 0) < positions:
        seed += 1
        play(games, game_id, 1, seed=seed)
    return games


def test_what_was_drawn_and_is_not_in_the_log_is_listed(
    games: Games, views: ViewStore, lost: list[str]
) -> None:
    shown = views.marks(edition(games))
    found = loss(games, views)
    assert found == Loss(games.recorder.max_notification_id(), views.position(edition(games)))
    head = games.head(lost[0])
    assert lost_games(games, views) == sorted(
        [
            LostGame(lost[0], shown[lost[0]].version, head),
            LostGame(lost[1], shown[lost[1]].version, 0),
        ],
        key=lambda it: it.game,
    )
    assert next(it.missing for it in lost_games(games, views) if it.game == lost[0]) > 0


def test_nothing_is_drawn_or_redrawn_by_itself(
    games: Games, views: ViewStore, lost: list[str]
) -> None:
    before = content(views, edition(games))
    for draw in (
        lambda: catch_up(games, views),
        lambda: rebuild.rebuild(games, views, lambda done, total: None),
        lambda: rebuild.redraw(games, views, lost[0]),
    ):
        with pytest.raises(EventsLost, match="the log has lost events"):
            draw()
    assert content(views, edition(games)) == before


def test_another_edition_does_not_hide_it(
    opened: Callable[..., Games], games: Games, views: ViewStore, lost: list[str]
) -> None:
    before = content(views, edition(games))
    revised = opened(Revised())
    with pytest.raises(EventsLost):
        catch_up(revised, views)
    assert {it.game for it in lost_games(revised, views)} == {*lost}
    assert content(views, edition(games)) == before


def test_a_log_that_has_grown_past_it_is_told_all_the_same(
    opened: Callable[..., Games], games: Games, views: ViewStore, lost: list[str]
) -> None:
    drawn = views.position(edition(games))
    grown = others_recorded(opened, lost[0], drawn + 5)
    assert (grown.recorder.max_notification_id() or 0) > drawn
    assert loss(grown, views) == Loss(grown.recorder.max_notification_id() or 0, drawn)
    found = {it.game: it for it in lost_games(grown, views)}
    assert found.keys() == {*lost}
    assert found[lost[0]].missing is None, "it has other events there"
    assert found[lost[1]].missing == found[lost[1]].drawn
    with pytest.raises(EventsLost):
        catch_up(grown, views)


def test_a_log_that_comes_back_is_whole_again(
    games: Games, views: ViewStore, tmp_path: Path
) -> None:
    game_id = games.create("toy", "short", {"turns": 50}).game.id
    copied(tmp_path / LOG, tmp_path / "older.sqlite")
    play(games, game_id, 5)
    catch_up(games, views)
    copied(tmp_path / LOG, tmp_path / "whole.sqlite")
    copied(tmp_path / "older.sqlite", tmp_path / LOG)
    assert loss(games, views) is not None
    copied(tmp_path / "whole.sqlite", tmp_path / LOG)
    assert loss(games, views) is None
    catch_up(games, views)
    all_is_drawn(games, views)


def test_what_was_confirmed_is_forgotten(
    opened: Callable[..., Games], games: Games, views: ViewStore, lost: list[str]
) -> None:
    views.forget(edition(games))
    assert (loss(games, views), lost_games(games, views)) == (None, [])
    rebuild.rebuild(games, views, lambda done, total: None)
    all_is_drawn(games, views)
    grown = others_recorded(opened, lost[0], 40)
    catch_up(grown, views)
    assert loss(grown, views) is None
    all_is_drawn(grown, views)


def test_what_an_earlier_release_has_drawn_is_a_witness_too(
    games: Games, views: ViewStore, lost: list[str]
) -> None:
    """It kept its position and the versions, and no marks."""
    inner: Any = views.inner
    if hasattr(inner, "_writer"):
        inner._writer.delete("{napoleon}:marks", "{napoleon}:last")
    else:
        for table in ("marks", "last_drawn"):
            with inner.datastore.transaction(commit=True) as cursor:
                cursor.execute(f"DELETE FROM {table}")
    assert loss(games, views) is not None
    assert {it.game: it.drawn for it in lost_games(games, views)} == views.shown(
        lost, edition=edition(games)
    )


@pytest.mark.parametrize("views_env", ["sqlite"], indirect=True)
def test_migrating_keeps_what_an_earlier_release_has_drawn(
    games: Games, views: ViewStore, env: dict[str, str], lost: list[str]
) -> None:
    before = content(views, edition(games))
    with closing(sqlite3.connect(Path(env["NAPOLEON_HOME"]) / VIEWS)) as file, file:
        file.execute("DROP TABLE marks")
        file.execute("DROP TABLE last_drawn")
        file.execute("PRAGMA user_version = 4")
    migrated = open_views(env)
    assert content(migrated, edition(games)) == before
    assert loss(games, migrated) is not None
    assert {it.game for it in lost_games(games, migrated)} == {*lost}


def test_an_event_that_was_damaged_is_no_loss(
    games: Games, views: ViewStore, tmp_path: Path
) -> None:
    """The game says so, and others go on."""
    game_id = games.create("toy", "short", {"turns": 50}).game.id
    play(games, game_id, 5)
    other = games.create("toy", "short", {"turns": 50}).game.id
    play(games, game_id, 2)
    catch_up(games, views)
    newest = games.recorder.max_notification_id()
    with closing(sqlite3.connect(tmp_path / LOG)) as file, file:
        file.execute("DROP TRIGGER no_update_of_events")
        file.execute("UPDATE events SET state = 'damaged' WHERE id = ?", (newest,))
    assert loss(games, views) is None
    play(games, other, 3)
    catch_up(games, views)
    assert views.shown([other], edition=edition(games)) == {other: games.head(other)}


def test_a_position_is_moved_on_only(games: Games, views: ViewStore) -> None:
    """An edition that is drawn from the beginning knows less for a while."""
    game_id = games.create("toy", "short", {"turns": 50}).game.id
    play(games, game_id, 5)
    catch_up(games, views)
    last = views.last()
    assert last is not None
    assert last[0] == games.recorder.max_notification_id()
    views.begin("another edition")
    found = Changes(last=last[1]._replace(version=1))
    views.record(found, after=0, tracking=Tracking("another edition", 1))
    assert views.last() == last


@pytest.mark.sampled(1)
def test_two_workers_leave_it_as_it_is(
    games: Games, views: ViewStore, env: dict[str, str], lost: list[str]
) -> None:
    before = content(views, edition(games))
    quickly = "worker.LOOKING = 0.05; worker.PAUSES = (0.05,)"
    pair = [started(env, quickly) for _ in range(2)]
    try:
        with pytest.raises(AssertionError):
            wait_for_change(views, games, before)
    finally:
        for process in pair:
            process.send_signal(signal.SIGTERM)
        assert [process.wait(PATIENCE) for process in pair] == [0, 0]
        for process in pair:
            assert process.stdout is not None
            process.stdout.close()
    assert content(views, edition(games)) == before


def wait_for_change(views: ViewStore, games: Games, before: object) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("tests.command_line.server.PATIENCE", 2)
        wait_until(lambda: content(views, edition(games)) != before, "a change")


def test_nothing_is_recorded_until_it_is_confirmed(
    games: Games, views: ViewStore, lost: list[str]
) -> None:
    games.is_whole = Witness(games, lambda: views)
    head = games.head(lost[0])
    with pytest.raises(EventsLost):
        play(games, lost[0], 1)
    with pytest.raises(EventsLost):
        games.create("toy", "short", {})
    with pytest.raises(EventsLost):
        games.put_name(lost[0], "red", "Ney")
    assert games.head(lost[0]) == head
    views.forget(edition(games))
    games.is_whole = Witness(games, lambda: views)
    play(games, lost[0], 1)
    assert games.head(lost[0]) > head
