"""Correcting the march phase: who has marched, in which groups, by which roads [N-80, 5]."""

from __future__ import annotations

from typing import Literal

from napoleon.rules.corrections import Correction
from napoleon.rules.kit.scenes import Scene
from napoleon.rules.kit.settings import Field, Setting, corrected, opened
from napoleon.rules.orders import Refusal
from napoleon.rulesets.napoleon_columbia import acting
from napoleon.rulesets.napoleon_columbia.corrections import checks
from napoleon.rulesets.napoleon_columbia.corrections.on_map import not_marched
from napoleon.rulesets.napoleon_columbia.march import ROAD_LIMITS, refuse_groups
from napoleon.rulesets.napoleon_columbia.sides import NAMES, enemy, side_of
from napoleon.rulesets.napoleon_columbia.state import State
from napoleon.rulesets.napoleon_columbia.table import Table, refuse
from napoleon.rulesets.napoleon_columbia.turns import MARCH


def _refuse_phase(table: Table, wanted: Correction) -> Refusal | None:
    """Who has marched counts only in the march phase."""
    if table.state.turn and table.state.phase == MARCH:
        return None
    detail = "That is set in the March phase only."
    return refuse("WRONG_PHASE", "2.1", detail, phase=table.state.phase)


def _refuse_passive(table: Table, wanted: SetMarched | SetGroup) -> Refusal | None:
    blocks = table.state.blocks
    army: str = wanted.army if isinstance(wanted, SetGroup) else blocks[wanted.unit].army
    if side_of(army) == table.state.active:
        return None
    detail = f"The {NAMES[army]} do not march in this player turn."
    return refuse("NOT_ACTIVE", "2.0", detail, army=army, active=table.state.active)


# -- who has marched [N-04, N-56] ------------------------------------------------------------------

OVER, TO_COME = "over", "to come"


class SetMarched(checks.OfUnit, frozen=True, tag="set_marched"):
    """Say whether the march of a unit is over; if it is not, the unit has not marched at all."""

    marched: bool


def _march(state: State, unit: str, after: str) -> None:
    """A unit that is still to march has not marched at all."""
    if after == TO_COME:
        not_marched(state, unit)
        return
    state.blocks[unit].halted = True
    if state.marching == unit:
        state.marching = ""


def _refuse_march(it: acting.Unit, wanted: SetMarched) -> Refusal | None:
    if wanted.marched or not it.table.state.count(it.block.town, enemy(it.side)):
        return None
    detail = f"{it.name} has met enemies: put it elsewhere if it should not have."
    return refuse("ENEMY_IN_PATH", "5.0", detail, unit=it.unit)


def _has_marched(it: acting.Unit) -> bool | None:
    """None for a unit that is under way: it may be set to either."""
    return None if it.block.path and not it.block.halted else it.block.halted


MARCHED = Setting(
    SetMarched,
    opened(checks.of_unit(acting.Unit), _refuse_phase, checks.refuse_off_map, _refuse_passive),
    "N-56",
    corrected(
        "napoleon_columbia.unit_march_corrected/1",
        "Correction: the march of {unit} was {before}, and is {after}.",
        {**checks.OF_UNIT, "before": str, "after": str},
        _march,
        fogged="Correction: the march of {token} was {before}, and is {after}.",
    ),
    sets={"marched": Field(_has_marched, {True: OVER, False: TO_COME})},
    unable=_refuse_march,
    more=lambda it, wanted: {"before": TO_COME if wanted.marched else OVER},
)


# -- which groups march [5.1] ----------------------------------------------------------------------

MARCHES, STAYS = "a group that marches", "a group that stays"


class SetGroup(Correction, frozen=True, tag="set_group"):
    """Say whether the units of an army that began the turn in a town march in it as a group."""

    army: Literal["french", "anglo", "prussian"]
    town: checks.Town
    marched: bool


class Group(Scene[Table]):
    """The units of an army that began the turn in a town [N-04]."""

    def __init__(self, table: Table, wanted: SetGroup) -> None:
        super().__init__(table, "")
        group, blocks = (wanted.army, wanted.town), table.state.blocks.values()
        self.marches = group in table.state.groups
        self.blocks = [it for it in blocks if (it.army, it.start) == group]


def _activate(state: State, army: str, town: str, after: str) -> None:
    """It counts among the groups that march in this turn, or no longer."""
    change = state.groups.append if after == MARCHES else state.groups.remove
    change((army, town))


def _refuse_group(it: Group, wanted: SetGroup) -> Refusal | None:
    army, town, name = wanted.army, wanted.town, it.table.data.towns[wanted.town].name
    if wanted.marched and not it.blocks:
        detail = f"No units of the {NAMES[army]} began the turn in {name}."
        return refuse("NO_GROUP", "N-04", detail, army=army, town=town)
    if wanted.marched:
        return refuse_groups(it.table, army)
    if any(block.path for block in it.blocks):
        detail = f"Units of the {NAMES[army]} have marched from {name}."
        return refuse("ALREADY_MARCHED", "5.1", detail, army=army, town=town)
    return None


GROUP = Setting(
    SetGroup,
    opened(Group, _refuse_phase, _refuse_passive),
    "5.1",
    corrected(
        "napoleon_columbia.group_corrected/1",
        "Correction: the {army} in {town} were {before}, and are {after}.",
        {"army": str, "town": str, "before": str, "after": str},
        _activate,
    ),
    sets={"marched": Field(lambda it: it.marches, {True: MARCHES, False: STAYS})},
    refuses=_refuse_group,
)


# -- by which roads [5.4, N-07] --------------------------------------------------------------------


class SetRoadUse(Correction, frozen=True, tag="set_road_use"):
    """Say how many units have marched along a road in this player turn."""

    road: checks.Road
    units: int


class Marched(Scene[Table]):
    """A road, with how many units may march along it."""

    def __init__(self, table: Table, wanted: SetRoadUse) -> None:
        super().__init__(table, "")
        self.limit = ROAD_LIMITS[table.data.roads[wanted.road].kind]
        self.used = table.state.road_use.get(wanted.road, 0)


def _use(state: State, road: str, after: int) -> None:
    """The others still may."""
    put(state.road_use, road, after)


def put(numbers: dict[str, int], road: str, units: int) -> None:
    """How many units have used a road; one that nobody has used is not listed."""
    numbers[road] = units
    if not units:
        del numbers[road]


def _refuse_use(it: Marched, wanted: SetRoadUse) -> Refusal | None:
    """No fewer than are known to have marched along it."""
    road, limit, blocks = wanted.road, it.limit, it.table.state.blocks.values()
    least = sum(block.path.count(road) for block in blocks)
    detail = f"{least} to {limit} units have marched along that road."
    return checks.refuse_beyond(wanted.units, least, limit, "5.4", detail, road=road, least=least)


ROAD_USE = Setting(
    SetRoadUse,
    opened(Marched, _refuse_phase),
    "5.4",
    corrected(
        "napoleon_columbia.road_use_corrected/1",
        "Correction: {after:unit/units} marched along the road {road}, not {before}.",
        {"road": str, "before": int, "after": int, "limit": int},
        _use,
    ),
    sets={"units": Field(lambda it: it.used)},
    unable=_refuse_use,
)

SETTINGS = (MARCHED, GROUP, ROAD_USE)
