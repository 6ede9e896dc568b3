"""Sieges: who may besiege, the rounds, when a fortress falls [12]."""

from __future__ import annotations

from typing import Any

import pytest

from napoleon.rules.events import total
from napoleon.rulesets.napoleonic_wars.frames.impulses import Impulse
from napoleon.rulesets.napoleonic_wars.orders.battles import (
    Besiege,
    GiveUp,
    GoOn,
    HitLeader,
    HitUnits,
)
from napoleon.rulesets.napoleonic_wars.orders.marches import Gather
from napoleon.rulesets.napoleonic_wars.sieges import possible
from napoleon.rulesets.napoleonic_wars.state import State
from tests.napoleonic_wars.fighting import NOTHING, before_walls, strength
from tests.napoleonic_wars.playing import (
    Played,
    amounts,
    at_play,
    emptied,
    going_on,
    legal_orders,
    play,
    refused,
    stand,
    table_of,
    told,
)


def mantua(sp: int = 6, *, nation: str = "au", leader: str = "charles") -> State:
    """An army before the French fortress of Mantua, of strength 2."""
    state = emptied(nation)
    stand(state, "mantua", nation, sp, leader)
    return state


def gibraltar(*leaders: str, sp: int = 9) -> State:
    """An army before the British fortress of Gibraltar, of strength 4."""
    state = emptied("fr")
    stand(state, "gibraltar", "fr", sp, *leaders)
    return state


def dice(number: int, *hits: int) -> list[int]:
    """So many dice, of which these hit."""
    return [*hits, *[1] * (number - len(hits))]


def besieged(state: State, leader: str, *rolled: list[int]) -> Played:
    return play(state, Besiege(leader), dice=[*(it for some in rolled for it in some), *NOTHING])


def only(played: Played, kind: str) -> Any:
    [event] = told(played, kind)
    return event


def test_the_dice_are_those_of_a_battle_without_its_place() -> None:
    played = besieged(mantua(), "charles")
    first = only(played, "siege_dice_rolled")
    assert [(it.amount, it.clause) for it in first.breakdown] == [
        (6, "11.2.a"), (3, "11.2.a"), (1, "11.21.a"),
    ]  # fmt: skip
    assert total(first.breakdown) == first.number == len(first.dice)
    walls = only(played, "fortress_dice_rolled")
    assert (walls.number, len(walls.dice), amounts(walls)) == (2, 2, {"12.3.a": 2})
    assert played.types[-1] == "siege_ended"


def test_one_army_besieges_a_leader_with_what_they_can_command() -> None:
    """[R-83]"""
    state = mantua(9)
    stand(state, "mantua", "au", 0, "mack")
    first = only(besieged(state, "charles"), "siege_dice_rolled")
    assert first.number == 6 + 3 + 1
    few = mantua(3)
    stand(few, "mantua", "au", 0, "mack")
    assert only(besieged(few, "charles"), "siege_dice_rolled").number == 3 + 1 + 3 + 1


def test_a_power_takes_allied_minors_along_and_a_minor_its_own_units_alone() -> None:
    state = emptied("fr")
    stand(state, "gibraltar", "fr", 2, "soult")
    stand(state, "gibraltar", "sp", 3, "castanos")
    began = only(besieged(state, "soult"), "siege_began")
    assert (began.nations, began.units) == (("fr", "sp"), 5)
    first = only(besieged(state, "soult"), "siege_dice_rolled")
    # Two French, two Spaniards, and Soult: minors are fewer than half.
    assert amounts(first) == {"11.2.a": 4 + 2, "11.21.a": 2}
    assert refused(state, Besiege("castanos")) == ("NOT_YOUR_LEADER", "R-83")
    spanish = emptied("sp")
    stand(spanish, "gibraltar", "fr", 2, "soult")
    stand(spanish, "gibraltar", "sp", 3, "castanos")
    first = only(besieged(spanish, "castanos"), "siege_dice_rolled")
    assert amounts(first) == {"11.2.a": 3 + 1}


# -- who may ---------------------------------------------------------------------------------------


def test_case_91_nobody_besieges_in_a_preempting_impulse() -> None:
    state = mantua()
    assert Besiege("charles") in legal_orders(state)
    [impulse] = state.stack
    assert isinstance(impulse, Impulse)
    impulse.scheduled = False
    assert refused(state, Besiege("charles")) == ("PREEMPTING", "12.2.b")
    assert not any(isinstance(it, Besiege) for it in legal_orders(state))


def test_case_91_and_21_a_nation_that_passes_may_besiege() -> None:
    state = mantua()
    state.stack = []
    assert possible(table_of(state), "au") == ["charles"]
    assert possible(table_of(state), "fr") == []


def test_cases_21_and_91_who_besieges_is_asked_before_it_passes() -> None:
    state = at_play({"fr": ["honved"], "gb": ["spies"]}, scheduled="au")
    for space in state.spaces.values():
        space.lots = []
    for leader in state.leaders.values():
        leader.standing, leader.where = "pool", ""
    stand(state, "mantua", "au", 6, "charles")
    asked = going_on(state)
    assert asked.asked == [("coalition", "resource_or_pass")]
    besieged_ = play(asked.state, Besiege("charles"), dice=[6, 6, *[1] * 12])
    assert told(besieged_, "fortress_fell")
    assert besieged_.types[-1] == "impulse_passed" or besieged_.asked != asked.asked


def test_case_92_a_fortress_is_besieged_once_an_impulse() -> None:
    state = mantua(12)
    stand(state, "mantua", "au", 0, "john")
    ended = besieged(state, "charles").state
    assert ended.besieged == ["mantua"]
    assert refused(ended, Besiege("john")) == ("BESIEGED_ALREADY", "12.2.c")


def test_case_92_not_with_enemy_forces_in_the_space() -> None:
    state = mantua()
    stand(state, "mantua", "fr", 1)
    assert refused(state, Besiege("charles")) == ("ENEMY_THERE", "12.2.a")


def test_not_after_a_battle_that_was_no_overrun_and_only_before_an_enemy_fortress() -> None:
    state = mantua()
    state.leaders["charles"].fought = True
    assert refused(state, Besiege("charles")) == ("HAS_FOUGHT", "12.2.a")
    stand(state, "prague", "au", 1, "john")
    assert refused(state, Besiege("john")) == ("NO_ENEMY_FORTRESS", "12.2.a")
    assert refused(state, Besiege("napoleon")) == ("NOT_YOUR_LEADER", "R-83")
    assert refused(state, Besiege("nobody")) == ("NOT_YOUR_LEADER", "R-83")


# -- rounds ----------------------------------------------------------------------------------------


def test_case_89_two_sixes_in_a_round_are_a_siege_overrun() -> None:
    played = besieged(mantua(), "charles", dice(10, 6, 6))
    fell = only(played, "fortress_fell")
    assert (fell.flag, fell.sixes, fell.rounds, fell.overrun) == ("au", 2, 1, True)
    assert played.state.spaces["mantua"].flag == "au"
    assert Gather("charles") in legal_orders(played.state)
    assert [type(it).__name__ for it in played.state.stack] == ["Impulse"]


def test_case_89_one_six_in_each_of_two_rounds_takes_it_and_the_besieger_stays() -> None:
    first = besieged(mantua(), "charles", dice(10, 6), dice(2))
    assert first.asked == [("coalition", "siege_again")]
    taken = play(first.state, GoOn(), dice=[*dice(10, 6), *NOTHING])
    fell = only(taken, "fortress_fell")
    assert (fell.sixes, fell.rounds, fell.overrun) == (2, 2, False)
    assert taken.state.leaders["charles"].fought
    assert refused(taken.state, Gather("charles")) == ("HAS_FOUGHT", "9.51.a")


def test_three_sixes_are_more_than_the_strength_in_any_round() -> None:
    first = besieged(mantua(), "charles", dice(10, 6), dice(2))
    taken = play(first.state, GoOn(), dice=[*dice(10, 6, 6), *NOTHING])
    assert only(taken, "fortress_fell").overrun


def test_case_90_no_second_round_unless_more_was_scored_than_suffered() -> None:
    played = besieged(mantua(), "charles", dice(10, 6), [6, 5])
    ended = only(played, "siege_ended")
    assert strength(played.state, "mantua", "au") == 5
    assert ended.leaders == ("charles",)
    assert sum(it.sp for it in ended.lots) == 5
    assert all(it.fought for it in played.state.spaces["mantua"].lots)


def test_case_11_gibraltar_takes_four_sixes() -> None:
    state = gibraltar("napoleon")
    # 8 units, 4 and 2; the besieger suffers a six and a five.
    first = besieged(state, "napoleon", dice(14, 6, 6, 6), [6, 5, 1, 1])
    assert first.asked == [("imperial", "siege_again")]
    siege = before_walls(first.state)
    assert (siege.sixes, siege.scored, siege.besieger.hits) == (3, 3, 2)
    fallen = play(first.state, GoOn(), dice=[*dice(13, 6), *NOTHING])
    fell = only(fallen, "fortress_fell")
    assert (fell.sixes, fell.rounds, fell.overrun) == (4, 2, True)


def test_units_beyond_the_rating_step_in_for_those_that_are_hit() -> None:
    """[17.2.a]"""
    first = besieged(gibraltar("soult", sp=9), "soult", dice(8, 6, 6, 6), [6, 5, 1, 1])
    again = play(first.state, GoOn(), dice=NOTHING)
    assert only(again, "siege_dice_rolled").number == 4 + 2 + 2
    few = besieged(gibraltar("soult", sp=4), "soult", dice(8, 6, 6, 6), [6, 5, 1, 1])
    again = play(few.state, GoOn(), dice=NOTHING)
    assert only(again, "siege_dice_rolled").number == 2 + 2 + 2


def test_the_besieger_may_give_up_and_what_stood_beside_the_army_may_move() -> None:
    first = besieged(gibraltar("soult", sp=9), "soult", dice(8, 6), dice(4))
    ended = play(first.state, GiveUp())
    assert sum(it.sp for it in only(ended, "siege_ended").lots) == 4
    lots = ended.state.spaces["gibraltar"].lots
    assert {it.fought: it.sp for it in lots} == {True: 4, False: 5}


def test_losses_are_chosen_as_in_a_battle() -> None:
    state = gibraltar("soult", "murat", sp=3)
    # Three SP and Murat fight under Soult.
    asked = besieged(state, "soult", dice(8, 6), [6, 1, 1, 1])
    assert asked.asked == [("imperial", "hits")]
    given = play(asked.state, HitLeader("murat"))
    assert given.state.leaders["murat"].standing == "pool"
    assert strength(given.state, "gibraltar", "fr") == 3
    spared = play(asked.state, HitUnits())
    assert strength(spared.state, "gibraltar", "fr") == 2


def test_an_army_that_is_gone_takes_no_fortress() -> None:
    state = emptied("au")
    stand(state, "mantua", "au", 1, "charles")
    played = besieged(state, "charles", dice(5, 6, 6), [6, 6])
    assert played.types[-1] == "siege_ended"
    assert played.state.spaces["mantua"].flag == ""
    assert played.state.leaders["charles"].standing == "pool"


def test_forces_that_have_fought_are_not_of_the_army_and_take_no_hits() -> None:
    state = mantua(3)
    stand(state, "mantua", "au", 0)
    state.spaces["mantua"].lots[0].fought = True
    stand(state, "mantua", "au", 2)
    played = besieged(state, "charles", dice(6), [6, 6])
    assert only(played, "siege_dice_rolled").number == 2 + 3 + 1
    assert {it.fought: it.sp for it in played.state.spaces["mantua"].lots} == {True: 3}


@pytest.mark.parametrize(("flag", "after"), [("ru", ""), ("", "fr")])
def test_who_takes_back_their_own_fortress_takes_the_flag_off(flag: str, after: str) -> None:
    """[7.4.b]"""
    space = "mantua" if flag else "prague"
    state = emptied("fr")
    state.spaces[space].flag = flag
    stand(state, space, "fr", 6, "massena")
    played = besieged(state, "massena", dice(10, 6, 6))
    assert only(played, "fortress_fell").flag == after
    assert played.state.spaces[space].flag == after


def test_a_siege_costs_no_cp() -> None:
    state = mantua()
    [impulse] = state.stack
    assert isinstance(impulse, Impulse)
    impulse.pools = []
    assert "command_points_spent" not in besieged(state, "charles").types
