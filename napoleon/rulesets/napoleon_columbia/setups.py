"""4 Set-up: the Allies place their units first, then the French."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from napoleon.rules.orders import Refusal
from napoleon.rules.terms import Decision
from napoleon.rulesets.napoleon_columbia import fog
from napoleon.rulesets.napoleon_columbia.events.setup import (
    HistoricalSetupUsed,
    SetupEnded,
    UnitPlaced,
)
from napoleon.rulesets.napoleon_columbia.layout import HISTORICAL
from napoleon.rulesets.napoleon_columbia.orders import (
    EndSetup,
    PlaceUnit,
    UseHistoricalSetup,
)
from napoleon.rulesets.napoleon_columbia.seats import next_seat
from napoleon.rulesets.napoleon_columbia.sides import ALLIED, FRENCH
from napoleon.rulesets.napoleon_columbia.table import Table, refuse

PHASES = {"setup_allied": ALLIED, "setup_french": FRENCH}
"""Whose units are placed in each phase [4.0]."""


def due(table: Table) -> bool:
    """Whether units are being placed."""
    return table.state.phase in PHASES


def seat(table: Table) -> str:
    """The seat that places its units now [N-54]."""
    return next_seat(table, PHASES[table.state.phase], table.state.parts)


def card_due(table: Table) -> bool:
    """Whether the scenario has the units of a seat placed by the cards, before it is asked."""
    return (
        due(table)
        and table.state.scenario == HISTORICAL
        and seat(table) not in table.state.card_laid
    )


def lay_card(table: Table) -> None:
    """Place the units as the cards say [4.3]."""
    _use_card(table, seat(table))


def asks(table: Table) -> list[Decision]:
    """Where the seat places its units, until it ends its set-up [4.0]."""
    left = len(unplaced(table, seat(table)))
    if left:
        text = f"Place your units; {left} to go."
    elif table.state.scenario == HISTORICAL:
        return []
    else:
        text = "End your set-up, or take up a unit."
    return [table.question(seat(table), "setup", "4.0", text)]


def end_by_itself(table: Table) -> None:
    """The cards leave nothing to choose any more [4.3]."""
    _end(table, seat(table))


def unplaced(table: Table, player: str) -> list[str]:
    """The units of a seat that are still beside the map."""
    armies = table.state.armies_of_seat(player)
    return [u for u, it in table.state.blocks.items() if not it.town and it.army in armies]


def placings(table: Table, decision: Decision) -> Iterator[PlaceUnit]:
    """Every unit beside the map in every town that has room for it [4.1, 4.2]."""
    for unit in unplaced(table, decision.seat):
        for town in _towns(table, unit):
            order = PlaceUnit(unit, town)
            if refuse_placing(table, decision, order) is None:
                yield order


def _towns(table: Table, unit: str) -> Iterable[str]:
    army = table.state.blocks[unit].army
    return (town.id for town in table.data.zone(army))


def refuse_placing(table: Table, decision: Decision, order: PlaceUnit) -> Refusal | None:
    """Why a unit cannot be placed in a town [4.1, 4.2, 4.3]."""
    clause = "4.2" if table.state.phase == "setup_french" else "4.1"
    block = table.state.blocks.get(order.unit)
    if block is None or block.town or table.state.players.get(block.army) != decision.seat:
        return refuse("NOT_YOUR_UNIT", clause, "Name a unit of yours that is not placed yet.")
    town = table.data.towns.get(order.town)
    if town is None:
        return refuse("UNKNOWN_TOWN", clause, "There is no such town.")
    if town.zone != block.army:
        detail = f"{town.name} is not in the zone of that army."
        return refuse("WRONG_ZONE", clause, detail, town=town.id, zone=town.zone)
    limit = table.data.historical.caps.of(block.army)
    standing = sum(it.town == town.id for it in table.state.blocks.values())
    if standing >= limit:
        detail = f"{town.name} has {standing} units already, which is the most."
        return refuse("STACK_FULL", clause, detail, town=town.id, limit=limit)
    name = table.data.unit_names[order.unit]
    crowded = _crowded_town(table, order.unit)
    if crowded and town.id not in (crowded, *table.data.neighbours(crowded)):
        detail = f"The card puts {name} into {table.data.towns[crowded].name}, or beside it."
        return refuse("NOT_ADJACENT", "4.3", detail, town=town.id)
    if crowded and town.id != crowded and not _too_many(table, crowded):
        detail = f"{table.data.towns[crowded].name} has room for the other units of its card."
        return refuse("NOT_IN_EXCESS", "4.3", detail, town=crowded)
    return None


def _crowded_town(table: Table, unit: str) -> str:
    """The town into which the card put a unit together with too many others [4.3, N-03]."""
    card = table.data.historical
    if not table.state.card_laid:
        return ""
    return next((town for town, units in card.on_the_card.items() if unit in units), "")


def _too_many(table: Table, town: str) -> bool:
    """Whether one more unit that the card puts into a town has to go elsewhere [4.3]."""
    card = table.data.historical
    units = card.on_the_card[town]
    elsewhere = sum(table.state.blocks[unit].town not in ("", town) for unit in units)
    return elsewhere < len(units) - card.excess[town].cap


def place(table: Table, decision: Decision, order: PlaceUnit) -> None:
    """A block stands in the town, upright [N-57]."""
    army = table.state.blocks[order.unit].army
    placed = UnitPlaced(
        decision.seat, order.unit, army, order.town, fog.next_token(table, army), fog=True
    )
    table.record(placed, "4.2" if army == FRENCH else "4.1")


def refuse_taking(table: Table, seat: str, unit: str) -> Refusal | None:
    """Why a unit that was placed, or not, stays where it is [N-57]."""
    block = table.state.blocks.get(unit)
    if block is None or block.army not in table.state.armies_of_seat(seat) or not block.town:
        return refuse("NOT_YOUR_UNIT", "4.0", "Name a unit of yours that is placed.")
    historical = table.data.historical
    waiting = {unit for units in historical.on_the_card.values() for unit in units}
    if table.state.scenario == HISTORICAL and unit not in waiting:
        detail = "In this scenario the cards say where that unit stands."
        return refuse("ON_THE_CARD", "4.3", detail)
    return None


def card_offers(table: Table, decision: Decision) -> list[UseHistoricalSetup]:
    """The set-up of the cards, before anything was placed [4.3, N-69]."""
    order = UseHistoricalSetup()
    return [order] if refuse_card(table, decision, order) is None else []


def refuse_card(table: Table, decision: Decision, order: UseHistoricalSetup) -> Refusal | None:
    """Why the cards cannot be used any more [N-69]."""
    armies = table.state.armies_of_seat(decision.seat)
    if any(it.army in armies and it.town for it in table.state.blocks.values()):
        detail = "Units are placed already: the cards place all of them, or none."
        return refuse("SETUP_BEGUN", "N-69", detail)
    return None


def use_card(table: Table, decision: Decision, order: UseHistoricalSetup) -> None:
    """Place all units as the order-of-battle cards say [4.3]."""
    _use_card(table, decision.seat)


def _use_card(table: Table, player: str) -> None:
    """Units of towns where the card puts too many wait for their owner [N-57].

    The tokens are dealt again at once, as the cards are known to everybody.
    """
    blocks = table.state.blocks
    armies = table.state.armies_of_seat(player)
    placed: dict[str, tuple[str, str]] = {}
    towns: dict[str, dict[str, int]] = {army: {} for army in armies}
    used = table.state.tokens
    for unit, town in table.data.historical.fixed().items():
        army = blocks[unit].army
        if army in armies:
            used += 1
            placed[unit] = (town, f"{army}-{used}")
            towns[army][town] = towns[army].get(town, 0) + 1
    table.record(HistoricalSetupUsed(player, placed, towns, fog=True), "4.3", "N-57")
    for army in armies:
        for town in towns[army]:
            fog.mix(table, [unit for unit, it in placed.items() if it[0] == town], "N-58", "4.3")


def endings(table: Table, decision: Decision) -> list[EndSetup]:
    """The end of the set-up, once all units are placed."""
    order = EndSetup()
    return [order] if refuse_end(table, decision, order) is None else []


def refuse_end(table: Table, decision: Decision, order: EndSetup) -> Refusal | None:
    """Every unit has to be placed [N-03]."""
    left = unplaced(table, decision.seat)
    if left:
        detail = f"Units that are not placed yet: {len(left)}."
        return refuse("UNITS_UNPLACED", "N-03", detail, units=sorted(left))
    return None


def end(table: Table, decision: Decision, order: EndSetup) -> None:
    """The next seat sets up, or the campaign begins."""
    _end(table, decision.seat)


def _end(table: Table, player: str) -> None:
    state = table.state
    side = PHASES[state.phase]
    last = not next_seat(table, side, [*state.parts, player])
    following = ("setup_french" if side == ALLIED else "march") if last else ""
    table.record(SetupEnded(player, following), "4.0")
