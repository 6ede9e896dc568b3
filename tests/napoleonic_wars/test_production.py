"""Production: strength points, leaders, squadrons, the Regroup box [7]."""

from __future__ import annotations

from napoleon.rulesets.napoleonic_wars.orders.impulses import (
    LayDown,
    PlayForCP,
)
from napoleon.rulesets.napoleonic_wars.pieces import squadrons_at, squadrons_of
from napoleon.rulesets.napoleonic_wars.state import State
from tests.napoleonic_wars.playing import at_play, going_on, play


def with_four_cp(nation: str = "fr", *, turn: int = 2) -> State:
    """An impulse of a nation with 4 CP."""
    hands = {nation: ["subsidies_1", "typhus_1"], "dk": ["spies"]}
    begun = going_on(at_play(hands, scheduled=nation, turn=turn)).state
    return play(begun, PlayForCP("subsidies_1")).state


def test_case_44_a_squadron_is_under_construction_until_the_turn_ends() -> None:
    state = play(with_four_cp(), LayDown("toulon")).state
    assert squadrons_of(state, "fr") == 6
    for nation in state.nations.values():
        nation.hand, nation.home = [], []
    state.stack = []
    ended = going_on(state)
    fleet = squadrons_at(ended.state, "fr", "toulon")
    assert (fleet.building, fleet.refit, fleet.ready) == (0, 1, 1)
