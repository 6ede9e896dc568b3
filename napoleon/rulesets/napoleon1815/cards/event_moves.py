"""Stacks that a card moves outside the movement of an operation [RULING.44]."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

from napoleon.rules.events import Line
from napoleon.rulesets.napoleon1815 import allocation, control, fog, movement, operations
from napoleon.rulesets.napoleon1815.events.movement import ControlRefused, StackMovedByEvent
from napoleon.rulesets.napoleon1815.table import Table


def stacks(table: Table, blocks: Iterable[str]) -> Iterator[tuple[str, ...]]:
    """Every stack with corps that can be formed from blocks of one area, in alphabetical order.

    Armies may mix: OPS.4 is about activation [TERM.6, RULING.89].
    """
    able = sorted(block for block in blocks if not table.is_scout(block))
    for size in range(1, len(able) + 1):
        for chosen in combinations(able, size):
            if operations.is_stack(table, chosen):
                yield chosen


def move(table: Table, player: str, blocks: Sequence[str], area: str, *clauses: str) -> None:
    """A stack goes to an adjacent area, whatever the road costs [RULING.44].

    It takes control as a moving stack does; of a citadel once its fatigue has been spread. Where
    the enemy stands it joins friends, as no card brings a stack into an enemy-only area.
    """
    side, origin = table.side_of_player(player), table.block(blocks[0]).area or ""
    road = table.pack.graph.between(origin, area)
    assert road is not None, "a card moves a stack along a road"
    captures = control.can_take(table, area, side)
    settled_later = captures and control.stops_on_capture(table, area)
    fog.part(table, blocks)
    table.record(
        StackMovedByEvent(
            player,
            tuple(blocks),
            origin,
            area,
            road.id,
            settled_later,
            fog.tokens(table, blocks),
        ),
        *clauses,
        "RULING.44",
    )
    if captures and not settled_later:
        corps = table.corps_of(blocks)
        control.take(table, area, side, "CONTROL.3", "RULING.44", takers=corps)
    if not table.is_free(area, side):
        movement.meet_enemy(table, area, side, road, entered_own=True)


def tire(table: Table, blocks: Sequence[str], lines: Iterable[Line], *clauses: str) -> None:
    """The stack just moved takes fatigue: what its card says, and 1 for a citadel [RULING.44]."""
    operation = table.operation
    assert operation is not None
    breakdown = list(lines)
    if operation.citadel_by_event:
        breakdown.append(Line(1, "MOVE.3F", operation.citadel_by_event))
    if breakdown:
        corps = table.corps_of(blocks)
        side = table.side_of(corps[0])
        allocation.incur(table, side, corps, "event", breakdown, *clauses, "RULING.44")


def capture_due(table: Table) -> bool:
    """Whether the control of a citadel entered by a card is to be settled [RULING.44]."""
    return table.operation is not None and bool(table.operation.citadel_by_event)


def capture(table: Table) -> None:
    """The citadel is taken unless the fatigue of it eliminated a corps [CONTROL.4]."""
    operation = table.operation
    assert operation is not None
    area, moved = operation.citadel_by_event, operation.moved_by_event
    if any(table.block(block).removed for block in moved):
        refused = ControlRefused(area, "the fatigue eliminated a corps")
        table.record(refused, "CONTROL.4", "RULING.44")
    else:
        side, corps = table.side_of(moved[0]), table.corps_of(moved)
        control.take(table, area, side, "CONTROL.4", "RULING.44", takers=corps)
