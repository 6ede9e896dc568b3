"""Retreats: of one's own will, and of a side that was beaten [7.0 to 7.3, 7.41, 6.6, 6.7]."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from napoleon.rules.events import Line, total
from napoleon.rules.orders import Refusal
from napoleon.rules.terms import Decision
from napoleon.rulesets.napoleon_columbia import fog, losses, running_battle, units
from napoleon.rulesets.napoleon_columbia.combat_moves import refuse_fighter
from napoleon.rulesets.napoleon_columbia.events.blocks import RoutLossDue, UnitUnharmed
from napoleon.rulesets.napoleon_columbia.events.retreat import UnitRetreated
from napoleon.rulesets.napoleon_columbia.orders import Retreat
from napoleon.rulesets.napoleon_columbia.seats import commands, next_seat
from napoleon.rulesets.napoleon_columbia.sides import enemy, side_of
from napoleon.rulesets.napoleon_columbia.state import Battle, Beaten
from napoleon.rulesets.napoleon_columbia.table import Table, refuse, seat_of

ROAD_LIMITS = {"major": 2, "minor": 1}
"""Units that leave, come in or regroup along a road [7.2, 6.34, 7.5]."""

ROUT_LOSSES = {
    units.INFANTRY: 1,
    units.FOOT_ARTILLERY: 2,
    units.HORSE_ARTILLERY: 1,
    units.LEADER: 0,
}
"""Steps that a rout costs; cavalry loses one if it is engaged with cavalry [7.41]."""

_TYPES = {
    units.INFANTRY: "infantry",
    units.FOOT_ARTILLERY: "foot artillery",
    units.HORSE_ARTILLERY: "horse artillery",
}
"""What the log calls the types that always lose steps."""


class RoutLoss(NamedTuple):
    """Why a unit loses steps in a rout, and how many."""

    breakdown: tuple[Line, ...] = ()
    """Sums to the steps."""
    against: tuple[str, ...] = ()
    """The enemy cavalry that makes cavalry lose one."""

    @property
    def steps(self) -> int:
        """Steps that it loses."""
        return total(self.breakdown)


def rout_loss(table: Table, battle: Battle, unit: str) -> RoutLoss:
    """What a unit would lose in a rout as things stand [7.41, N-35]."""
    kind = units.type_of(table, unit)
    if kind != units.CAVALRY:
        steps = ROUT_LOSSES[kind]
        return RoutLoss((Line(steps, "7.41", _TYPES[kind]),) if steps else ())
    place = battle.fighters[unit].place
    enemies = table.state.fighters_at(battle, place, enemy(side_of(table.state.blocks[unit].army)))
    riders = tuple(it for it in enemies if units.type_of(table, it) == units.CAVALRY)
    return RoutLoss((Line(1, "7.41", "engaged with cavalry"),), riders) if riders else RoutLoss()


def _suffer(table: Table, unit: str, loss: RoutLoss, clause: str) -> None:
    """A unit loses what a rout costs it [7.41]."""
    if table.rulings.reasons_told:
        block = table.state.blocks[unit]
        due = RoutLossDue(
            seat_of(table, unit), unit, block.token, loss.steps, *loss, fog=not block.revealed
        )
        table.record(due, "7.41", clause)
    losses.lose_steps(table, unit, loss.steps, "rout", "7.41", clause)


# -- where to [7.1, 7.2] --------------------------------------------------------------------------


def _used_by_attacker(table: Table, town: str) -> tuple[str, list[str]]:
    """The attacker of the fight in a town, and the towns from which they came in."""
    battle = table.state.battle_in(town)
    fight = battle or next(it for it in table.state.skirmishes if it.town == town)
    return fight.attacker, fight.used.get(fight.attacker, [])


def _road_use(table: Table, town: str) -> dict[str, int]:
    battle = table.state.battle_in(town)
    if battle is not None:
        return battle.retreat_use
    return table.state.beaten.use if table.state.beaten else {}


def refuse_way(table: Table, unit: str, to: str) -> Refusal | None:
    """Why a unit cannot retreat to a town [7.1, 7.2, N-32, N-50]."""
    block = table.state.blocks[unit]
    side = side_of(block.army)
    road = table.data.road_between(block.town, to)
    if road is None:
        detail = f"No road leads there from {table.data.towns[block.town].name}."
        return refuse("TOWN_BARRED", "7.1", detail)
    name = table.data.towns[to].name
    if table.state.is_fought_over(to):
        return refuse("BATTLE_TOWN", "7.1", f"There is a fight in {name} itself.", town=to)
    if table.state.count(to, enemy(side)):
        return refuse("TOWN_BARRED", "N-32", f"Enemies are in {name}.", town=to)
    attacker, used = _used_by_attacker(table, block.town)
    if side == attacker and to not in used:
        detail = f"The attacker goes back only to where they came from, not to {name}."
        return refuse("TOWN_BARRED", "7.1", detail, town=to)
    if side != attacker and to in used:
        return refuse("TOWN_BARRED", "7.1", f"The attacker came from {name}.", town=to)
    limit = ROAD_LIMITS[road.kind]
    if _road_use(table, block.town).get(road.id, 0) >= limit:
        detail = f"The road to {name} takes no more units in this combat turn."
        return refuse("ROAD_FULL", "7.2", detail, road=road.id, limit=limit)
    return None


def ways(table: Table, unit: str) -> Iterator[Retreat]:
    """Every town to which a unit can retreat now."""
    for town in table.data.neighbours(table.state.blocks[unit].town):
        if refuse_way(table, unit, town) is None:
            yield Retreat(unit, town)


def go(table: Table, player: str, unit: str, to: str, *clauses: str) -> None:
    """A unit leaves by road, lies face down, and is disrupted [7.2, 7.3]."""
    fog.part(table, unit)
    block = table.state.blocks[unit]
    origin = block.town
    road = table.data.road_between(origin, to)
    assert road is not None, "refused where there is no road"
    retreated = UnitRetreated(
        player,
        unit,
        block.token,
        side_of(block.army),
        origin,
        to,
        road.id,
        _road_use(table, origin).get(road.id, 0) + 1,
        ROAD_LIMITS[road.kind],
        fog=not block.revealed,
    )
    table.record(retreated, *clauses)
    fog.lie_down(table, unit)


# -- of one's own will, in the Combat phase [7.0] -------------------------------------------------


def offers(table: Table, decision: Decision) -> Iterator[Retreat]:
    """Every retreat, in the Combat phase or of a side that was beaten."""
    if decision.kind == "beaten":
        for unit in _leaving(table):
            if commands(table, decision.seat, unit):
                yield from ways(table, unit)
        return
    battle = running_battle.here(table)
    for unit in battle.fighters:
        if commands(table, decision.seat, unit) and _refuse_leaving(table, battle, unit) is None:
            yield from ways(table, unit)


def refuse_retreat(table: Table, decision: Decision, order: Retreat) -> Refusal | None:
    """Why a unit cannot retreat to a town [7.0 to 7.2]."""
    if decision.kind == "beaten":
        if order.unit not in _leaving(table) or not commands(table, decision.seat, order.unit):
            return refuse("NOT_YOUR_UNIT", "7.4", "Name a unit of yours that has to leave.")
        return refuse_way(table, order.unit, order.town)
    foreign = refuse_fighter(table, decision, order.unit, "7.0")
    if foreign is not None:
        return foreign
    battle = running_battle.here(table)
    leaving = _refuse_leaving(table, battle, order.unit)
    return leaving or refuse_way(table, order.unit, order.town)


def _refuse_leaving(table: Table, battle: Battle, unit: str) -> Refusal | None:
    """Units that cannot leave now, wherever to [7.0, N-21, N-42]."""
    fighter, name = battle.fighters[unit], units.name_of(table, unit)
    if fighter.square or fighter.shelter:
        return refuse("SQUARE_FIXED", "N-42", f"{name} stands in a square, and cannot leave.")
    if fighter.shaken:
        return refuse("SHAKEN", "N-21", f"{name} has to withdraw, and does nothing else.")
    if fighter.moves or fighter.fired:
        return refuse("ALREADY_ACTED", "7.0", f"{name} has acted in this combat turn.")
    return None


def retreat(table: Table, decision: Decision, order: Retreat) -> None:
    """An engaged unit suffers as in a rout, and then goes [7.0, 7.41]."""
    if decision.kind == "beaten":
        go(table, decision.seat, order.unit, order.town, *_clauses(_beaten(table)))
        return
    battle = running_battle.here(table)
    loss = RoutLoss()
    if table.state.is_engaged(battle, battle.fighters[order.unit].place):
        loss = rout_loss(table, battle, order.unit)
    if loss.steps:
        _suffer(table, order.unit, loss, "7.0")
    if order.unit in table.state.blocks:
        go(table, decision.seat, order.unit, order.town, "7.0", "7.2")


# -- of a side that was beaten [7.4, 6.6, 6.7] ----------------------------------------------------


def _beaten(table: Table) -> Beaten:
    beaten = table.state.beaten
    assert beaten is not None, "a side was beaten"
    return beaten


def _clauses(beaten: Beaten) -> tuple[str, ...]:
    chapter = {"rout": "7.4", "skirmish": "6.6", "stalemate": "6.7"}[beaten.why]
    return chapter, "N-61"


def losses_due(table: Table) -> bool:
    """Whether rout losses are still to be taken [N-61]."""
    return table.state.beaten is not None and bool(table.state.beaten.losing)


def lose(table: Table) -> None:
    """The losses of all units, as they stood when the rout began [7.41, N-35]."""
    beaten = _beaten(table)
    battle = table.state.battle_in(beaten.town)
    assert battle is not None, "only battles end in a rout"
    due = {unit: rout_loss(table, battle, unit) for unit in beaten.losing}
    for unit, loss in due.items():
        if unit not in table.state.blocks:
            continue
        if loss.steps:
            _suffer(table, unit, loss, "N-35")
        else:
            block = table.state.blocks[unit]
            unharmed = UnitUnharmed(
                seat_of(table, unit), unit, block.token, "rout", fog=not block.revealed
            )
            table.record(unharmed, "7.41")


def retreat_due(table: Table) -> bool:
    """Whether units of a beaten side are still there."""
    return table.state.beaten is not None and bool(_leaving(table))


def _leaving(table: Table) -> list[str]:
    beaten = table.state.beaten
    return table.state.standing(beaten.town, beaten.side) if beaten else []


def asks(table: Table) -> list[Decision]:
    """Who retreats where, one at a time, while a road is free [N-61]."""
    beaten = _beaten(table)
    able = [unit for unit in _leaving(table) if any(ways(table, unit))]
    seat = next_seat(table, beaten.side, (), able)
    if not seat:
        return []
    town = table.data.towns[beaten.town].name
    clause = _clauses(beaten)[0]
    return [table.question(seat, "beaten", clause, f"Retreat from {town}, unit by unit.")]


def give_up(table: Table) -> None:
    """Whoever finds no road is eliminated [7.4, N-29, N-31]."""
    for unit in fog.in_order(table, _leaving(table)):
        if unit in table.state.blocks:
            losses.eliminate(table, unit, "no_retreat", *_clauses(_beaten(table)))
