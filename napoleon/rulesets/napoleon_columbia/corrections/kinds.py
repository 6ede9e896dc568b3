"""The kinds of correction: what a referee may set, in the words of the API [N-80]."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from napoleon.rules.corrections import Correction
from napoleon.rulesets.napoleon_columbia.orders import Id

Army = Literal["french", "anglo", "prussian"]
Ground = Literal["none", "woods", "farm", "stream", "hill"]
Units = Annotated[tuple[Id, ...], msgspec.Meta(min_length=1, max_length=58)]

# -- on the map ------------------------------------------------------------------------------------


class PlaceUnits(Correction, frozen=True, tag="place_units"):
    """Put units into a town; where a battle is fought there, into the Reserve of their side.

    They stand there as if the turn had begun so. Upright blocks of an army that stand together
    are put elsewhere together, or not at all.
    """

    units: Units
    town: Id


class RestoreUnit(Correction, frozen=True, tag="restore_unit"):
    """Bring a unit that was eliminated back into a town, with a strength."""

    unit: Id
    town: Id
    strength: int


class EliminateUnit(Correction, frozen=True, tag="eliminate_unit"):
    """Take a unit off the map for good; it counts as one that was eliminated."""

    unit: Id


class SetStrength(Correction, frozen=True, tag="set_strength"):
    """Set how many steps a unit has left: from 1 to what its label says."""

    unit: Id
    strength: int


class SetDisrupted(Correction, frozen=True, tag="set_disrupted"):
    """Say whether units lie face down after a retreat of this player turn."""

    units: Units
    disrupted: bool


# -- in the march phase ----------------------------------------------------------------------------


class SetMarched(Correction, frozen=True, tag="set_marched"):
    """Say whether the march of a unit is over; if it is not, the unit has not marched at all."""

    unit: Id
    marched: bool


class SetGroup(Correction, frozen=True, tag="set_group"):
    """Say whether the units of an army that began the turn in a town march in it as a group."""

    army: Army
    town: Id
    marched: bool


class SetRoadUse(Correction, frozen=True, tag="set_road_use"):
    """Say how many units have marched along a road in this player turn."""

    road: Id
    units: int


# -- on a battle board -----------------------------------------------------------------------------


class SetShown(Correction, frozen=True, tag="set_shown"):
    """Show a block on a battle board to everybody, or stand it up again."""

    unit: Id
    shown: bool


class PlaceFighter(Correction, frozen=True, tag="place_fighter"):
    """Put a unit into another place of its battle board, in line and without any bonus."""

    unit: Id
    place: Id


class SetSquare(Correction, frozen=True, tag="set_square"):
    """Say whether an infantry unit stands in square."""

    unit: Id
    square: bool


class SetActions(Correction, frozen=True, tag="set_actions"):
    """Say what a unit has done in the running combat turn: its moves, and whether it fired."""

    unit: Id
    moves: int
    fired: bool


class SetTerrain(Correction, frozen=True, tag="set_terrain"):
    """Put terrain into a position of a battle board, or take it away."""

    town: Id
    place: Id
    terrain: Ground


class SetHolder(Correction, frozen=True, tag="set_holder"):
    """Say which unit holds the Farm or the Hill of a position; an empty name for nobody."""

    town: Id
    place: Id
    unit: Id


class SetCombatRoadUse(Correction, frozen=True, tag="set_combat_road_use"):
    """Say how many units have left a battle by a road in this combat turn, or come in by it."""

    town: Id
    road: Id
    way: Literal["retreat", "reinforcement"]
    units: int


# -- supply ----------------------------------------------------------------------------------------


class SetSupplyDue(Correction, frozen=True, tag="set_supply_due"):
    """Say how many units are still to go for a city that the French hold."""

    city: Id
    units: int
