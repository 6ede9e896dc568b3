"""Impulses: who is next, who preempts, what is played, when card play is over [5, 6]."""

from __future__ import annotations

import pytest

from napoleon.rulesets.napoleonic_wars.orders.impulses import (
    Build,
    EndImpulse,
    LetGo,
    PlayForCP,
    Preempt,
)
from tests.napoleonic_wars.playing import at_play, going_on, legal_orders, pack, play, refused

SMALL = ["militia_1", "militia_2", "militia_3", "bad_roads_1", "bad_roads_2", "heavy_rains"]
OTHERS = ["typhus_1", "typhus_2", "desertion", "spies", "cossacks_1", "cossacks_2"]


def test_cases_15_and_20_who_holds_most_cards_may_preempt_but_not_in_the_first_round() -> None:
    hands = {"fr": SMALL[:6], "gb": OTHERS[:5], "au": ["honved"]}
    given = going_on(at_play(hands, scheduled="au"))
    assert given.asked == [("imperial", "preempt")]
    first = at_play(hands, turn=1, scheduled="au")
    assert going_on(first).asked == [("coalition", "act")]
    first.round = 2
    assert going_on(first).asked == [("imperial", "preempt")]


def test_of_two_with_most_cards_neither_preempts() -> None:
    hands = {"fr": SMALL[:5], "gb": OTHERS[:5], "au": ["honved"]}
    assert going_on(at_play(hands, scheduled="au")).asked == [("coalition", "act")]


def test_case_19_who_is_preempted_is_next_and_the_holder_is_not_asked_again() -> None:
    state = at_play({"gb": OTHERS[:6], "fr": SMALL[:5], "au": ["honved"]}, scheduled="au")
    state.last = "fr"
    asked = going_on(state)
    assert asked.asked == [("coalition", "preempt")]
    taken = play(asked.state, Preempt())
    assert taken.state.stack[0].nation == "gb"
    assert pack().track[taken.state.marker] == "au", "the marker stays"
    ended = play(taken.state, PlayForCP("typhus_1"), EndImpulse())
    assert ended.state.stack[0].nation == "au"
    assert "preemption_declined" not in ended.types


def test_who_lets_it_go_is_not_asked_again_before_that_impulse() -> None:
    state = at_play({"gb": OTHERS[:6], "fr": SMALL[:5], "au": ["honved"]}, scheduled="au")
    assert play(going_on(state).state, LetGo()).state.stack[0].nation == "au"


def test_case_21_who_has_no_card_passes_and_nobody_is_asked_to_preempt() -> None:
    state = at_play({"fr": SMALL[:4], "sw": ["honved"]}, scheduled="ot")
    passed = going_on(state)
    assert passed.types[:2] == ["impulse_passed", "impulse_passed"]
    assert [it.nation for it in passed.events[:2]] == ["ot", "sp"]  # type: ignore[attr-defined]


def test_case_22_a_neutral_proxy_blocks_and_its_home_card_does_not_count() -> None:
    hands = {"fr": SMALL[:6], "pr": OTHERS[:6], "au": ["honved"]}
    assert going_on(at_play(hands, scheduled="au")).asked == [("coalition", "act")]
    hands["pr"] = [*OTHERS[:5], "landwehr"]
    assert going_on(at_play(hands, scheduled="au")).asked == [("imperial", "preempt")]


def test_case_23_nobody_takes_two_impulses_in_a_row_across_turns() -> None:
    state = at_play({"fr": SMALL[:6], "gb": ["honved"], "au": OTHERS[:2]}, scheduled="gb")
    state.last = "fr"
    assert going_on(state).asked == [("coalition", "act")]


def test_case_24_a_nation_with_cards_plays_one_and_may_waste_its_cp() -> None:
    state = going_on(at_play({"ru": ["subsidies_1", "honved"], "fr": ["spies"]}, scheduled="ru"))
    assert EndImpulse() not in legal_orders(state.state)
    assert refused(state.state, EndImpulse()) == ("MUST_PLAY", "5.11.d")
    played = play(state.state, PlayForCP("subsidies_1"))
    assert played.state.stack[0].pools[0].cp == 4
    assert [
        it.lapsed for it in play(played.state, EndImpulse()).events if it.type == "impulse_ended"
    ] == [4]  # type: ignore[attr-defined]


@pytest.mark.parametrize("cards", [("subsidies_1", "spies"), ("spies", "subsidies_1")])
def test_case_25_a_card_marked_plus_joins_another_in_either_order(cards: tuple[str, str]) -> None:
    hand = [*cards, "militia_1", "honved"]
    state = going_on(at_play({"ru": hand, "fr": ["typhus_1"]}, scheduled="ru")).state
    both = play(state, *map(PlayForCP, cards)).state
    assert both.stack[0].pools[0].cp == 4 + 2
    assert refused(both, PlayForCP("honved")) == ("ONE_CARD", "5.12.b")


def test_case_25_two_cards_marked_plus_do_not_join_nor_two_without() -> None:
    hand = ["spies", "militia_1", "honved", "subsidies_1"]
    state = going_on(at_play({"ru": hand, "fr": ["typhus_1"]}, scheduled="ru")).state
    assert refused(play(state, PlayForCP("spies")).state, PlayForCP("militia_1"))[0] == "ONE_CARD"
    one = play(state, PlayForCP("honved")).state
    assert refused(one, PlayForCP("subsidies_1")) == ("ONE_CARD", "5.12.a")


def test_a_home_card_is_turned_face_down_and_not_discarded() -> None:
    state = going_on(at_play({"gb": ["parliament"], "fr": ["spies"]}, scheduled="gb")).state
    played = play(state, PlayForCP("parliament")).state
    assert [it.up for it in played.nations["gb"].home if it.card == "parliament"] == [False]
    assert played.discards == []


def test_case_14_the_last_nation_with_cards_takes_one_impulse() -> None:
    state = at_play({"ru": ["honved", "subsidies_1", "spies"]}, scheduled="ru")
    ended = play(going_on(state).state, PlayForCP("honved"), EndImpulse())
    assert "card_play_ended" in ended.types
    assert {"subsidies_1", "spies"} <= {*ended.state.nations["ru"].hand}, "they are carried over"


def test_case_27_the_marker_goes_to_the_last_one_who_takes_one_impulse() -> None:
    state = at_play({"fr": ["honved"], "au": ["spies"]}, scheduled="fr")
    last = play(going_on(state).state, PlayForCP("honved"), EndImpulse())
    assert [it.last for it in last.events if it.type == "impulse_began"] == [True]  # type: ignore[attr-defined]
    ended = play(last.state, PlayForCP("spies"), EndImpulse())
    assert "card_play_ended" in ended.types


def test_when_nobody_has_a_card_card_play_is_over_at_once() -> None:
    assert going_on(at_play({}, scheduled="fr")).types[0] == "card_play_ended"


def test_a_round_ends_when_denmark_has_passed() -> None:
    passed = going_on(at_play({"fr": ["honved"], "gb": ["spies"]}, scheduled="dk"))
    assert (passed.types[0], passed.state.round) == ("impulse_passed", 2)
    assert passed.state.stack[0].nation == "fr"


def test_cp_are_spent_as_they_are_used_and_not_kept() -> None:
    state = going_on(at_play({"fr": ["subsidies_1", "spies"], "gb": ["honved"]})).state
    built = play(state, PlayForCP("subsidies_1"), Build("paris", 1))
    assert built.state.stack[0].pools[0].cp == 2
    [spent] = [it for it in built.events if it.type == "command_points_spent"]
    assert [(it.amount, it.clause) for it in spent.breakdown] == [(2, "7.1.a")]  # type: ignore[attr-defined]
    assert refused(built.state, Build("paris", 2)) == ("TOO_FEW_CP", "7.1.a")
