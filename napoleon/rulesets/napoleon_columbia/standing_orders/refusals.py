"""Standing orders that could never apply, whatever comes.

They go by the map, by which units are the seat's own, and by which are eliminated: by nothing that
is hidden from it.
"""

from __future__ import annotations

from collections.abc import Iterable

from napoleon.rules.orders import Refusal
from napoleon.rules.standing_orders import StandingOrder
from napoleon.rulesets.napoleon_columbia.sides import FRENCH
from napoleon.rulesets.napoleon_columbia.standing_orders.kinds import (
    LoseForSupply,
    PlaceTerrain,
    ReinforceWith,
    RetreatTo,
    RetreatWhenLost,
)
from napoleon.rulesets.napoleon_columbia.table import Table, refuse


def refuse_standing_order(table: Table, seat: str, said: StandingOrder) -> Refusal | None:
    """Refuses what could never apply: others' units, towns without a road, empty lists."""
    return (
        _refuse_units(table, seat, getattr(said, "units", ()))
        or _refuse_towns(table, getattr(said, "towns", ()))
        or _refuse_units(table, seat, getattr(said, "spare", ()))
        or _refuse_towns(table, getattr(said, "towards", ()))
        or _refuse_towns(table, getattr(said, "never", ()))
        or _refuse_towns(table, getattr(said, "battles", ()))
        or _refuse_more(table, seat, said)
    )


def _refuse_units(table: Table, seat: str, named: Iterable[str]) -> Refusal | None:
    """Refuse what is no unit, units of others, and units that are eliminated."""
    armies = table.state.armies_of_seat(seat)
    for unit in named:
        label = table.data.blocks.get(unit)
        if label is None:
            return refuse("UNKNOWN_UNIT", "3.1", f"There is no unit {unit}.", unit=unit)
        name = table.data.unit_names[unit]
        if not armies:
            detail = "Nobody commands an army before the sides are bid for."
            return refuse("NOT_YOUR_UNIT", "N-63", detail, unit=unit)
        if label.army not in armies:
            return refuse("NOT_YOUR_UNIT", "3.1", f"{name} is not one of your units.", unit=unit)
        if unit not in table.state.blocks:
            detail = f"{name} is no longer in the game."
            return refuse("NO_SUCH_UNIT", "3.4", detail, unit=unit)
    return None


def _refuse_towns(table: Table, named: Iterable[str]) -> Refusal | None:
    for town in named:
        if town not in table.data.towns:
            return refuse("UNKNOWN_TOWN", "1.0", f"There is no town {town}.", town=town)
    return None


def _refuse_more(table: Table, seat: str, said: StandingOrder) -> Refusal | None:
    match said:
        case (
            RetreatTo(towns=towns, battles=battles) | RetreatWhenLost(towns=towns, battles=battles)
        ):
            return _refuse_retreat(table, towns, battles)
        case ReinforceWith(units=()):
            return refuse("BAD_PAYLOAD", "6.34", "Name at least one unit that comes.")
        case PlaceTerrain(positions=()):
            return refuse("BAD_PAYLOAD", "6.21", "Name at least one of your positions.")
        case LoseForSupply(units=units):
            return _refuse_supply(table, seat, units)
    return None


def _refuse_retreat(table: Table, towns: Iterable[str], battles: Iterable[str]) -> Refusal | None:
    """Refuse a retreat without a town, and one from a battle that no road joins to any of them."""
    names = table.data.towns
    if not towns:
        return refuse("BAD_PAYLOAD", "7.1", "Name at least one town to retreat to.")
    for battle in battles:
        if not any(table.data.road_between(battle, town) for town in towns):
            detail = f"No road leads to any of these towns from {names[battle].name}."
            return refuse("NO_ROAD", "7.1", detail, battle=battle)
    return None


def _refuse_supply(table: Table, seat: str, units: Iterable[str]) -> Refusal | None:
    """Refuse what only the Allies can suffer [10.0]."""
    if FRENCH in table.state.armies_of_seat(seat):
        return refuse("NOT_YOUR_DECISION", "10.0", "The French army needs no supply.")
    if not units:
        return refuse("BAD_PAYLOAD", "10.0", "Name at least one unit.")
    return None
