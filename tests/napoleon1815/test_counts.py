"""How many sequences of legal orders lead from fixed positions: an oracle for any change of rules.

As chess programs count moves to a depth ("perft"), so here: whoever has to decide first tries
every offer, and so on. Chance comes from one seed, so the numbers are exact. A changed rule
changes them, and then the table says how much of the game it touches.
"""

from __future__ import annotations

from typing import Any

import pytest

from napoleon.chance.unchained import UnchainedChance
from napoleon.rules.contract import Ruleset
from napoleon.rules.orders import Refusal
from napoleon.rulesets.napoleon1815 import RULES
from napoleon.rulesets.napoleon1815.state import State
from tests.napoleon1815.kit import ALLIED, FRENCH, at, position
from tests.napoleon1815.kit import RULES as FIXTURE

SEED = f"{1815:064x}"
GAME = "0000001815"


def count(rules: Ruleset, state: State, depth: int) -> int:
    """Sequences of `depth` legal orders; fewer where the game ends before."""
    decisions = rules.decisions(state)
    if not depth or not decisions:
        return 1
    total = 0
    for order in rules.legal_orders(state, decisions[0]):
        chance = UnchainedChance(SEED, GAME, drawn=state.draws)
        events = rules.decide(state, decisions[0].seat, order, chance)
        assert not isinstance(events, Refusal), events
        after = FIXTURE.copied(state)
        for event in events:
            after = rules.apply(after, event)
        total += count(rules, after, depth - 1)
    return total


def opening(scenario: str, options: dict[str, Any]) -> State:
    """The first decision of a scenario."""
    state = None
    for event in RULES.setup(scenario, options, UnchainedChance(SEED, GAME, drawn=0)):
        state = RULES.apply(state, event)
    assert state is not None
    return state


OPENINGS: dict[tuple[str, int, str], list[int]] = {
    ("campaign", 2, "conscript"): [2, 2, 12, 42, 55],
    ("campaign", 2, "grognard"): [8, 64, 512],
    ("campaign", 3, "conscript"): [2, 8, 8, 48, 56],
    ("campaign", 3, "grognard"): [8, 64, 512],
    ("historical_invasion", 2, "conscript"): [9, 27, 54, 768],
    ("historical_invasion", 2, "grognard"): [8, 64, 512],
    ("historical_invasion", 3, "conscript"): [6, 12, 12, 271],
    ("historical_invasion", 3, "grognard"): [8, 64, 512],
    ("ligny_quatre_bras", 2, "conscript"): [3, 3, 63, 114, 133],
    ("ligny_quatre_bras", 2, "grognard"): [10, 100, 1000],
    ("ligny_quatre_bras", 3, "conscript"): [6, 30, 60, 1280],
    ("ligny_quatre_bras", 3, "grognard"): [10, 100, 1000],
    ("waterloo_wavre", 2, "conscript"): [3, 3, 362],
    ("waterloo_wavre", 2, "grognard"): [7, 49, 343, 1715],
    ("waterloo_wavre", 3, "conscript"): [6, 12, 24, 348],
    ("waterloo_wavre", 3, "grognard"): [7, 49, 343, 1715],
}
"""Scenario, players and rule set, and the counts at depths 1, 2, ..."""


@pytest.mark.sampled(6)
@pytest.mark.parametrize(("scenario", "players", "rules"), OPENINGS)
def test_openings(scenario: str, players: int, rules: str) -> None:
    state = opening(scenario, {"players": players, "rules": rules})
    counts = OPENINGS[scenario, players, rules]
    assert [count(RULES, state, depth) for depth in range(1, len(counts) + 1)] == counts


POSITIONS: dict[str, tuple[State, list[int]]] = {
    "a corps by itself": (
        position({"ney": at("ligny"), "picton": at("bruxelles")}, to_go=FRENCH),
        [2, 4, 11, 28, 68, 179, 451, 1215],
    ),
    "a battle": (
        position({"ney": at("ligny"), "derlon": at("ligny"), "picton": at("ligny")}, to_go=FRENCH),
        [4, 11, 28, 79, 191, 503, 1164],
    ),
    "a battle with cards": (
        position(
            {
                "napoleon": at("ligny"),
                "drouot": at("ligny"),
                "ney": at("ligny"),
                "picton": at("ligny"),
                "ziethen": at("ligny"),
            },
            to_go=FRENCH,
            hands={FRENCH: [62, 64, 66], ALLIED: [26, 27, 33]},
        ),
        [7, 21, 44, 86, 234, 590, 1469, 3410],
    ),
}
"""Positions of the fixture map, and the counts at depths 1, 2, ..."""


@pytest.mark.sampled(2)
@pytest.mark.parametrize("name", POSITIONS)
def test_positions(name: str) -> None:
    state, counts = POSITIONS[name]
    assert [count(FIXTURE, state, depth) for depth in range(1, len(counts) + 1)] == counts
