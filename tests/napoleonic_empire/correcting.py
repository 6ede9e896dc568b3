"""Corrections carried out by tests, and corrections of any kind for games that are tested whole."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from napoleon.rules.corrections import Correction
from napoleon.rules.events import Event
from napoleon.rules.orders import Refusal
from napoleon.rulesets.napoleonic_empire import RULES
from napoleon.rulesets.napoleonic_empire.corrections.kinds import (
    PlaceCard,
    PlaceCommander,
    RemoveCommander,
    SetArmies,
    SetBattleDue,
    SetContinentalSystem,
    SetMovedArmies,
    SetMovementBar,
)
from napoleon.rulesets.napoleonic_empire.events.corrections import PILES
from napoleon.rulesets.napoleonic_empire.sides import SIDES
from napoleon.rulesets.napoleonic_empire.state import State
from tests.napoleonic_empire.kit import PACK, Played, board

WHY = "t0815"
"""Id of the text that gives the reason."""


def corrected(given: State | Played, *corrections: Correction) -> Played:
    """The table after corrections, one after the other; only the last one may be refused."""
    state = given.state if isinstance(given, Played) else given
    happened: list[Event] = []
    refusal = None
    for correction in corrections:
        assert refusal is None, f"refused before the last correction: {refusal}"
        before, asked = RULES.copied(state), RULES.decisions(state)
        outcome = RULES.corrections.carry_out(state, correction, WHY)
        assert state == before, "a correction changed the position that it was given"
        if isinstance(outcome, Refusal):
            refusal = outcome
        else:
            for event in outcome:
                state = RULES.apply(RULES.copied(state), event)
            happened += outcome
            still = {decision.id for decision in RULES.decisions(state)}
            assert {decision.id for decision in asked} <= still, "a question was answered by it"
            assert state.draws == before.draws
    return Played(state, happened, refusal)


def attempts(state: State, random: Random) -> Iterator[Correction]:
    """A correction of each kind, as likely as not one that cannot be carried out."""
    why, some = "Because.", random.choice
    country = some([*board(state).countries])
    fought_over = some([*state.contested(), *state.fought, country])
    yield SetArmies(some(SIDES), some([country, fought_over]), random.randint(-1, 9), reason=why)
    moved = some([*state.moved, country])
    yield SetMovedArmies(moved, random.randint(0, 3), reason=why)
    commander = some([*PACK.commanders])
    yield PlaceCommander(commander, country, some([False, True]), reason=why)
    yield RemoveCommander(commander, reason=why)
    yield PlaceCard(some([*PACK.cards]), some([*PILES, *SIDES]), reason=why)
    yield SetMovementBar(some([False, True]), reason=why)
    yield SetContinentalSystem(some(["france", "england"]), some([False, True]), reason=why)
    yield SetBattleDue(fought_over, some([False, True]), reason=why)
