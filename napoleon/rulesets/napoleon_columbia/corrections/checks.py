"""What corrections name, what they may not touch, and what cannot be set [N-80].

A refusal of a correction is for the referee, who sees everything.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Annotated, Any, TypeVar

import msgspec

from napoleon.rules.corrections import Correction
from napoleon.rules.events import FOGGED
from napoleon.rules.kit import correcting
from napoleon.rules.kit.settings import Named
from napoleon.rules.orders import Refusal
from napoleon.rulesets.napoleon_columbia import fog, places, units
from napoleon.rulesets.napoleon_columbia.names import SIDES_OF_BOARD
from napoleon.rulesets.napoleon_columbia.orders import Id
from napoleon.rulesets.napoleon_columbia.sides import enemy, side_of
from napoleon.rulesets.napoleon_columbia.state import Battle
from napoleon.rulesets.napoleon_columbia.table import Table, refuse, seat_of

S = TypeVar("S")

nothing_to_correct = partial(correcting.nothing_to_correct, "N-80")
"""What is to be set is so already."""


def refuse_setting_up(table: Table, wanted: Correction) -> Refusal | None:
    """Before the first turn owners place and take up their units themselves [4.0]."""
    if table.state.turn:
        return None
    detail = "The campaign has not begun: there is nothing to correct yet."
    return refuse("WRONG_PHASE", "4.0", detail, phase=table.state.phase)


# -- things that are there -------------------------------------------------------------------------


def _units(table: Table) -> dict[str, str]:
    return dict(sorted(table.data.unit_names.items(), key=lambda it: it[1]))


def _towns(table: Table) -> dict[str, str]:
    return {it.id: it.name for it in sorted(table.data.towns.values(), key=lambda it: it.name)}


def _cities(table: Table) -> dict[str, str]:
    return {it.id: it.name for it in table.data.supply_cities}


def _roads(table: Table) -> dict[str, str]:
    towns = table.data.towns
    return {it.id: f"{towns[it.a].name}-{towns[it.b].name}" for it in table.data.roads.values()}


def _places(table: Table) -> dict[str, str]:
    return {it: SIDES_OF_BOARD[places.owner(it), places.lane_of(it)] for it in places.PLACES}


def refuse_unknown(table: Table, unit: str) -> Refusal | None:
    """Refuse what is no unit."""
    if unit in table.data.blocks:
        return None
    return refuse("UNKNOWN_UNIT", "3.1", f"There is no unit {unit}.", unit=unit)


def _refuse_town(table: Table, town: str) -> Refusal | None:
    if town in table.data.towns:
        return None
    return refuse("UNKNOWN_TOWN", "1.0", f"There is no town {town}.", town=town)


def _refuse_road(table: Table, road: str) -> Refusal | None:
    if road in table.data.roads:
        return None
    return refuse("UNKNOWN_ROAD", "1.0", f"There is no road {road}.", road=road)


def _refuse_place(table: Table, place: str) -> Refusal | None:
    if place in places.PLACES:
        return None
    return refuse("NOT_A_PLACE", "6.2", f"There is no place {place} on the board.", place=place)


Unit = Annotated[Id, Named(_units, refuse_unknown)]
Units = Annotated[tuple[Unit, ...], msgspec.Meta(min_length=1, max_length=58)]
Town = Annotated[Id, Named(_towns, _refuse_town)]
City = Annotated[Id, Named(_cities, _refuse_town)]
Road = Annotated[Id, Named(_roads, _refuse_road)]
Place = Annotated[Id, Named(_places, _refuse_place)]


# -- units -----------------------------------------------------------------------------------------

OF_UNIT = {"player": str, "unit": Annotated[str, FOGGED], "token": str}
"""What an event tells first of a unit."""


class OfUnit(Correction, frozen=True):
    """A correction of a unit."""

    unit: Unit


class OfUnits(Correction, frozen=True):
    """A correction of several units."""

    units: Units


def refuse_off_map(table: Table, wanted: OfUnit | OfUnits) -> Refusal | None:
    """Refuse units that are not on the map."""
    named = wanted.units if isinstance(wanted, OfUnits) else (wanted.unit,)
    return next((it for unit in named if (it := refuse_absent(table, unit))), None)


def refuse_absent(table: Table, unit: str) -> Refusal | None:
    """Refuse a unit that is not on the map."""
    if unit in table.state.blocks:
        return None
    name = units.name_of(table, unit)
    return refuse("NOT_ON_MAP", "3.4", f"{name} is not on the map.", unit=unit)


def refuse_beyond(
    number: int, least: int, most: int, clause: str, detail: str, /, **facts: Any
) -> Refusal | None:
    """Refuse a number that cannot be; `detail` says from what to what it may be."""
    if least <= number <= most:
        return None
    return refuse("OUT_OF_RANGE", clause, detail, **facts, most=most)


def refuse_strength(table: Table, unit: str, strength: int) -> Refusal | None:
    """Refuse steps that a unit can never have [3.3, 3.4]; those given for a bid stay off [13.0]."""
    block = table.state.blocks.get(unit)
    paid = 1 if block is not None and block.weakened else 0
    most = table.data.blocks[unit].max_strength - paid
    detail = f"{units.name_of(table, unit)} has 1 to {most} steps."
    return refuse_beyond(strength, 1, most, "13.0" if paid else "3.3", detail, unit=unit)


# -- fights ----------------------------------------------------------------------------------------


def refuse_fight(table: Table, town: str) -> Refusal | None:
    """Refuse to touch a fight whose units are counted already, but stand on no board yet [N-49].

    On a battle board nothing is touched before both sides are deployed, and while hits are taken
    or a side leaves.
    """
    state = table.state
    if not state.is_fought_over(town):
        return None
    battle, name = state.battle_in(town), table.data.towns[town].name
    if battle is None or not battle.begun:
        detail = f"The units that fight in {name} are counted; wait until both sides are deployed."
        return refuse("FIGHT_BEGINS", "N-49", detail, town=town)
    leaving = state.beaten is not None and state.beaten.town == town
    if leaving or (state.shot is not None and state.at == town):
        detail = f"Hits or a retreat are being settled in {name}; wait until that is done."
        return refuse("NOT_NOW", "N-80", detail, town=town)
    return None


def refuse_no_board(table: Table, town: str) -> Refusal | None:
    """Refuse a town without a battle whose sides are deployed, and one that is being settled."""
    if table.state.battle_in(town) is None:
        detail = f"No battle is fought in {table.data.towns[town].name}."
        return refuse("NO_BATTLE", "6.1", detail, town=town)
    return refuse_fight(table, town)


def of_unit(scene: Callable[[Table, str, str], S]) -> Callable[[Table, OfUnit], S]:
    """The scene of a unit, with the seat that commands it."""
    return lambda table, wanted: scene(table, seat_of(table, wanted.unit), wanted.unit)


def refuse_no_fighter(table: Table, wanted: OfUnit) -> Refusal | None:
    """Refuse a unit that stands on no battle board."""
    refusal = refuse_absent(table, wanted.unit)
    return refusal or refuse_no_board(table, table.state.blocks[wanted.unit].town)


def board_at(table: Table, town: str) -> Battle:
    """The battle in a town, where `refuse_no_board` has nothing against it."""
    battle = table.state.battle_in(town)
    assert battle is not None, "refused where there is none"
    return battle


def refuse_coming(table: Table, army: str, town: str) -> Refusal | None:
    """Refuse a town in which a unit of an army cannot come to stand by a correction.

    Among enemies nobody stands outside a fight, and into one a unit comes by its own march [6.1].
    """
    if refusal := refuse_fight(table, town):
        return refusal
    if table.state.battle_in(town) is None and table.state.count(town, enemy(side_of(army))):
        detail = f"Enemies are in {table.data.towns[town].name}, and no battle is fought there."
        return refuse("ENEMIES_THERE", "5.0", detail, town=town)
    return None


def reserve_of(table: Table, army: str, town: str) -> str:
    """Where a unit of an army comes to stand on the board of a battle there; empty for none."""
    battle = table.state.battle_in(town)
    return places.reserve(battle.role(side_of(army))) if battle else ""


# -- what may not give itself away [3.2, N-58] -----------------------------------------------------


def refuse_parting(table: Table, moved: Sequence[str]) -> Refusal | None:
    """New tokens would have to be drawn where upright blocks part, and a correction draws none."""
    for unit in moved:
        if table.state.blocks[unit].revealed:
            continue
        left = [it for it in fog.companions(table, unit) if it not in moved]
        if left:
            detail = (
                f"{units.name_of(table, unit)} stands upright among others of its army: they can "
                "only be put elsewhere together."
            )
            return refuse("BLOCKS_WOULD_PART", "N-58", detail, unit=unit, left=sorted(left))
    return None


def refuse_mingling(table: Table, town: str, place: str, army: str) -> Refusal | None:
    """A block that comes among upright ones in a Reserve or Woods could be told from them there."""
    battle = table.state.battle_in(town)
    if battle is None:
        return None
    blocks = table.state.blocks
    upright = [
        unit
        for unit in table.state.fighters_at(battle, place)
        if blocks[unit].army == army and not blocks[unit].revealed
    ]
    if not upright:
        return None
    detail = "Upright blocks of its army stand there, among which the enemy could not tell it."
    return refuse("BLOCKS_WOULD_MIX", "N-58", detail, place=place, units=sorted(upright))
