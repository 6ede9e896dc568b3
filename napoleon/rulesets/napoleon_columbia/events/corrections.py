"""Corrections by a referee: what was on the table, and what is there from now on [N-80].

``reason`` is the id of the text that says why.
"""

from __future__ import annotations

from typing import Annotated

from napoleon.rules.events import FOGGED, HIDDEN, Event, recorded
from napoleon.rulesets.napoleon_columbia.events.blocks import abandon, leave_board, remove
from napoleon.rulesets.napoleon_columbia.events.fights import board
from napoleon.rulesets.napoleon_columbia.state import (
    Block,
    Fighter,
    Marker,
    State,
    forget_engagements,
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


@recorded(
    "napoleon_columbia.block_shown/1",
    "Correction: {unit} in {town} lies open, with {strength:step/steps}.",
    reveals=True,
)
class BlockShown(Event, frozen=True):
    """A block on a battle board is shown to everybody [6.24]."""

    unit: str
    token: str
    town: str
    strength: int
    reason: str

    def apply(self, state: State) -> None:
        """It lies open until it stands up again."""
        state.blocks[self.unit].revealed = True


@recorded("napoleon_columbia.block_stood_up/1", "Correction: {unit} in {town} stands upright.")
class BlockStoodUp(Event, frozen=True):
    """A block that lay open stands upright, where no other does among which it could hide."""

    unit: str
    token: str
    town: str
    reason: str

    def apply(self, state: State) -> None:
        """Others see no more of it than its token."""
        state.blocks[self.unit].revealed = False


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
        _put(state.road_use, self.road, self.after)


# -- battle boards ---------------------------------------------------------------------------------


@recorded(
    "napoleon_columbia.fighter_corrected/1",
    "Correction: {unit} is in {place} at {town}, no longer in {origin}.",
    fogged="Correction: {token} is in {place} at {town}, no longer in {origin}.",
)
class FighterCorrected(Event, frozen=True):
    """A unit is put into another place of its battle board [6.2]."""

    player: str
    unit: Annotated[str, FOGGED]
    token: str
    town: str
    origin: str
    place: str
    reason: str

    def apply(self, state: State) -> None:
        """It stands there in line, holds nothing, and has no bonus; what it has done stays done."""
        battle = board(state, self.town)
        abandon(state, self.unit, self.town)
        for other in battle.fighters.values():
            if other.shelter == self.unit:
                other.shelter = ""
        before = battle.fighters[self.unit]
        battle.fighters[self.unit] = Fighter(
            self.place, moves=before.moves, way=before.way, fired=before.fired
        )
        forget_engagements(state, battle)


@recorded(
    "napoleon_columbia.square_corrected/1",
    "Correction: {unit} stood in {before}, and stands in {after}.",
    fogged="Correction: {token} stood in {before}, and stands in {after}.",
)
class SquareCorrected(Event, frozen=True):
    """An infantry unit stands in square, or in line [6.5]."""

    player: str
    unit: Annotated[str, FOGGED]
    token: str
    town: str
    before: str
    """``line`` or ``square``, and so is `after`."""
    after: str
    reason: str

    def apply(self, state: State) -> None:
        """It costs no combat move; whoever sheltered in a square that is gone is free."""
        battle = board(state, self.town)
        battle.fighters[self.unit].square = self.after == SQUARE
        if self.after == SQUARE:
            abandon(state, self.unit, self.town)
            return
        for other in battle.fighters.values():
            if other.shelter == self.unit:
                other.shelter = ""


@recorded(
    "napoleon_columbia.actions_corrected/1",
    "Correction: {unit} has made {moves:combat move/combat moves} in this combat turn, "
    "and has {fired:fired/not fired}.",
    fogged="Correction: what {token} has done in this combat turn is another thing.",
)
class ActionsCorrected(Event, frozen=True):
    """A unit has done more in the running combat turn, or less [6.32, 6.33]."""

    player: str
    unit: Annotated[str, FOGGED]
    token: str
    town: str
    moves_before: Annotated[int, FOGGED]
    """0 to 2, and so are `moves`."""
    moves: Annotated[int, FOGGED]
    fired_before: bool
    fired: bool
    reason: str

    def apply(self, state: State) -> None:
        """It may do the rest; whoever has not moved has neither engaged nor disengaged."""
        fighter = board(state, self.town).fighters[self.unit]
        fighter.moves, fighter.fired = self.moves, self.fired
        if not self.moves:
            fighter.way = ""


@recorded(
    "napoleon_columbia.terrain_corrected/1",
    "Correction: the terrain in {place} at {town} is {after}, no longer {before}.",
)
class TerrainCorrected(Event, frozen=True):
    """Other terrain lies in a position, or none [6.21]."""

    town: str
    place: str
    before: str
    """``woods``, ``farm``, ``stream`` or ``hill``, or ``none``; so is `after`."""
    after: str
    reason: str

    def apply(self, state: State) -> None:
        """What lay there goes back among the terrain that is left; nobody holds what lies there."""
        battle = board(state, self.town)
        battle.terrain.pop(self.place, None)
        if self.before != NONE:
            state.pool = sorted([*state.pool, self.before])
        if self.after != NONE:
            state.pool.remove(self.after)
            battle.terrain[self.place] = Marker(self.after)


@recorded(
    "napoleon_columbia.holder_corrected/1",
    "Correction: {unit} holds the {terrain} in {place} at {town}, no longer {previous}.",
    fogged="Correction: {token} holds the {terrain} in {place} at {town}, no longer "
    "{previous_token}.",
)
class HolderCorrected(Event, frozen=True):
    """Another unit holds a Farm or a Hill [6.21.hold]."""

    player: str
    unit: Annotated[str, FOGGED]
    token: str
    previous: Annotated[str, FOGGED]
    """Who held it; ``none`` if nobody did, and so is its token."""
    previous_token: str
    town: str
    terrain: str
    place: str
    reason: str

    def apply(self, state: State) -> None:
        """It serves this unit."""
        board(state, self.town).terrain[self.place].holder = self.unit


@recorded(
    "napoleon_columbia.holder_withdrawn/1",
    "Correction: nobody holds the {terrain} in {place} at {town}, which {unit} held.",
    fogged="Correction: nobody holds the {terrain} in {place} at {town}, which {token} held.",
)
class HolderWithdrawn(Event, frozen=True):
    """Nobody holds a Farm or a Hill any more [6.21.hold]."""

    player: str
    unit: Annotated[str, FOGGED]
    token: str
    town: str
    terrain: str
    place: str
    reason: str

    def apply(self, state: State) -> None:
        """It may be taken."""
        board(state, self.town).terrain[self.place].holder = ""


@recorded(
    "napoleon_columbia.combat_road_use_corrected/1",
    "Correction: {after:unit/units} used the road {road} for {way} at {town}, not {before}.",
)
class CombatRoadUseCorrected(Event, frozen=True):
    """More units have left a battle by a road in this combat turn, or come in, or fewer [T2]."""

    town: str
    side: str
    """Whose combat turn it is."""
    road: str
    way: str
    """``retreat`` or ``reinforcement``."""
    before: int
    after: int
    limit: int
    reason: str

    def apply(self, state: State) -> None:
        """The others still may."""
        battle = board(state, self.town)
        use = battle.retreat_use
        if self.way == REINFORCEMENT:
            use = battle.reinforce_use.setdefault(self.side, {})
        _put(use, self.road, self.after)


# -- supply ----------------------------------------------------------------------------------------


@recorded(
    "napoleon_columbia.supply_due_corrected/1",
    "Correction: for {city} the {army} still lose {after:unit/units}, not {before}.",
)
class SupplyDueCorrected(Event, frozen=True):
    """More units have to go for a city in French hands, or fewer [10.0]."""

    city: str
    army: str
    before: int
    """0 to 2, and so is `after`."""
    after: int
    reason: str

    def apply(self, state: State) -> None:
        """Their owner chooses them, city by city."""
        due = {city: (army, units) for city, army, units in state.supply_due}
        due[self.city] = (self.army, self.after)
        state.supply_due = [(city, army, units) for city, (army, units) in due.items() if units]


IN_ORDER, DISRUPTED = "in order", "disrupted"
OVER, TO_COME = "over", "to come"
MARCHES, STAYS = "a group that marches", "a group that stays"
LINE, SQUARE = "line", "square"
REINFORCEMENT = "reinforcement"


def _not_marched(state: State, unit: str) -> None:
    block = state.blocks[unit]
    block.path, block.forced, block.halted = [], False, False
    if state.marching == unit:
        state.marching = ""


def _put(numbers: dict[str, int], road: str, units: int) -> None:
    if units:
        numbers[road] = units
    else:
        numbers.pop(road, None)
