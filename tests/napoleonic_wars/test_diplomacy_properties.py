"""What holds in diplomacy at every moment of a game, whatever players do [8, R-66, R-67]."""

from __future__ import annotations

import pytest

from napoleon.rulesets.napoleonic_wars.frames import Impulse
from napoleon.rulesets.napoleonic_wars.nations import (
    BRITAIN,
    FRANCE,
    at_war,
    commander,
    enemies,
    is_allied,
)
from napoleon.rulesets.napoleonic_wars.spaces import present
from napoleon.rulesets.napoleonic_wars.state import PACT, State
from tests.napoleonic_wars.playing import pack, random_game


def whats_wrong(state: State) -> list[str]:
    """What does not fit together, between two orders of an impulse or between impulses."""
    found: list[str] = []
    track = pack().track
    settled = not state.stack or isinstance(state.stack[-1], Impulse)
    for nation in track:
        it = state.nations[nation]
        if nation in state.powers and (it.row or it.box or it.caretaker):
            found.append(f"{nation} is a player power, and has a consul")
        if it.row and not it.box and not it.plus_face:
            found.append(f"{nation} is Unaligned, and on a row")
        if it.box == PACT and it.caretaker:
            found.append(f"{nation} is in Pact, and has a caretaker")
        if settled and it.box == PACT:
            power = state.nations[it.row]
            if it.camp != power.camp or enemies(state, pack(), nation) != enemies(
                state, pack(), it.row
            ):
                found.append(f"{nation} does not follow {it.row}")
        if settled and it.caretaker and not enemies(state, pack(), nation):
            found.append(f"{nation} has a caretaker, and no war")
    for one in track:
        for other in track:
            if not at_war(state, one, other):
                continue
            if is_allied(state, one, other):
                found.append(f"{one} and {other} are allied, and at war")
            if settled and commander(state, one) == commander(state, other) != "":
                found.append(f"{one} and {other} are at war, and of one seat")
    if is_allied(state, FRANCE, BRITAIN):
        found.append("France and Great Britain are allied")
    if settled:
        for space in pack().spaces:
            there = present(state, space)
            if any(at_war(state, one, other) for one in there for other in there):
                found.append(f"enemies rest in {space}")
    return found


@pytest.mark.parametrize("number", range(100, 108))
def test_diplomacy_fits_together_at_every_moment_of_a_random_game(number: int) -> None:
    for state, events in random_game(number):
        wrong = whats_wrong(state)
        assert not wrong, (wrong, [it.type for it in events])
