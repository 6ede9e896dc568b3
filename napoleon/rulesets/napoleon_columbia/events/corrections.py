"""Corrections by a referee: what was on the table, and what is there from now on [N-80].

``reason`` is the id of the text that says why.
"""

from __future__ import annotations

from typing import Annotated

from napoleon.rules.events import FOGGED, HIDDEN, Event, recorded
from napoleon.rulesets.napoleon_columbia.events.blocks import leave_board, remove
from napoleon.rulesets.napoleon_columbia.events.fights import board
from napoleon.rulesets.napoleon_columbia.state import (
    Block,
    Fighter,
    State,
)

NONE = "none"

# -- blocks ----------------------------------------------------------------------------------------


@recorded(
    "napoleon_columbia.units_corrected/1",
    "Correction: in {town}, no longer in {origin}: {units}.",
    fogged="Correction: in {town}, no longer in {origin}: {tokens}.",
)
class UnitsCorrected(Event, frozen=True):
    """Units of one player are put from one town into another."""

    player: str
    units: Annotated[tuple[str, ...], FOGGED]
    tokens: tuple[str, ...]
    origin: str
    town: str
    place: str
    """The Reserve of the battle that is fought there; empty if there is none."""
    reason: str

    def apply(self, state: State) -> None:
        """They stand there as if the turn had begun so; on the map every block is upright."""
        for unit in self.units:
            block = state.blocks[unit]
            battle = state.battle_in(block.town)
            if battle is not None and unit in battle.fighters:
                leave_board(state, unit, block.town)
            if not self.place:
                block.revealed = False
            block.town = self.town
            _not_marched(state, unit)
            block.start = self.town
            if self.place:
                board(state, self.town).fighters[unit] = Fighter(self.place)


@recorded(
    "napoleon_columbia.unit_restored/1",
    "Correction: {unit}, which was eliminated, is in {town} with {strength:step/steps}: "
    "{total} of the {army} are eliminated, limit {limit}.",
    veiled="Correction: {unit}, which was eliminated, is in {town}: {total} of the {army} are "
    "eliminated, limit {limit}.",
)
class UnitRestored(Event, frozen=True):
    """A unit that was eliminated is back on the map; everybody knows which one [N-44]."""

    player: str
    unit: str
    token: str
    army: str
    town: str
    place: str
    """The Reserve of the battle that is fought there; empty if there is none."""
    strength: Annotated[int, HIDDEN]
    total: int
    """Units of the army that are eliminated now."""
    limit: int
    reason: str

    def apply(self, state: State) -> None:
        """It stands there upright, and does not count for the defeat of its army."""
        state.eliminated[self.army].remove(self.unit)
        state.blocks[self.unit] = Block(
            army=self.army,
            strength=self.strength,
            token=self.token,
            town=self.town,
            start=self.town,
        )
        state.tokens += 1
        if self.place:
            board(state, self.town).fighters[self.unit] = Fighter(self.place)


@recorded(
    "napoleon_columbia.unit_withdrawn/1",
    "Correction: {unit} was taken off the map in {town}: {total} of the {army} are "
    "eliminated, limit {limit}.",
    reveals=True,
)
class UnitWithdrawn(Event, frozen=True):
    """A unit is eliminated by a correction; everybody sees which [N-44]."""

    unit: str
    token: str
    army: str
    town: str
    total: int
    """Units of the army that are eliminated by now [11.0]."""
    limit: int
    reason: str

    def apply(self, state: State) -> None:
        """It counts for the defeat of its army."""
        state.eliminated[self.army].append(self.unit)
        remove(state, self.unit)


@recorded(
    "napoleon_columbia.strength_corrected/1",
    "Correction: {unit} has {after:step/steps}, no longer {before}.",
    fogged="Correction: the strength of {token} is another one.",
)
class StrengthCorrected(Event, frozen=True):
    """A unit has more steps or fewer [3.3]."""

    player: str
    unit: Annotated[str, FOGGED]
    token: str
    before: Annotated[int, FOGGED]
    """1 to 4, and so is `after`."""
    after: Annotated[int, FOGGED]
    reason: str

    def apply(self, state: State) -> None:
        """It is turned to that edge."""
        state.blocks[self.unit].strength = self.after


@recorded(
    "napoleon_columbia.disruption_corrected/1",
    "Correction: {after} in {town}, no longer {before}: {units}.",
    fogged="Correction: {after} in {town}, no longer {before}: {tokens}.",
)
class DisruptionCorrected(Event, frozen=True):
    """Units lie face down after a retreat, or stand in order [7.3]."""

    player: str
    units: Annotated[tuple[str, ...], FOGGED]
    tokens: tuple[str, ...]
    town: str
    before: str
    """``in order`` or ``disrupted``, and so is `after`."""
    after: str
    reason: str

    def apply(self, state: State) -> None:
        """It holds until the player turn ends."""
        for unit in self.units:
            state.blocks[unit].disrupted = self.after == DISRUPTED


# -- marches ---------------------------------------------------------------------------------------


@recorded(
    "napoleon_columbia.unit_march_corrected/1",
    "Correction: the march of {unit} was {before}, and is {after}.",
    fogged="Correction: the march of {token} was {before}, and is {after}.",
)
class UnitMarchCorrected(Event, frozen=True):
    """The march of a unit is over, or still to come [N-56]."""

    player: str
    unit: Annotated[str, FOGGED]
    token: str
    before: str
    """``over`` or ``to come``, and so is `after`."""
    after: str
    reason: str

    def apply(self, state: State) -> None:
        """Whoever is still to march has not marched at all."""
        if self.after == OVER:
            state.blocks[self.unit].halted = True
            if state.marching == self.unit:
                state.marching = ""
        else:
            _not_marched(state, self.unit)


@recorded(
    "napoleon_columbia.group_corrected/1",
    "Correction: the {army} in {town} were {before}, and are {after}.",
)
class GroupCorrected(Event, frozen=True):
    """The units of an army that began the turn in a town are a group that marches, or not [5.1]."""

    army: str
    town: str
    before: str
    """``a group that marches`` or ``a group that stays``, and so is `after`."""
    after: str
    reason: str

    def apply(self, state: State) -> None:
        """It counts among the groups that march in this turn, or no longer."""
        if self.after == MARCHES:
            state.groups.append((self.army, self.town))
        else:
            state.groups.remove((self.army, self.town))


@recorded(
    "napoleon_columbia.road_use_corrected/1",
    "Correction: {after:unit/units} marched along the road {road}, not {before}.",
)
class RoadUseCorrected(Event, frozen=True):
    """More units have marched along a road in this player turn, or fewer [5.4]."""

    road: str
    before: int
    after: int
    limit: int
    """Most that may."""
    reason: str

    def apply(self, state: State) -> None:
        """The others still may."""
        put(state.road_use, self.road, self.after)


IN_ORDER, DISRUPTED = "in order", "disrupted"
OVER, TO_COME = "over", "to come"
MARCHES, STAYS = "a group that marches", "a group that stays"


def _not_marched(state: State, unit: str) -> None:
    block = state.blocks[unit]
    block.path, block.forced, block.halted = [], False, False
    if state.marching == unit:
        state.marching = ""


def put(numbers: dict[str, int], road: str, units: int) -> None:
    """How many units have used a road; who has none is not listed."""
    if units:
        numbers[road] = units
    else:
        numbers.pop(road, None)
