"""5 Marches: unit by unit and road by road [N-56]."""

from __future__ import annotations

from collections.abc import Iterator

from napoleon.rules.events import Line
from napoleon.rules.orders import Refusal
from napoleon.rules.terms import Decision
from napoleon.rulesets.napoleon_columbia import fog, forced_marches, units
from napoleon.rulesets.napoleon_columbia.events.march import (
    GroupActivated,
    MarchEnded,
    RoadFilled,
    UnitHalted,
    UnitMarched,
)
from napoleon.rulesets.napoleon_columbia.orders import EndMarch, Halt, March
from napoleon.rulesets.napoleon_columbia.packs.pack import Road
from napoleon.rulesets.napoleon_columbia.seats import commands, next_seat
from napoleon.rulesets.napoleon_columbia.sides import ARMIES_OF, FRENCH, NAMES, enemy, side_of
from napoleon.rulesets.napoleon_columbia.state import Block
from napoleon.rulesets.napoleon_columbia.table import Table, refuse
from napoleon.rulesets.napoleon_columbia.turns import FORCED_CHECKS, MARCH, begin

GROUPS = {FRENCH: 2, "anglo": 1, "prussian": 1}
"""With how many groups an army marches in a player turn [5.1]."""

ROAD_LIMITS = {"major": 8, "minor": 6}
"""Most units along a road in a player turn, in both directions together [5.4, N-07]."""

NO_LIMIT = max(ROAD_LIMITS.values())
"""As many units as any road bears."""

RIVER_LIMITS = {"major": 4, "minor": 3}
"""Most units across a river into a town that enemies hold [5.5, N-08]."""


def due(table: Table) -> bool:
    """Whether units are marching."""
    return table.state.phase == MARCH


def seat(table: Table) -> str:
    """The seat that marches now; empty when all have ended their part [N-54]."""
    return next_seat(table, table.state.active, table.state.parts)


def asks(table: Table) -> list[Decision]:
    """A march along one road, or the end of marching [5.0]."""
    player = seat(table)
    if not player:
        return []
    text = "Which unit marches, and where?"
    return [table.question(player, "march", "5.0", text)]


def finish(table: Table) -> None:
    """All marches are finished: forced marches are checked next [5.6]."""
    begin(table, FORCED_CHECKS, "5.6")
    forced_marches.note(table)


def legal_orders(table: Table, decision: Decision) -> Iterator[March]:
    """Every unit of the seat along every road that it may take [5.1 to 5.7]."""
    for unit, block in table.state.blocks.items():
        if not commands(table, decision.seat, unit):
            continue
        forced = _would_be_forced(table, unit, block)
        for road in table.data.roads_of(block.town):
            order = March(unit, road.id, forced)
            if refuse_march(table, decision, order) is None:
                yield order


def _would_be_forced(table: Table, unit: str, block: Block) -> bool:
    """Whether one road more is beyond the normal allowance [N-10, N-56]."""
    return len(block.path) >= units.march_allowance(table, unit)


def groups_left(table: Table, army: str) -> int:
    """How many more groups of an army may march in this turn [5.1]."""
    return GROUPS[army] - sum(it == army for it, _ in table.state.groups)


def refuse_march(table: Table, decision: Decision, order: March) -> Refusal | None:
    """Why a unit cannot march along a road [5.0 to 5.7]."""
    state = table.state
    block = state.blocks.get(order.unit)
    if block is None or not commands(table, decision.seat, order.unit):
        return refuse("NOT_YOUR_UNIT", "5.1", "Name a unit of yours that is on the map.")
    road = table.data.roads.get(order.road)
    if road is None or block.town not in (road.a, road.b):
        detail = f"There is no such road from {table.data.towns[block.town].name}."
        return refuse("NO_ROAD", "5.0", detail)
    return (
        _refuse_at_night(table, order.unit, block)
        or _refuse_unit(table, order.unit, block)
        or _refuse_group(table, block)
        or refuse_road(table, order, block, road)
    )


def refuse_road(table: Table, order: March, block: Block, road: Road) -> Refusal | None:
    """Why a unit cannot take a road, if it stands and has marched as `block` says [5.2 to 5.7]."""
    return (
        _refuse_distance(table, order, block)
        or _refuse_attack(table, order.unit, block, road)
        or _refuse_full(table, block, road)
    )


def _refuse_at_night(table: Table, unit: str, block: Block) -> Refusal | None:
    """Nobody marches beyond the normal allowance at night [5.7]."""
    normal = units.march_allowance(table, unit)
    if not table.state.night or len(block.path) < normal:
        return None
    return refuse("NIGHT_FORCED", "5.7", "No march is forced at night.", allowance=normal)


def _refuse_unit(table: Table, unit: str, block: Block) -> Refusal | None:
    """A unit marches once in a turn [N-04, N-56]."""
    over = block.halted or (block.path and table.state.marching != unit)
    if not over:
        return None
    name = table.data.unit_names[unit]
    if block.path and table.state.count(block.town, enemy(side_of(block.army))):
        town = table.data.towns[block.town].name
        detail = f"{name} met enemies in {town}, and marches no further."
        return refuse("ENEMY_IN_PATH", "5.0", detail, unit=unit)
    return refuse("ALREADY_MARCHED", "N-04", f"{name} has marched in this turn.", unit=unit)


def refuse_groups(table: Table, army: str) -> Refusal | None:
    """An army has marched with as many groups as it may [5.1]."""
    if groups_left(table, army) > 0:
        return None
    detail = f"The {NAMES[army]} march with no more groups in this turn."
    return refuse("NO_MARCH_LEFT", "5.1", detail, army=army)


def _refuse_group(table: Table, block: Block) -> Refusal | None:
    """Only so many groups of each army march in a turn [5.1]."""
    if (block.army, block.start) in table.state.groups:
        return None
    refusal = refuse_groups(table, block.army)
    if refusal is None:
        return None
    others = [army for army in ARMIES_OF[side_of(block.army)] if army != block.army]
    if any(groups_left(table, army) and table.state.of_army(army) for army in others):
        detail = f"The march that is left is not one of the {NAMES[block.army]}."
        return refuse("WRONG_ARMY_MARCH", "5.1", detail, army=block.army)
    return refusal


def _refuse_distance(table: Table, order: March, block: Block) -> Refusal | None:
    """How far a unit marches, and how far it can be forced [5.3, 5.6]."""
    name = table.data.unit_names[order.unit]
    done = len(block.path)
    normal = units.march_allowance(table, order.unit)
    forced = done >= normal
    if done > normal or (forced and not order.forced):
        detail = f"{name} marches two towns, and a third only if it is forced."
        if normal == 1:
            detail = f"{name} marches one town, and a second only if it is forced."
        return refuse("TOO_FAR", "5.3", detail, allowance=normal, forced=normal + 1)
    if order.forced and not forced:
        detail = f"{name} has not used up its march, so that it is not forced."
        return refuse("NOT_FORCED", "N-56", detail, allowance=normal)
    return None


def _refuse_attack(table: Table, unit: str, block: Block, road: Road) -> Refusal | None:
    """Attacks: none at night, and two groups only where they are linked [5.2, 5.7]."""
    side = side_of(block.army)
    town = road.other(block.town)
    if not table.state.count(town, enemy(side)):
        return None
    name = table.data.towns[town].name
    if table.state.night:
        detail = f"Enemies are in {name}, and nobody attacks at night."
        return refuse("NIGHT_ATTACK", "5.7", detail, town=town)
    others = [
        (it, other)
        for it, other in table.state.blocks.items()
        if other.town == town and side_of(other.army) == side and it != unit
    ]
    mine = (block.army, block.start)
    joint = any((other.army, other.start) != mine for _, other in others)
    if joint and not _may_join(table, [block, *(other for _, other in others)], road):
        detail = (
            f"Two groups attack {name} together only by their direct roads, "
            "from towns that a road joins."
        )
        return refuse("COMMAND_CONTROL", "5.2", detail, town=town)
    return None


def _may_join(table: Table, attackers: list[Block], road: Road) -> bool:
    """Whether two groups may attack a town together [5.2, N-06].

    `attackers` are the unit that would enter by `road`, and those of its side that have entered.
    """
    entering, *entered = attackers
    if entering.path or any(len(it.path) != 1 for it in entered):
        return False
    starts = {it.start for it in attackers}
    if len(starts) == 1:
        return True
    if len(starts) > 2:
        return False
    return table.data.road_between(*starts) is not None


def _refuse_full(table: Table, block: Block, road: Road) -> Refusal | None:
    """How many units a road bears [5.4, 5.5, N-07, N-08]."""
    used = table.state.road_use.get(road.id, 0)
    town = road.other(block.town)
    limit = limit_of(table, road, town, side_of(block.army))
    if used < limit:
        return None
    names = " to ".join(table.data.towns[it].name for it in (block.town, town))
    if limit < ROAD_LIMITS[road.kind]:
        detail = f"No more than {limit} units attack across the river from {names}."
        return refuse("RIVER_LIMIT", "5.5", detail, road=road.id, limit=limit)
    detail = f"The road from {names} is full: {limit} units have marched along it."
    return refuse("ROAD_FULL", "5.4", detail, road=road.id, limit=limit)


def limit_of(table: Table, road: Road, town: str, side: str) -> int:
    """Most units of a side along a road into a town in this turn [5.4, 5.5]."""
    attacking = road.river and table.state.count(town, enemy(side)) > 0
    return (RIVER_LIMITS if attacking else ROAD_LIMITS)[road.kind]


def room_on(table: Table, road: Road, town: str, side: str) -> int:
    """How many more units of a side may go along a road into a town in this turn [5.4, 5.5]."""
    return limit_of(table, road, town, side) - table.state.road_use.get(road.id, 0)


def _why(road: Road, limit: int) -> tuple[Line, ...]:
    """Why a road bears so many units: by its kind, and fewer across a river [5.4, 5.5]."""
    usual = ROAD_LIMITS[road.kind]
    lines = [Line(usual, "5.4", f"{road.kind} road")]
    if limit < usual:
        lines.append(Line(limit - usual, "5.5", "attack across a river"))
    return tuple(lines)


def march(table: Table, decision: Decision, order: March) -> None:
    """The unit enters the road and the town at its end [5.0]."""
    state = table.state
    block = state.blocks[order.unit]
    group = (block.army, block.start)
    if group not in state.groups:
        left = groups_left(table, block.army) - 1
        table.record(GroupActivated(decision.seat, *group, left), "5.1")
    road = table.data.roads[order.road]
    origin, town = block.town, road.other(block.town)
    limit = limit_of(table, road, town, side_of(block.army))
    if not table.rulings.tokens_by_turn:
        fog.part(table, order.unit)
    marched = UnitMarched(
        decision.seat,
        order.unit,
        block.token,
        block.army,
        origin,
        town,
        road.id,
        order.forced,
        state.road_use.get(road.id, 0) + 1,
        limit,
        _ending(table, order, town),
        _why(road, limit) if table.rulings.reasons_told else (),
        fog=not block.revealed,
    )
    table.record(marched, "5.0", *(("5.6",) if order.forced else ()))
    if marched.use == ROAD_LIMITS[road.kind]:
        table.record(RoadFilled(road.id, marched.use, ROAD_LIMITS[road.kind]), "5.4")


def _ending(table: Table, order: March, town: str) -> str:
    """Why the march of a unit is over once it has entered a town; empty if it may go on."""
    block = table.state.blocks[order.unit]
    if table.state.count(town, enemy(side_of(block.army))):
        return "enemy"
    most = units.march_allowance(table, order.unit) + (0 if table.state.night else 1)
    return "allowance" if len(block.path) + 1 >= most else ""


def halts(table: Table, decision: Decision) -> Iterator[Halt]:
    """The end of the march that goes on [N-56]."""
    if table.state.marching:
        yield Halt(table.state.marching)


def refuse_halt(table: Table, decision: Decision, order: Halt) -> Refusal | None:
    """Only the unit that is marching halts."""
    if not table.state.marching or order.unit != table.state.marching:
        return refuse("NOT_MARCHING", "N-56", "That unit is not marching.")
    return None


def halt(table: Table, decision: Decision, order: Halt) -> None:
    """It marches no further in this turn."""
    block = table.state.blocks[order.unit]
    halted = UnitHalted(decision.seat, order.unit, block.token, block.town, fog=not block.revealed)
    table.record(halted, "N-56")


def end(table: Table, decision: Decision, order: EndMarch) -> None:
    """The seat marches no more, and its groups get new tokens [5.0, N-54, N-82]."""
    table.record(MarchEnded(decision.seat), "5.0")
    if not table.rulings.tokens_by_turn:
        return
    for army, town in table.state.groups:
        if table.state.players[army] == decision.seat:
            fog.deal_group(table, army, town)
