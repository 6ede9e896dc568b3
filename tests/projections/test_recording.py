"""Views, position and wake-up are written together or not at all, in the file as in Redis."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from functools import partial
from threading import Event, Thread
from typing import Any
from unittest import TestCase

import msgspec
import pytest
from eventsourcing.persistence import IntegrityError, PersistenceError, Tracking, TrackingRecorder
from eventsourcing.tests import persistence as kit

from napoleon.play.games import Games
from projections.lobby import Wanted
from projections.projector import edition
from projections.rows import Changes, Cited, LobbyRow, RulingRow, Step, TurnEnd
from projections.rulings import Wanted as WantedRulings
from projections.store import ViewStore
from projections.worker import catch_up
from tests.core.play import play
from tests.patience import PATIENCE
from tests.projections.audit import all_is_drawn, content

OTHER = "another edition"


def turn(version: int, shown: int = 0) -> Changes:
    """A game's turn index, one phase long, and its entry in the lobby."""
    return Changes(
        steps=[Step("g", shown, version)],
        turns=[TurnEnd("g", 1, "go", version)],
        lobby=[LobbyRow("g", version, 7, "toy", "running", b"{}", True)],
    )


def index(views: ViewStore) -> list[tuple[Any, ...]]:
    """The rows of turn indices."""
    return [it for it in content(views, "log") if it[0] == "turns"]


@pytest.fixture
def told(views: ViewStore) -> Iterator[list[Any]]:
    """What is told on the channel of the read models; nothing ever, in the file."""
    messages: list[Any] = []
    views = views.inner
    if not hasattr(views, "_writer"):
        yield messages
        return
    ended, listening = Event(), Event()

    def listen() -> None:
        with views._writer.pubsub() as channel:
            channel.subscribe(views._shared.drawn)
            while not ended.is_set():
                message = channel.get_message(timeout=0.01)
                if message and message["type"] == "message":
                    messages.append(msgspec.json.decode(message["data"]))
                elif message:
                    listening.set()

    listener = Thread(target=listen)
    listener.start()
    assert listening.wait(PATIENCE)
    yield messages
    ended.set()
    listener.join()


def test_the_librarys_own_cases(env: dict[str, str], views: ViewStore) -> None:
    class Case(kit.TrackingRecorderTestCase, TestCase):
        def create_recorder(self) -> ViewStore:
            return views

    for name in ("test_insert_tracking", "test_wait"):
        result = Case(name).run()
        assert result is not None
        assert (result.testsRun, result.errors, result.failures) == (1, [], [])
        for application in ("upstream1", "upstream2"):
            forgotten(views, application)


def forgotten(views: Any, application: str) -> None:
    """Forget a position, as a flushed store does."""
    views = views.inner
    if hasattr(views, "_writer"):
        views._writer.flushdb()
    else:
        with views.datastore.transaction(commit=True) as cursor:
            cursor.execute("DELETE FROM tracking WHERE application_name = ?", (application,))


def test_who_waits_for_a_position_is_not_kept_waiting(
    views: ViewStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each position is reached when it has been asked for in vain."""
    views.begin("log")
    asked, has = Event(), views.inner.has_tracking_id

    def ask(*arguments: Any) -> bool:
        found = has(*arguments)
        asked.set()
        return found

    monkeypatch.setattr(views.inner, "has_tracking_id", ask)

    def move_on(position: int) -> None:
        assert asked.wait(PATIENCE)
        changed = turn(position, position - 1)
        views.record(changed, after=position - 1, tracking=Tracking("log", position))

    def late(wait: Callable[..., None], position: int) -> float:
        """For how many seconds he waits who wants that position."""
        asked.clear()
        mover = Thread(target=move_on, args=(position,))
        started = time.monotonic()
        mover.start()
        wait("log", position, timeout=PATIENCE)
        mover.join()
        return time.monotonic() - started

    ours, theirs = [], []
    for position in range(1, 14, 2):
        ours.append(late(views.wait, position))
        theirs.append(late(partial(TrackingRecorder.wait, views), position + 1))
    assert sorted(ours)[3] < sorted(theirs)[3], "the library's own way takes 100 ms at the least"


def test_only_the_next_batch_is_written(views: ViewStore) -> None:
    views.begin("log")
    views.record(turn(4), after=0, tracking=Tracking("log", 4))
    before = content(views, "log")
    for after, reached in ((0, 9), (3, 9), (5, 9), (9, 9)):
        with pytest.raises(IntegrityError):
            views.record(turn(9, 4), after=after, tracking=Tracking("log", reached))
    with pytest.raises(IntegrityError):
        views.record(turn(9), after=0, tracking=Tracking(OTHER, 4))
    assert content(views, "log") == before
    assert index(views) == [("turns", "g", 1, "go", 4)]
    assert views.max_tracking_id("log") == 4
    views.record(turn(9, 4), after=4, tracking=Tracking("log", 9))
    assert index(views) == [("turns", "g", 1, "go", 9)]


def test_beginning_again_keeps_what_is_there(views: ViewStore) -> None:
    views.begin("log")
    views.record(turn(4), after=0, tracking=Tracking("log", 4))
    assert views.begin("log") == 4
    assert index(views) == [("turns", "g", 1, "go", 4)]
    assert views.begin(OTHER) == 0
    assert content(views, OTHER) == []


def of_game(game: str, shown: int, version: int) -> Changes:
    """All that can be changed of a game."""
    return Changes(
        steps=[Step(game, shown, version)],
        turns=[TurnEnd(game, 1, "go", version)],
        lobby=[LobbyRow(game, version, 7, "toy", "running", b"{}", True)],
        rulings=[RulingRow(game, version, 9, "toy", b'{"clauses":[]}')],
        cited=[Cited("GO", game, version)],
    )


def test_a_game_is_changed_from_the_version_that_is_shown_only(
    views: ViewStore, told: list[Any]
) -> None:
    views.begin("log")
    both = of_game("one", 0, 3)
    both.add(of_game("two", 0, 2))
    views.record(both, after=0, tracking=Tracking("log", 5))
    before = content(views, "log")
    assert views.shown(["one", "two", "three"], edition="log") == {"one": 3, "two": 2}
    for wrong in (of_game("two", 0, 4), of_game("two", 1, 4), of_game("two", 3, 4)):
        mixed = of_game("one", 3, 6)
        mixed.add(wrong)
        with pytest.raises(IntegrityError):
            views.record(mixed, after=5, tracking=Tracking("log", 9))
        with pytest.raises(IntegrityError):
            views.record(of_game("three", 1, 2), after=5, tracking=Tracking("log", 9))
    assert content(views, "log") == before
    assert views.max_tracking_id("log") == 5
    views.record(of_game("two", 2, 4), after=5, tracking=Tracking("log", 9))
    assert views.shown(["two"], edition="log") == {"two": 4}
    if told:
        deadline = time.monotonic() + PATIENCE
        while len(told) < 2:
            assert time.monotonic() < deadline
            time.sleep(0.01)
        assert [(it["position"], it["games"]) for it in told] == [
            (5, {"one": 3, "two": 2}),
            (9, {"two": 4}),
        ], "nothing is told of what was not written"


@pytest.mark.parametrize(
    "wrong",
    [
        {"rulings": [RulingRow("g", 4, None, "toy", b"{}")]},  # type: ignore[arg-type]
        {"lobby": [LobbyRow("g", 4, None, "toy", "over", b"{}", True)]},  # type: ignore[arg-type]
    ],
)
def test_a_batch_that_cannot_be_written_moves_nothing_on(
    views: ViewStore, told: list[Any], wrong: dict[str, Any]
) -> None:
    """In Redis the game may be drawn already; it is drawn again with the next batch."""
    views.begin("log")
    right = of_game("g", 0, 4)
    with pytest.raises(PersistenceError):
        views.record(msgspec.structs.replace(right, **wrong), after=0, tracking=Tracking("log", 4))
    assert views.max_tracking_id("log") == 0
    assert views.shown(["g"], edition="log") == {}
    assert told == []
    for reached, version in ((4, 4), (9, 6)):
        shown = 0 if reached == 4 else 4
        whole = of_game("g", shown, version)
        views.record(whole, after=shown, tracking=Tracking("log", reached))
    assert views.shown(["g"], edition="log") == {"g": 6}
    assert index(views) == [("turns", "g", 1, "go", 6)]


def test_what_is_replaced_leaves_nothing_behind(games: Games, views: ViewStore) -> None:
    game_id = games.create("toy", "short", {}, referee=True).game.id
    play(games, game_id, 9)
    position = catch_up(games, views)
    drawn_by = edition(games)
    right = content(views, drawn_by)
    version = games.head(game_id)
    odd = of_game(game_id, version, version)
    odd.turns.append(TurnEnd(game_id, 99, "never", version))
    odd.rulings[0] = odd.rulings[0]._replace(
        body=b'{"game":"%b","version":%d,"at":9,"ruleset":"toy","clauses":["GO"],"case":null}'
        % (game_id.encode(), version)
    )
    views.record(odd, after=position, tracking=Tracking(drawn_by, position))
    assert content(views, drawn_by) != right
    wanted = WantedRulings(clause="GO")
    assert len(views.rulings(wanted, edition=drawn_by, reached=(position,)) or ()) == 1
    from projections.projector import drawn

    whole = drawn(games, games.open(game_id))
    whole.steps[:] = [whole.steps[0]._replace(shown=version)]
    whole.replaced.append(game_id)
    views.record(whole, after=position, tracking=Tracking(drawn_by, position))
    assert content(views, drawn_by) == right
    assert views.rulings(wanted, edition=drawn_by, reached=(position,)) == []
    all_is_drawn(games, views)


def test_lists_are_of_a_position_that_was_reached(games: Games, views: ViewStore) -> None:
    game_id = games.create("toy", "short", {}).game.id
    drawn_by = edition(games)
    for wanted in (Wanted(), Wanted(game=game_id)):
        assert views.lobby(wanted, edition=drawn_by, reached=(0,)) is None
    assert views.rulings(WantedRulings(), edition=drawn_by, reached=(0,)) is None
    position = catch_up(games, views)
    for wanted in (Wanted(), Wanted(game=game_id)):
        assert len(views.lobby(wanted, edition=drawn_by, reached=(position,)) or ()) == 1
        assert views.lobby(wanted, edition=drawn_by, reached=(position + 1,)) is None
        assert views.lobby(wanted, edition=OTHER, reached=(0,)) is None
    assert views.lobby(Wanted(status="over"), edition=drawn_by, reached=(position,)) == []
    assert views.rulings(WantedRulings(), edition=drawn_by, reached=(position,)) == []
    assert views.rulings(WantedRulings(), edition=drawn_by, reached=(position + 1,)) is None
