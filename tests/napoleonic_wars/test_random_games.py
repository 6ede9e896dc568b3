"""Games of players who pick any order: they end, keep every card, and replay to what was played."""

from __future__ import annotations

import pytest

from napoleon.rulesets.napoleonic_wars.events import apply
from napoleon.rulesets.napoleonic_wars.pieces import sp_of, squadrons_of
from napoleon.rulesets.napoleonic_wars.state import State
from tests.napoleonic_wars.playing import pack, random_game, tallied
from tests.repetitions import repetitions


@pytest.mark.parametrize("number", repetitions(10, 200))
def test_a_game_ends_and_keeps_its_cards(number: int) -> None:
    cards, again = sorted(pack().deck), None
    state: State | None = None
    for state, events in random_game(number):
        assert tallied(state) == cards
        for event in events:
            again = apply(again, event)
        assert again == state
        for nation, limit in pack().limits.items():
            assert sp_of(state, nation) <= limit.max_sp
            assert squadrons_of(state, nation) <= limit.max_squadrons
    assert state is not None
    assert state.result is not None
