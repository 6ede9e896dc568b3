"""Battles and sieges that are about to begin, for tests."""

from __future__ import annotations

from collections.abc import Sequence

from napoleon.rules.kit import verbs
from napoleon.rules.kit.table import Table
from napoleon.rules.kit.verbs import until_the_end
from napoleon.rulesets.napoleonic_wars.events import apply
from napoleon.rulesets.napoleonic_wars.events.marches import copied as copied_force
from napoleon.rulesets.napoleonic_wars.frames.forces import Force, March, Meeting
from napoleon.rulesets.napoleonic_wars.frames.impulses import Impulse
from napoleon.rulesets.napoleonic_wars.nations import is_allied
from napoleon.rulesets.napoleonic_wars.sequence import BOOK
from napoleon.rulesets.napoleonic_wars.spaces import leaders_in, present
from napoleon.rulesets.napoleonic_wars.state import State
from tests.napoleonic_wars.playing import Dice, Played, copied, pack

NOTHING = (1,) * 60
"""Dice that hit nobody."""


def met(state: State, space: str, came: str, *, failed: int = 0) -> State:
    """All of the active nation's camp there has just come from a space, and meets an enemy."""
    state = copied(state)
    [impulse] = state.stack
    assert isinstance(impulse, Impulse)
    nation = impulse.nation
    camp = [it for it in present(state, space) if is_allied(state, it, nation)]
    leaders = [it for own in camp for it in leaders_in(state, space, own)]
    lots = [it for it in state.spaces[space].lots if it.nation in camp]
    for lot in lots:
        lot.entered = 1
    force = copied_force(Force(leaders, lots))
    armies = [it for it in leaders if state.leaders[it].nation == nation][:1] or leaders[:1]
    state.stack += [
        March(nation, space, armies, force, came),
        Meeting(nation, space, came, failed_evasions=failed),
    ]
    return state


def appeared(state: State, space: str) -> State:
    """What stands there of the active nation has appeared, and somebody has intercepted it."""
    state = copied(state)
    [impulse] = state.stack
    assert isinstance(impulse, Impulse)
    state.stack.append(Meeting(impulse.nation, space, ""))
    return state


def go_on(state: State, dice: Sequence[int] = ()) -> Played:
    """What the rules do by themselves from here with these dice, and then such as hit nobody."""
    table = Table(copied(state), pack(), apply, Dice(*dice, *NOTHING))
    with until_the_end():
        verbs.advance(BOOK, table)
    return Played(table.state, table.recorded)


def strength(state: State, space: str, nation: str) -> int:
    """The strength points of a nation in a space."""
    return sum(it.sp for it in state.spaces[space].lots if it.nation == nation)
