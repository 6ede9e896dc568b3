"""A reaction to a reaction: settled from the top, rewound into, answered by standing orders."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from napoleon.play.standing_orders import answer_in_place
from napoleon.rules.kit.preferences import Preference, first_of, named, preferred
from napoleon.rules.kit.profiles import Profiles
from napoleon.rules.orders import Order
from napoleon.rules.standing_orders import Kept, StandingOrder
from tests.api.desk import Table
from tests.toys import bidding
from tests.toys.reactions import (
    ORDERS,
    RULES,
    UPON,
    AskMe,
    Bold,
    Counter,
    CounterWith,
    Laid,
    LetPass,
    LetPassThese,
    Pass,
    Played,
    Quiet,
    State,
    Wary,
)
from tests.toys.ruleset import Game


@pytest.fixture
def table(table_for: Callable[[Game], Table]) -> Table:
    return table_for(RULES)


def asked(table: Table) -> tuple[str, str]:
    [decision] = table.get("/decisions").json["decisions"]
    return decision["seat"], decision["kind"]


def play(table: Table, seat: str, verb: str) -> int:
    """Give the first offer of a verb; the card that was played, or 0."""
    offer = next(it for it in table.legal_orders(seat) if it["order"] == verb)
    assert table.order(seat, offer).status_code == 201
    return int(offer.get("card", 0))


def stack(table: Table) -> list[int]:
    return [it["card"] for it in table.get("/map").json["stack"]]


def points(table: Table) -> Any:
    return table.get("/victory-track").json["points"]


def test_a_counter_to_a_counter_lets_the_attack_count(table: Table) -> None:
    attack = play(table, "austria", "attack")
    assert asked(table) == ("britain", "react")
    counter = play(table, "britain", "counter")
    assert asked(table) == ("france", "react")
    again = play(table, "france", "counter")
    assert stack(table) == [attack, counter, again]
    for seat in ("austria", "britain"):
        assert asked(table) == (seat, "react")
        play(table, seat, "pass")
    # The two counters are settled; the attack may still be reacted to by those who have not.
    assert stack(table) == [attack]
    assert asked(table) == ("britain", "react")
    play(table, "britain", "pass")
    play(table, "france", "pass")
    assert points(table)["austria"] == attack
    assert asked(table) == ("britain", "go")


def test_a_rewind_goes_back_into_the_midst_of_the_reactions(table: Table) -> None:
    attack = play(table, "austria", "attack")
    counter = play(table, "britain", "counter")
    version = table.version
    play(table, "france", "counter")
    play(table, "austria", "pass")
    ruled = table.post(
        "/rulings", "referee",
        {"outcome": "rewind", "clauses": ["6.14"], "reason": "A slip.", "to": version},
    )  # fmt: skip
    assert ruled.status_code == 201, ruled.text
    assert stack(table) == [attack, counter]
    assert asked(table) == ("france", "react")
    play(table, "france", "pass")
    play(table, "austria", "pass")
    assert stack(table) == [] and set(points(table).values()) == {0}


def test_a_standing_order_answers_at_any_depth(table_for: Callable[[Game], Table]) -> None:
    desk = table_for(RULES).desk
    table = desk.table(ruleset=RULES.name, scenario="only", instant_answers=True)
    left = table.post("/instructions", "france", {"instruction": "let_pass"})
    assert left.status_code == 201, left.text
    attack = play(table, "austria", "attack")
    counter = play(table, "britain", "counter")
    answer_in_place(desk.games, table.id)
    assert stack(table) == [attack, counter]
    assert asked(table) == ("austria", "react")
    given = [it for it in table.get("/log", "france").json["events"] if it["type"] == "let_pass"]
    assert [it["by"] for it in given] == ["france"]


# -- standing orders of windows --------------------------------------------------------------------


def standing(*left: StandingOrder, turn: int = 1) -> list[Kept]:
    """What France has left, the oldest first."""
    return [Kept(str(n), "france", it, {"turn": turn}) for n, it in enumerate(left)]


def attacked(by: str = "austria", *countered: str, held: tuple[int, ...] = (7, 9)) -> State:
    """Somebody has attacked, others have countered, and France, which holds two cards, is asked."""
    state = Laid().begin()
    state.hands["france"] = list(held)
    state.stack = [
        Played(player, card, ["france"]) for card, player in enumerate((by, *countered), 1)
    ]
    return state


def answer(state: State, *left: StandingOrder) -> Order | None:
    [decision] = RULES.decisions(state)
    assert RULES.standing is not None
    use = RULES.standing.answer(state, decision, standing(*left))
    return None if use is None else use.order


def test_those_of_one_kind_are_let_pass_and_no_others() -> None:
    word = LetPassThese("attack")
    assert answer(attacked(), word) == Pass()
    assert answer(attacked("austria", "britain"), word) is None
    assert answer(attacked("austria", "britain"), LetPassThese("any")) == Pass()


def test_a_card_is_played_before_all_is_let_pass_and_waits_for_whom_it_is_meant() -> None:
    words = (LetPass(), CounterWith(9, "britain"))
    assert answer(attacked("britain"), *words) == Counter(9)
    assert answer(attacked("austria"), *words) == Pass()
    assert answer(attacked("austria"), CounterWith(9, "britain")) is None


def test_a_card_that_is_not_held_is_not_played() -> None:
    assert answer(attacked(held=(7,)), CounterWith(9)) is None


def test_whoever_wants_to_be_asked_is_asked_whatever_else_they_have_left() -> None:
    words = (LetPass(), CounterWith(9), AskMe("counter"))
    assert answer(attacked("austria", "britain"), *words) is None
    assert answer(attacked("austria"), *words) == Counter(9)


@pytest.mark.parametrize(
    ("word", "turn", "expired"),
    [
        (LetPass(), 2, False),
        (LetPass(), 3, True),
        (LetPassThese("any", "turn"), 1, False),
        (LetPassThese("any", "turn"), 2, True),
        (AskMe("any", "turn"), 2, True),
        (AskMe("any"), 9, False),
        (CounterWith(7), 9, False),
        (CounterWith(8), 1, True),
    ],
)
def test_standing_orders_run_out_with_their_time_or_their_card(
    word: StandingOrder, turn: int, expired: bool
) -> None:
    state = attacked()
    state.turn = turn
    [kept] = standing(word)
    assert ORDERS.has_expired(state, kept) is expired


def test_a_window_asks_in_turn_and_is_over_when_nobody_is_left() -> None:
    state = attacked()
    state.stack[-1].waiting = ["britain", "france"]
    table = RULES.table(state, RULES.pack, None)
    assert [it.seat for it in UPON["attack"].asks(table)] == ["britain"]
    assert UPON["attack"].is_due(table)
    state.stack[-1].waiting = []
    # What a table has looked at holds for its position: another position is another table.
    table = RULES.table(state, RULES.pack, None)
    assert (UPON["attack"].is_due(table), UPON["attack"].asks(table)) == (False, [])


def test_a_sealed_window_asks_all_at_once() -> None:
    state = bidding.Laid().begin()
    state.bids.ask(bidding.SEATS)
    table = bidding.RULES.table(state, bidding.RULES.pack, None)
    assert [it.seat for it in bidding.BIDS.asks(table)] == list(bidding.SEATS)


# -- profiles --------------------------------------------------------------------------------------


def test_a_profile_is_left_answers_and_is_withdrawn_as_one(
    table_for: Callable[[Game], Table],
) -> None:
    desk = table_for(RULES).desk
    table = desk.table(ruleset=RULES.name, scenario="only", instant_answers=True)
    left = table.post("/instructions", "france", {"instruction": "quiet"})
    assert left.status_code == 201, left.text
    play(table, "austria", "attack")
    counter = play(table, "britain", "counter")
    answer_in_place(desk.games, table.id)
    assert stack(table)[-1] == counter and asked(table) == ("austria", "react")
    [kept] = table.get("/instructions", "france").json["instructions"]
    assert kept["instruction"] == {"instruction": "quiet"}
    gone = table.delete(f"/instructions/{kept['id']}", "france")
    assert gone.status_code == 204, gone.text
    assert table.get("/instructions", "france").json["instructions"] == []


def test_what_has_run_out_of_a_profile_is_passed_over_and_the_rest_holds() -> None:
    quiet, wary = Quiet(), Wary()
    assert RULES.standing is not None
    later = attacked("austria", "britain")
    later.turn = 3
    assert answer(later, quiet) == Pass()
    later.stack.pop()
    assert answer(later, quiet) is None
    for turn, expired in ((1, False), (2, True)):
        later.turn = turn
        assert RULES.standing.has_expired(later, *standing(wary)) is expired
        assert RULES.standing.has_expired(later, *standing(quiet)) is False


def test_a_card_of_a_profile_is_played_and_does_not_use_up_the_profile() -> None:
    state = attacked(held=(18,))
    [decision] = RULES.decisions(state)
    assert RULES.standing is not None
    [bold] = standing(Bold())
    use = RULES.standing.answer(state, decision, [bold])
    assert use is not None and (use.order, use.spent, use.kept) == (Counter(18), False, bold)


def test_what_is_said_by_itself_comes_before_a_profile_that_was_left_earlier() -> None:
    assert answer(attacked(held=(18, 7)), Bold(), CounterWith(7)) == Counter(7)
    assert answer(attacked(held=(18, 7)), Bold(), AskMe("attack")) is None


def test_a_profile_that_can_never_apply_is_refused() -> None:
    standing_orders, state = RULES.standing, attacked(held=(7,))
    assert standing_orders is not None
    assert standing_orders.refuse(state, "france", Bold()) is None
    assert standing_orders.refuse(state, "france", CounterWith(18)) is not None
    table = RULES.table(state, RULES.pack, None)
    never = Profiles(
        {Bold: lambda it: (CounterWith(17), CounterWith(18))}, ORDERS.has_expired, ORDERS.refusal
    )
    refused = never.refusal(table, "france", Bold())
    assert refused is not None and refused.facts == {"card": 17}


# -- preferences -----------------------------------------------------------------------------------


def test_a_preference_names_what_is_chosen_first_and_may_be_used_up() -> None:
    answers = preferred(
        Preference(CounterWith, first_of(Counter, "card", "card"), once=True),
        Preference(LetPass, lambda *_: (Pass(),)),
    )
    state = attacked()
    [decision] = RULES.decisions(state)
    legal_orders = list(RULES.legal_orders(state, decision))
    kept = standing(AskMe("any"), CounterWith(8), CounterWith(9), LetPass())
    uses = answers(RULES.table(state, RULES.pack, None), decision, kept, legal_orders)
    assert [(it.order, it.spent) for it in uses] == [(Counter(9), True), (Pass(), False)]


def test_names_are_tried_in_their_order() -> None:
    legal_orders = [Counter(1), Counter(2), Counter(3)]
    assert list(named(legal_orders, "card", ("3", "1"))) == []
    assert [it.card for it in named(legal_orders, "card", (3, 1))] == [3, 1]
