"""The worker answers what standing orders answer, where another process ended before it did."""

from __future__ import annotations

import signal
from collections.abc import Callable, Mapping
from typing import Any

import pytest
from eventsourcing.persistence import IntegrityError, OperationalError

from napoleon.log.store.recorder import StandingOrderRow
from napoleon.play.games import Games
from napoleon.play.standing_orders import kept_by, leave
from napoleon.rules.standing_orders import Kept
from projections.projector import edition
from projections.rows import Changes
from projections.store import ViewStore
from projections.worker import catch_up, draw
from tests.core.play import unfollowed
from tests.projections.audit import all_is_drawn
from tests.projections.test_killed_workers import used
from tests.projections.test_workers import started, stopped, wait_until_drawn
from tests.repetitions import DRAWN_ANYWHERE
from tests.toy import PlayLater, Standing, Toy

pytestmark = DRAWN_ANYWHERE

PASS = {"order": "pass"}


@pytest.fixture
def asked(games: Games) -> str:
    """A game in which blue is asked, and its standing order is still to be used.

    The process that carried out red's order has ended before.
    """
    game_id = games.create("toy", "short", {"turns": 2}, instant_answers=True).game.id
    card = games.open(game_id).state.hands["blue"][0]
    kept = leave(games, game_id, "blue", {"instruction": "play_later", "card": card})
    assert isinstance(kept, Kept)
    with unfollowed(games):
        games.submit_orders(game_id, "red", [PASS])
    return game_id


def test_the_worker_uses_it_once(games: Games, views: ViewStore, asked: str) -> None:
    catch_up(games, views)
    assert used(games, asked) == ["play_later"]
    assert kept_by(games, asked, "blue") == []
    catch_up(games, views)
    assert used(games, asked) == ["play_later"]
    all_is_drawn(games, views)


def test_the_next_worker_uses_it_if_the_first_one_ends_before_it_has_written(
    games: Games,
    opened: Callable[..., Games],
    views: ViewStore,
    asked: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def failing(changes: Changes, **_: Any) -> None:
        raise OperationalError("disk I/O error")

    with monkeypatch.context() as patch:
        patch.setattr(views, "record", failing)
        with pytest.raises(OperationalError):
            catch_up(games, views)
    catch_up(opened(), views)
    assert used(games, asked) == ["play_later"]
    all_is_drawn(games, views)


def test_the_position_is_not_written_before_it_is_used(
    games: Games, views: ViewStore, asked: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def ended(*_: Any) -> None:
        raise SystemExit

    monkeypatch.setattr("napoleon.play.standing_orders.answer_in_place", ended)
    batch = games.recorder.select_notifications(1, 500)
    position = views.begin(edition(games))
    with pytest.raises(SystemExit):
        draw(games, views, batch, position)
    assert views.max_tracking_id(edition(games)) in (None, position)
    monkeypatch.undo()
    catch_up(games, views)
    assert used(games, asked) == ["play_later"]
    all_is_drawn(games, views)


@pytest.mark.parametrize("seat", ["red", "blue"])
def test_a_standing_order_that_cannot_be_read_stops_nothing(
    games: Games, views: ViewStore, asked: str, seat: str
) -> None:
    body = b'[{"instruction": "surrender"}, {"turn": 1}]'
    games.recorder.put_standing_order(StandingOrderRow(asked, "broken", seat, body))
    catch_up(games, views)
    assert used(games, asked) == ["play_later"]
    assert games.recorder.standing_orders(asked) == []
    all_is_drawn(games, views)


@pytest.mark.parametrize("error", [KeyError, OperationalError, IntegrityError])
def test_a_standing_order_that_fails_stops_neither_drawing_nor_other_games(
    games: Games,
    views: ViewStore,
    asked: str,
    monkeypatch: pytest.MonkeyPatch,
    error: type[Exception],
) -> None:
    answer = Standing.answer

    def fail_for_play_later(self: Standing, state: Any, decision: Any, kept: Any) -> Any:
        if isinstance(kept[0].word, PlayLater):
            raise error("broken")
        return answer(self, state, decision, kept)

    other = games.create("toy", "short", {"turns": 2}, instant_answers=True).game.id
    leave(games, other, "blue", {"instruction": "pass_this_turn"})
    with unfollowed(games):
        games.submit_orders(other, "red", [PASS])
    monkeypatch.setattr(Standing, "answer", fail_for_play_later)
    position = catch_up(games, views)
    assert position == games.recorder.max_notification_id()
    assert (used(games, asked), used(games, other)) == ([], ["pass_this_turn"])
    all_is_drawn(games, views)


def test_a_worker_in_a_process_of_its_own_uses_it(
    games: Games, views: ViewStore, env: Mapping[str, str], asked: str
) -> None:
    process = started(env)
    wait_until_drawn(games, views)
    stopped(process, signal.SIGTERM)
    assert used(games, asked) == ["play_later"]
    catch_up(games, views)
    all_is_drawn(games, views)


def test_two_workers_use_it_once(
    opened: Callable[..., Games], views: ViewStore, asked: str
) -> None:
    class Interrupted(Toy):
        meanwhile: list[Callable[[], object]] = []

        def decide(self, *arguments: Any) -> Any:
            outcome = super().decide(*arguments)
            if self.meanwhile:
                self.meanwhile.pop()()
            return outcome

    first, second = opened(Interrupted()), opened()
    Interrupted.meanwhile.append(lambda: catch_up(second, views))
    catch_up(first, views)
    assert used(first, asked) == ["play_later"]
    all_is_drawn(second, views)
