"""Corrections carried out by tests, and corrections of any kind for games that are tested whole."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from napoleon.rules.corrections import Correction
from napoleon.rulesets.napoleonic_empire import RULES
from napoleon.rulesets.napoleonic_empire.corrections.cards import PlaceCard
from napoleon.rulesets.napoleonic_empire.corrections.checks import PILES
from napoleon.rulesets.napoleonic_empire.corrections.in_turn import (
    SetBattleDue,
    SetContinentalSystem,
    SetMovementBar,
)
from napoleon.rulesets.napoleonic_empire.corrections.on_map import (
    PlaceCommander,
    RemoveCommander,
    SetArmies,
    SetMovedArmies,
)
from napoleon.rulesets.napoleonic_empire.sides import ALLIED, FRENCH, SIDES
from napoleon.rulesets.napoleonic_empire.state import State
from tests import acting
from tests.napoleonic_empire.kit import PACK, Played, board


def corrected(given: State | Played, *corrections: Correction) -> Played:
    """The table after corrections, one after the other; only the last one may be refused.

    None of them answers a question or draws.
    """
    state: Any = acting.state_of(given)
    done = acting.corrected(RULES, Played, given, corrections)
    still = {decision.id for decision in RULES.decisions(done.state)}
    assert {it.id for it in RULES.decisions(state)} <= still, "a question was answered by it"
    assert done.state.draws == state.draws
    return done


def attempts(state: State, random: Random) -> Iterator[Correction]:
    """A correction of each kind, as likely as not one that cannot be carried out."""
    why, some = "Because.", random.choice
    country = some([*board(state).countries])
    fought_over = some([*state.contested(), *state.fought, country])
    yield SetArmies(some(SIDES), some([country, fought_over]), random.randint(-1, 9), reason=why)
    if state.phase == "attack" and random.random() < 0.1:
        # Nothing is left to fight over, so that the game would go on.
        for contested in state.contested():
            yield SetArmies(ALLIED, contested, 0, reason=why)
    moved = some([*state.moved, country])
    yield SetMovedArmies(moved, random.randint(0, 3), reason=why)
    commander = some([*PACK.commanders])
    yield PlaceCommander(commander, country, some([False, True]), reason=why)
    yield RemoveCommander(commander, reason=why)
    yield PlaceCard(some([*PACK.cards]), some([*PILES, *SIDES]), reason=why)
    bar = {FRENCH: "josephine", ALLIED: "tilsit"}.get(state.active, "")
    if state.window is not None and state.window.kind == "move":
        yield PlaceCard(bar, "face_up", reason=why)
    yield SetMovementBar(some([False, True]), reason=why)
    yield SetContinentalSystem(some(["france", "england"]), some([False, True]), reason=why)
    yield SetBattleDue(fought_over, some([False, True]), reason=why)
