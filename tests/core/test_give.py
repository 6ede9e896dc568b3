"""Orders are given, refused, and found to be too late."""

from __future__ import annotations

from typing import Any

import pytest

from napoleon.play.games import Games
from napoleon.play.outcomes import Accepted, Stale
from napoleon.rules.orders import Order, OrderGiven, Refusal
from tests.core.play import play, stored
from tests.repetitions import IN_THE_HOUSE
from tests.toy import Bet, BetSealed, Draw, Pass, Table, Toy

pytestmark = IN_THE_HOUSE

DRAW = {"order": "draw"}
PASS = {"order": "pass"}


def accepted(outcome: object) -> Accepted:
    assert isinstance(outcome, Accepted), outcome
    return outcome


def refused(games: Games, game_id: str, *orders: Any, seat: str = "red", **more: Any) -> Refusal:
    """The refusal of these orders, of which nothing was recorded."""
    before = stored(games)
    outcome = games.submit_orders(game_id, seat, list(orders), **more)
    assert isinstance(outcome, Refusal), outcome
    assert stored(games) == before
    return outcome


def test_every_event_is_stamped(games: Games, game_id: str) -> None:
    before = games.open(game_id)
    first = accepted(games.submit_orders(game_id, "red", [DRAW])).events
    second = accepted(games.submit_orders(game_id, "blue", [PASS])).events
    events = [*first, *second]
    assert [e.version for e in events] == list(range(before.version + 1, before.version + 7))
    assert {e.game for e in events} == {game_id}
    by = ["red", "", "red", "red", "blue", "blue"]
    assert [e.by for e in events] == by, "as the rules say who acted; chance is nobody's"
    assert len({e.order_id for e in first}) == len({e.order_id for e in second}) == 1
    assert len(first[0].order_id) == 12
    assert first[0].order_id != second[0].order_id
    assert len({e.at for e in first}) == 1, "one save, one time"
    assert first[0].at <= second[0].at
    assert [(e.turn, e.phase) for e in events] == [(1, "go")] * 5 + [(1, "bet")]


def test_orders_may_be_objects(games: Games, game_id: str) -> None:
    answer = accepted(games.submit_orders(game_id, "red", [Draw()]))
    assert answer.events[0] == OrderGiven(
        player="red",
        order={"order": "draw"},
        **{name: getattr(answer.events[0], name) for name in
           ("game", "version", "at", "by", "order_id", "turn", "phase")},
    )  # fmt: skip


def test_several_orders_are_one_save(games: Games, game_id: str) -> None:
    games.submit_orders(game_id, "red", [PASS])
    answer = accepted(games.submit_orders(game_id, "blue", [PASS, {"order": "bet", "value": 2}]))
    types = [event.type for event in answer.events]
    assert types == ["order_given", "go_ended", "order_given", "bet_sealed"]
    assert (answer.carried_out, answer.refused) == (2, None)
    assert len({event.at for event in answer.events}) == 1
    assert len({event.order_id for event in answer.events}) == 1


def test_orders_stop_where_the_game_is_over(games: Games) -> None:
    game_id = games.create("toy", "short", {"turns": 1}).game.id
    games.submit_orders(game_id, "red", [PASS])
    games.submit_orders(game_id, "blue", [PASS, Bet(2)])
    answer = accepted(games.submit_orders(game_id, "red", [Bet(1), Bet(1)]))
    assert (answer.carried_out, answer.refused) == (1, None)
    assert games.open(game_id).over


def test_a_refused_order(games: Games, game_id: str) -> None:
    assert refused(games, game_id, {"order": "play", "card": 99}).code == "NOT_OFFERED"
    assert refused(games, game_id, PASS, seat="blue").code == "NOT_YOUR_DECISION"
    assert refused(games, game_id, {"order": "bet", "value": 1}, PASS).code == "NOT_OFFERED"


def test_the_draws_go_on_where_they_ended(games: Games, game_id: str) -> None:
    play(games, game_id, 60)
    draws = [e.draw for e in games.history(game_id) if e.type == "card_drawn"]  # type: ignore[attr-defined]
    assert draws == list(range(len(draws)))
    assert len(draws) > 2
    assert games.open(game_id).state.draws == len(draws)


def test_each_order_draws_where_the_one_before_it_ended(env: dict[str, str]) -> None:
    drawn: list[tuple[int, int]] = []

    class Watched(Toy):
        def decide(self, state: Any, seat: str, order: Order, chance: Any) -> Any:
            drawn.append((chance.drawn, state.draws))
            return super().decide(state, seat, order, chance)

    with Games(env, rulesets={"toy": Watched()}) as games:
        game_id = games.create("toy", "short", {}).game.id
        accepted(games.submit_orders(game_id, "red", [PASS]))
        accepted(games.submit_orders(game_id, "blue", [DRAW, {"order": "bet", "value": 2}]))
    assert drawn == [(2, 2), (2, 2), (3, 3)]


@pytest.mark.parametrize(
    ("order", "where"),
    [
        ({"order": "charge"}, "orders[0].order"),
        ({"order": "play"}, "orders[0]"),
        ({"order": "play", "card": "five"}, "orders[0].card"),
        ({"order": "play", "card": 5, "colour": "red"}, "orders[0]"),
        ({}, "orders[0]"),
        ({"card": 5}, "orders[0]"),
        ([], "orders[0]"),
        (None, "orders[0]"),
        (7, "orders[0]"),
    ],
)
def test_what_is_no_order(games: Games, game_id: str, order: Any, where: str) -> None:
    refusal = refused(games, game_id, order)
    assert refusal.code == "BAD_PAYLOAD"
    assert refusal.facts == {"where": where}
    assert refusal.detail.startswith("This is no order of the game: ")


def test_a_line_is_no_order_of_a_game_without_notation(games: Games, game_id: str) -> None:
    refusal = refused(games, game_id, "pass")
    assert (refusal.code, refusal.facts) == ("BAD_PAYLOAD", {"where": "orders[0]"})
    assert refusal.detail == "This game has no notation, so no line is an order of it."


def test_a_later_order_that_is_none_refuses_the_request(games: Games, game_id: str) -> None:
    refusal = refused(games, game_id, PASS, {"order": "play", "card": None})
    assert (refusal.code, refusal.facts) == ("BAD_PAYLOAD", {"where": "orders[1].card"})


def test_text_that_is_no_unicode(games: Games, game_id: str) -> None:
    assert refused(games, game_id, PASS, decision="\ud800").code == "BAD_PAYLOAD"


def test_giving_leaves_published_positions_as_they_were(games: Games, game_id: str) -> None:
    before = games.open(game_id)
    hands = {seat: list(cards) for seat, cards in before.state.hands.items()}
    accepted(games.submit_orders(game_id, "red", [Draw()]))
    accepted(games.submit_orders(game_id, "blue", [Pass()]))
    assert before.state.hands == hands
    assert before.version == games.head(game_id) - 6


def test_what_the_rules_do_by_themselves_was_done_by_nobody(games: Games, game_id: str) -> None:
    for seat in ("red", "blue"):
        games.submit_orders(game_id, seat, [PASS])
    games.submit_orders(game_id, "red", [{"order": "bet", "value": 1}])
    last = accepted(games.submit_orders(game_id, "blue", [{"order": "bet", "value": 2}])).events
    by = {event.type: event.by for event in last}
    assert (by["order_given"], by["bets_revealed"], by["turn_started"]) == ("blue", "", "")


def test_a_sealed_answer_is_that_of_its_seat_whoever_ordered_last(env: dict[str, str]) -> None:
    class OpenedInTurn(Toy):
        def _end_turn(self, table: Table) -> None:
            for seat, value in dict(table.state.bets).items():
                table.record(BetSealed(player=seat, value=value), seat)
            super()._end_turn(table)

    with Games(env, rulesets={"toy": OpenedInTurn()}) as games:
        game_id = games.create("toy", "short", {}).game.id
        for seat in ("red", "blue"):
            games.submit_orders(game_id, seat, [PASS])
        games.submit_orders(game_id, "red", [Bet(1)])
        last = accepted(games.submit_orders(game_id, "blue", [Bet(2)])).events
        recorded = games.history(game_id)[-len(last) :]
    types = ["order_given", *["bet_sealed"] * 3, "bets_revealed", "turn_started"]
    assert [event.type for event in last] == types
    assert [event.by for event in last] == ["blue", "blue", "red", "blue", "", ""]
    assert recorded == last


def test_wrongs_are_told_in_the_order_of_the_digest(games: Games, game_id: str) -> None:
    nonsense = {"order": "fly"}
    version = games.open(game_id).version
    green = refused(games, game_id, nonsense, seat="green", expected=1)
    assert green.code == "NOT_SEATED"
    assert isinstance(games.submit_orders(game_id, "red", [nonsense], expected=1), Stale)
    assert refused(games, game_id, nonsense, expected=version).code == "BAD_PAYLOAD"
    no_text = {"order": "\ud800"}
    assert isinstance(games.submit_orders(game_id, "red", [no_text], expected=1), Stale)
    assert refused(games, game_id, no_text, expected=version).code == "BAD_PAYLOAD"
    play(games, game_id, 100)
    for wrong in (nonsense, no_text):
        assert refused(games, game_id, wrong, expected=1).code == "GAME_OVER"
