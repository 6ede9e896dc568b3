"""Sieges: who may besiege, the rounds, when a fortress falls [12]."""

from __future__ import annotations

from typing import Any

import pytest

from napoleon.rulesets.napoleonic_wars.frames.impulses import Impulse
from napoleon.rulesets.napoleonic_wars.orders.battles import (
    Besiege,
    GiveUp,
)
from napoleon.rulesets.napoleonic_wars.sieges import possible
from napoleon.rulesets.napoleonic_wars.state import State
from tests.napoleonic_wars.fighting import NOTHING
from tests.napoleonic_wars.playing import (
    Played,
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


def test_not_after_a_battle_that_was_no_overrun_and_only_before_an_enemy_fortress() -> None:
    state = mantua()
    state.leaders["charles"].fought = True
    assert refused(state, Besiege("charles")) == ("HAS_FOUGHT", "12.2.a")
    stand(state, "prague", "au", 1, "john")
    assert refused(state, Besiege("john")) == ("NO_ENEMY_FORTRESS", "12.2.a")
    assert refused(state, Besiege("napoleon")) == ("NOT_YOUR_LEADER", "R-83")
    assert refused(state, Besiege("nobody")) == ("NOT_YOUR_LEADER", "R-83")


# -- rounds ----------------------------------------------------------------------------------------


def test_the_besieger_may_give_up_and_what_stood_beside_the_army_may_move() -> None:
    first = besieged(gibraltar("soult", sp=9), "soult", dice(8, 6), dice(4))
    ended = play(first.state, GiveUp())
    assert sum(it.sp for it in only(ended, "siege_ended").lots) == 4
    lots = ended.state.spaces["gibraltar"].lots
    assert {it.fought: it.sp for it in lots} == {True: 4, False: 5}


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
