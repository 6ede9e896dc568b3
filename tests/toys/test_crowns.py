"""One seat plays several nations: it is asked for each, and each answer finds its question."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from napoleon.chance import SeededChance
from napoleon.log.game import Game as Log
from napoleon.play.outcomes import Accepted
from napoleon.play.standing_orders import answer_in_place
from napoleon.rules.kit.declaring import candidates_of
from napoleon.rules.kit.frames import inmost
from napoleon.rules.orders import Order, Refusal
from napoleon.rules.standing_orders import Kept
from napoleon.rules.terms import Decision
from tests.api.desk import Table
from tests.toys.crowns import (
    COURIERS,
    NATIONS,
    PACTS,
    RULES,
    VERBS,
    Card,
    Decline,
    Lose,
    Nation,
    NeverReply,
    Play,
    Reply,
    State,
    Window,
)
from tests.toys.ruleset import Game
from tests.web.browser import words
from tests.web.tables import seated
from tests.web.test_order_form import chosen, confirmed, send


@pytest.fixture
def make(table_for: Callable[[Game], Table]) -> Callable[[], Table]:
    return lambda: table_for(RULES)


def at(hands: dict[str, list[int]], discards: tuple[int, ...] = ()) -> State:
    """The position after the deal, with these hands, when Britain is to play."""
    state: Any = None
    for event in RULES.setup("only", {}, SeededChance("18" * 32, "game", drawn=0)):
        state = RULES.apply(state, event)
    for name, hand in hands.items():
        state.nations[name].hand = list(hand)
    state.discards = list(discards)
    return state  # type: ignore[no-any-return]


def give(state: State, seat: str, *orders: Order) -> State:
    """The position after these orders, each of which is legal."""
    for order in orders:
        chance = SeededChance("18" * 32, "game", drawn=state.draws)
        events = RULES.decide(state, seat, order, chance)
        assert not isinstance(events, Refusal), events
        for event in events:
            state = RULES.apply(state, event)
    return state


def asked(state: State) -> list[tuple[str, str, str]]:
    return [(it.seat, it.kind, it.subject) for it in RULES.decisions(state)]


HANDS = {"britain": [1, 7], "russia": [2, 14], "paris": [3, 21], "spain": [4, 28]}


# -- questions with a subject ----------------------------------------------------------------------


def test_an_order_answers_the_question_for_its_nation() -> None:
    state = give(at(HANDS), "coalition", Play("britain", 1))
    state = give(state, "france", Decline("paris"), Decline("spain"))
    assert asked(state) == [(seat, "lose", it) for it, seat in NATIONS.items()]
    before = {it.subject: it.id for it in RULES.decisions(state)}
    state = give(state, "coalition", Lose("russia", "men"))
    assert asked(state) == [(s, "lose", it) for it, s in NATIONS.items() if it != "russia"]
    after = {it.subject: it.id for it in RULES.decisions(state)}
    assert after == {it: before[it] for it in after}, "its other question keeps its id"
    chance = SeededChance("18" * 32, "game", drawn=state.draws)
    again = RULES.decide(state, "coalition", Lose("russia", "money"), chance)
    assert isinstance(again, Refusal) and again.code == "NOT_YOUR_DECISION"
    state = give(state, "france", Lose("paris", "men"), Lose("spain", "money"))
    state = give(state, "coalition", Lose("britain", "money"))
    left = {name: (it.men, it.money) for name, it in state.nations.items()}
    assert left == {"britain": (6, 5), "russia": (5, 6), "paris": (5, 6), "spain": (6, 5)}


def test_both_questions_are_shown_by_the_service(make: Callable[[], Table]) -> None:
    table = make()
    to_a_campaign(table)
    shown = table.get("/decisions", "coalition").json["decisions"]
    assert [(it["seat"], it["subject"]) for it in shown] == [(s, it) for it, s in NATIONS.items()]
    mine = {it["subject"]: it["offers"] for it in shown if it["seat"] == "coalition"}
    assert {name: [it["nation"] for it in legal_orders] for name, legal_orders in mine.items()} == {
        "britain": ["britain", "britain"],
        "russia": ["russia", "russia"],
    }
    wrong = {"order": "lose", "nation": "paris", "loss": "men"}
    refused = table.order("coalition", wrong)
    assert (refused.status_code, refused.json["code"]) == (422, "NOT_YOUR_DECISION")
    for nation in ("russia", "britain"):
        order = {"order": "lose", "nation": nation, "loss": "men"}
        answer = table.order("coalition", order)
        assert answer.status_code == 201, answer.text
    assert table.get().json["waiting_for"] == ["france"]


def test_an_order_is_for_the_question_that_it_names(make: Callable[[], Table]) -> None:
    table = make()
    to_a_campaign(table)
    games = table.desk.games
    mine = [it for it in games.decisions(games.open(table.id)) if it.seat == "coalition"]
    for named, other in (mine, reversed(mine)):
        order = {"order": "lose", "nation": other.subject, "loss": "men"}
        refused = games.submit_orders(table.id, "coalition", [order], decision=named.id)
        assert isinstance(refused, Refusal)
        assert (refused.code, refused.clause) == ("NOT_YOUR_DECISION", named.clause)
    order = {"order": "lose", "nation": mine[1].subject, "loss": "men"}
    accepted = games.submit_orders(table.id, "coalition", [order], decision=mine[1].id)
    assert isinstance(accepted, Accepted)


def test_the_page_asks_for_each_nation(make: Callable[[], Table]) -> None:
    table = make()
    to_a_campaign(table)
    browser = seated(table, "coalition")
    page = words(browser.get(f"/games/{table.id}"))
    assert page.index("Does Britain lose men or money?") < page.index("Does Russia lose men")
    order = {"order": "lose", "nation": "russia", "loss": "men"}
    asked = send(browser, table, chosen(browser, table, order))
    assert send(browser, table, confirmed(asked)).status_code == 303
    assert ("coalition", "russia") not in waiting(table)
    assert ("coalition", "britain") in waiting(table)


def waiting(table: Table) -> list[tuple[str, str]]:
    decisions = table.get("/decisions").json["decisions"]
    return [(it["seat"], it["subject"]) for it in decisions]


def test_what_was_chosen_for_one_nation_is_sealed(make: Callable[[], Table]) -> None:
    one, other = make(), make()
    for table, loss in ((one, "men"), (other, "money")):
        to_a_campaign(table)
        table.order("coalition", {"order": "lose", "nation": "russia", "loss": loss})
    for reader in ("france", None):
        looks = [[it.get(at, reader).json for at in ("/hand", "/log", "")] for it in (one, other)]
        assert looks[0] == looks[1]
    [mine] = [it for it in one.get("/hand", "coalition").json["losses"] if it["answer"]]
    assert (mine["seat"], mine["subject"], mine["answer"]["loss"]) == ("coalition", "russia", "men")


def test_a_clock_passes_for_each_nation_by_its_own(make: Callable[[], Table]) -> None:
    """The least that Russia can do is nothing that Britain is asked for."""
    state = give(at(HANDS), "coalition", Play("britain", 1))
    state = give(state, "france", Decline("paris"), Decline("spain"))
    passes = [RULES.pass_order(state, it) for it in RULES.decisions(state)]
    assert passes == [Lose(it, "money") for it in NATIONS]


def to_a_campaign(table: Table) -> None:
    """Play until every nation is asked for its losses."""
    while True:
        decisions = table.get("/decisions", "referee").json["decisions"]
        if decisions[0]["kind"] == "lose":
            return
        legal_orders = decisions[0]["offers"]
        fit = [it for it in legal_orders if it["order"] == "decline" or it.get("card") not in PACTS]
        assert table.order(decisions[0]["seat"], (fit or legal_orders)[0]).status_code == 201


# -- frames ----------------------------------------------------------------------------------------


def test_a_courier_cancels_and_may_be_cancelled() -> None:
    """Six frames deep: the impulse, a card, a courier to it and another, and two windows."""
    state = give(at(HANDS), "coalition", Play("britain", 1))
    state = give(state, "france", Reply("paris", 21))
    assert asked(state) == [("coalition", "reply", "britain")]
    state = give(state, "coalition", Decline("britain"), Reply("russia", 14))
    assert [type(it).__name__ for it in state.stack] == [
        "Impulse", "Card", "Window", "Card", "Card", "Window"
    ]  # fmt: skip
    # Paris has no card left but one that is no courier; both may still say no.
    state = give(state, "france", Decline("paris"), Decline("spain"))
    # Russia's courier has cancelled that of Paris; Spain may still reply to the first card.
    assert asked(state) == [("france", "reply", "spain")]
    state = give(state, "france", Decline("spain"))
    assert asked(state)[0] == ("coalition", "lose", "britain")


def test_what_is_cancelled_goes_with_all_that_lies_on_it() -> None:
    state = give(at(HANDS), "coalition", Play("britain", 1))
    state = give(state, "france", Reply("paris", 21))
    state = give(state, "coalition", Decline("britain"), Decline("russia"))
    assert inmost(state, Card) is None and inmost(state, Window) is None
    assert asked(state) == [("coalition", "card", "russia")], "Spain is not asked any more"


# -- a nation changes hands ------------------------------------------------------------------------


def test_a_proxy_is_asked_of_the_seat_that_plays_it() -> None:
    state = give(at({**HANDS, "britain": [5]}), "coalition", Play("britain", 5))
    state = give(state, "france", Decline("paris"), Decline("spain"))
    assert state.nations["spain"].commander == "coalition"
    state = give(state, "coalition", Play("russia", 2))
    assert asked(state) == [("france", "reply", "paris")]


def test_its_standing_order_ends_when_it_changes_hands(make: Callable[[], Table]) -> None:
    table = make()
    left = table.post("/instructions", "france", {"instruction": "never_reply", "nation": "spain"})
    assert left.status_code == 201, left.text
    other = {"instruction": "never_reply", "nation": "spain"}
    assert table.post("/instructions", "coalition", other).json["code"] == "NOT_YOUR_NATION"
    game = table.desk.games.open(table.id)
    kept = table.desk.games.recorder.standing_orders(table.id)
    assert len(kept) == 1
    answered = answers_for(game, "spain", "france")
    assert answered == Decline("spain")
    game.state.nations["spain"] = Nation("coalition", [4])
    assert answers_for(game, "spain", "france") is None
    answer_in_place(table.desk.games, table.id)


def answers_for(game: Log, nation: str, seat: str) -> Order | None:
    """What a standing order of `seat` for `nation` says in its window, unless it has run out."""
    assert RULES.standing is not None
    state = game.state
    state.stack.append(Window([nation]))
    kept = Kept("id", seat, NeverReply(nation), {})
    [decision] = RULES.decisions(state)
    state.stack.pop()
    if RULES.standing.has_expired(state, kept):
        return None
    use = RULES.standing.answer(state, decision, [kept])
    return None if use is None else use.order


# -- what everybody has seen -----------------------------------------------------------------------


def test_nobody_is_asked_for_a_card_that_all_have_seen_go() -> None:
    """By what was played, which everybody saw, and by nothing that has faded from their views."""
    seen = tuple(sorted(COURIERS))
    hands = {**HANDS, **{it: [1, 2] for it in NATIONS}}
    state = give(at(hands, seen[:-1]), "coalition", Play("britain", 1))
    assert asked(state)[0] == ("france", "reply", "paris")
    state = give(at(hands, seen), "coalition", Play("britain", 1))
    assert asked(state)[0] == ("coalition", "lose", "britain")


# -- the end ---------------------------------------------------------------------------------------


def test_the_result_has_everybody_s_points_with_their_breakdown(make: Callable[[], Table]) -> None:
    table = make()
    while table.get().json["result"] is None:
        [decision, *_] = table.get("/decisions", "referee").json["decisions"]
        legal_orders = decision["offers"]
        assert table.order(decision["seat"], legal_orders[-1]).status_code == 201
    result = table.get().json["result"]
    stands = result["standings"]
    assert {it["who"] for it in stands} == set(NATIONS.values())
    points = [it["points"] for it in stands]
    assert points == sorted(points, reverse=True)
    for it in stands:
        assert it["points"] == sum(line[0] for line in it["breakdown"]) > 0
    assert stands[0]["who"] == result["winner"]
    page = seated(table, "france").get(f"/games/{table.id}").text
    listed = ", ".join(f"{it['who'].title()} {it['points']}" for it in stands)
    assert f"Points: {listed}." in page


# -- verbs that answer for a nation ----------------------------------------------------------------


def question(state: State) -> Decision:
    return RULES.decisions(state)[0]


def table_at(state: State) -> Any:
    return RULES.table(state, RULES.pack, None)


def test_the_nation_that_is_asked_acts_and_no_other() -> None:
    state = at({"britain": [1, 7], "russia": [2]})
    assert question(state).subject == "britain"
    assert list(RULES.legal_orders(state, question(state))) == [
        Play("britain", 1),
        Play("britain", 7),
    ]
    refusal = RULES.decide(
        state, "coalition", Play("russia", 2), SeededChance("18" * 32, "g", drawn=0)
    )
    assert isinstance(refusal, Refusal)
    assert (refusal.code, refusal.facts) == ("NOT_YOUR_DECISION", {"asked_for": ["britain"]})


def test_what_the_fields_of_its_orders_might_say_is_listed_refused_or_not() -> None:
    state = give(at({"britain": [1], "paris": [14, 2]}), "coalition", Play("britain", 1))
    listed = candidates_of(VERBS, table_at(state), question(state))
    assert listed == {
        Reply: {"nation": ["paris"], "card": [2, 14]},
        Decline: {"nation": ["paris"]},
    }
    assert list(RULES.legal_orders(state, question(state))) == [
        Reply("paris", 14),
        Decline("paris"),
    ]


def test_an_answer_that_waits_for_others_is_past_recall() -> None:
    state = at({"britain": [1], "russia": [], "paris": [], "spain": []})
    state = give(state, "coalition", Play("britain", 1))
    losing = question(state)
    assert losing.kind == "lose"
    order = Lose(losing.subject, "men")
    assert RULES.is_irreversible(state, losing, order)
    waiting = give(state, losing.seat, order)
    assert waiting.nations == state.nations
    assert losing.subject not in [it.subject for it in RULES.decisions(waiting)]


def test_a_nation_is_pointed_at_by_its_place_on_the_map() -> None:
    state = at({"britain": [1, 7]})
    assert RULES.wording is not None
    words = RULES.wording.words(state, question(state), Play("britain", 7))
    assert (words.does.text, words.does.values) == (
        "Play %(card)s of %(nation)s", {"card": 7, "nation": "britain"},
    )  # fmt: skip
    assert (words.pieces, words.target) == ((), "britain")
