"""7.3, 10 Supply: cities in French hands cost the Allies units; who has retreated recovers."""

from __future__ import annotations

from collections.abc import Iterator

from napoleon.rules.events import Line
from napoleon.rules.orders import Refusal
from napoleon.rules.terms import Decision
from napoleon.rulesets.napoleon_columbia import fog
from napoleon.rulesets.napoleon_columbia.events.turn import (
    SupplyCounted,
    SupplyLossDue,
    UnitRemovedForSupply,
    UnitsRecovered,
)
from napoleon.rulesets.napoleon_columbia.orders import RemoveForSupply
from napoleon.rulesets.napoleon_columbia.seats import commands
from napoleon.rulesets.napoleon_columbia.sides import FRENCH, NAMES
from napoleon.rulesets.napoleon_columbia.table import Table, refuse
from napoleon.rulesets.napoleon_columbia.turns import SUPPLY


def held(table: Table) -> tuple[str, ...]:
    """The supply cities in which at least one French unit stands [10.0]."""
    held_by_french = table.state.towns_held()[FRENCH]
    return tuple(it.id for it in table.data.supply_cities if it.id in held_by_french)


def count_due(table: Table) -> bool:
    """Whether a French turn ends, and supply was not counted [10.0]."""
    state = table.state
    return state.phase == SUPPLY and state.active == FRENCH and not state.supplied


def count(table: Table) -> None:
    """Each city that the French hold costs units of its army, as far as it has any [N-66]."""
    cities = held(table)
    table.record(SupplyCounted(cities), "10.0")
    for city in cities:
        town = table.data.towns[city]
        army = str(town.supply_army)
        promised = sum(units for _, it, units in table.state.supply_due if it == army)
        left = len(table.state.of_army(army)) - promised
        lines = [Line(town.supply_loss, "10.0", town.name)]
        if left < town.supply_loss:
            lines.append(Line(left - town.supply_loss, "N-66", "no more units are left"))
        due = min(left, town.supply_loss)
        table.record(SupplyLossDue(city, army, due, tuple(lines)), "10.0", "N-38")


def losses_due(table: Table) -> bool:
    """Whether units still have to go for want of supply."""
    return bool(table.state.supply_due)


def asks(table: Table) -> list[Decision]:
    """Which unit goes, where there is a choice [N-38]."""
    city, army, units = table.state.supply_due[0]
    if len(table.state.of_army(army)) <= units:
        return []
    name = table.data.towns[city].name
    text = f"The French hold {name}: choose a unit of the {NAMES[army]} that is lost."
    return [table.question(table.state.players[army], "supply", "10.0", text)]


def lose_last(table: Table) -> None:
    """All that the army has goes."""
    army = table.state.supply_due[0][1]
    _remove(table, fog.in_order(table, table.state.of_army(army))[0])


def legal_orders(table: Table, decision: Decision) -> Iterator[RemoveForSupply]:
    """Every unit of the army, its leader too [N-38]."""
    army = table.state.supply_due[0][1]
    return map(RemoveForSupply, table.state.of_army(army))


def refuse_removal(table: Table, decision: Decision, order: RemoveForSupply) -> Refusal | None:
    """The unit is one of the army that the city feeds [10.0]."""
    army = table.state.supply_due[0][1]
    if not commands(table, decision.seat, order.unit):
        return refuse("NOT_YOUR_UNIT", "10.0", "Name a unit of yours that is on the map.")
    if table.state.blocks[order.unit].army != army:
        detail = f"The unit has to be one of the {NAMES[army]}."
        return refuse("WRONG_ARMY", "10.0", detail, army=army)
    return None


def remove(table: Table, decision: Decision, order: RemoveForSupply) -> None:
    """The unit is lost, for all to see [N-44]."""
    _remove(table, order.unit)


def _remove(table: Table, unit: str) -> None:
    city, army, _ = table.state.supply_due[0]
    block = table.state.blocks[unit]
    removed = UnitRemovedForSupply(
        unit,
        army,
        city,
        len(table.state.eliminated[army]) + 1,
        table.data.defeated_at[table.data.blocks[unit].army],
        block.town,
        block.token,
    )
    table.record(removed, "10.0", "N-38")


# -- disruption ends [7.3] ------------------------------------------------------------------------


def recovery_due(table: Table) -> bool:
    """Whether the player turn ends, and units still lie face down."""
    blocks = table.state.blocks.values()
    return table.state.phase == SUPPLY and any(it.disrupted for it in blocks)


def recover(table: Table) -> None:
    """Disrupted units stand up among the others [7.3, N-58]."""
    blocks = table.state.blocks
    for army, player in table.state.players.items():
        own = [unit for unit, it in blocks.items() if it.disrupted and it.army == army]
        if own:
            ordered = tuple(fog.in_order(table, own))
            towns = tuple(sorted({blocks[unit].town for unit in own}))
            tokens = tuple(blocks[unit].token for unit in ordered)
            table.record(UnitsRecovered(player, tokens, ordered, towns), "7.3")
