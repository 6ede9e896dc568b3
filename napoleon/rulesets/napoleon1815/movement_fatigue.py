"""MOVE.3 to MOVE.4, CONTROL.4 What a movement costs its stack, and citadels taken by it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from napoleon.rules.events import Line, total
from napoleon.rulesets.napoleon1815 import allocation, control
from napoleon.rulesets.napoleon1815.events.movement import ControlRefused
from napoleon.rulesets.napoleon1815.movement import position
from napoleon.rulesets.napoleon1815.movement_points import moving
from napoleon.rulesets.napoleon1815.operations import alive
from napoleon.rulesets.napoleon1815.state import Operation
from napoleon.rulesets.napoleon1815.table import Table

FATIGUE: Mapping[str, int] = {
    "MOVE.3A": 1,
    "MOVE.3B": 1,
    "MOVE.3C": 1,
    "MOVE.3E": -1,
    "MOVE.3F": 1,
}
"""The fatigue of a move by clause: a long march, for each corps; its beginning and its end in a
contested area; Napoleon, or Wellington; a citadel that is taken [MOVE.3]."""

EASY_MARCH = 3
"""Movement points that may be used without fatigue for it [MOVE.3A]."""


def fatigue_due(table: Table) -> bool:
    """Whether the movement is over and its fatigue not yet worked out [MOVE.3]."""
    operation = table.operation
    return (
        operation is not None
        and bool(operation.stopped)
        and not operation.fatigue_counted
        and alive(table)
    )


def tire(table: Table) -> None:
    """The fatigue of the movement, for the stack as a whole [MOVE.3]."""
    operation = moving(table)
    corps = table.corps_of(operation.blocks)
    lines = tuple(fatigue_lines(table, operation, len(corps))) if corps else ()
    allocation.incur(table, operation.side, corps, "movement", lines, "MOVE.3", "MOVE.4")


def fatigue_lines(table: Table, operation: Operation, corps: int) -> Iterator[Line]:
    """The breakdown of the fatigue for a move; it is not below 0 [MOVE.3, RULING.11]."""
    lines = []
    if operation.spent_points > EASY_MARCH:
        lines.append(
            Line(FATIGUE["MOVE.3A"] * corps, "MOVE.3A", f"{operation.spent_points} points used")
        )
    if operation.from_contested:
        lines.append(Line(FATIGUE["MOVE.3B"], "MOVE.3B", "began in a contested area"))
    if position(table) in table.state.contested:
        lines.append(Line(FATIGUE["MOVE.3C"], "MOVE.3C", "ended in a contested area"))
    if "napoleon" in operation.blocks and not table.in_force("emperor_ill"):
        lines.append(Line(FATIGUE["MOVE.3E"], "MOVE.3E", "Napoleon"))
    if "wellington" in operation.blocks:
        lines.append(Line(FATIGUE["MOVE.3E"], "MOVE.3E", "Wellington"))
    if "exhaustion" in operation.events:
        lines.append(Line(1, "MOVE.3D", "exhaustion"))
    if operation.citadel:
        lines.append(Line(FATIGUE["MOVE.3F"], "MOVE.3F", operation.citadel))
    if total(lines) < 0:
        lines.append(Line(-total(lines), "MOVE.3", "floor at 0"))
    yield from lines


def capture_due(table: Table) -> bool:
    """Whether the control of a citadel entered by movement is to be settled [CONTROL.4]."""
    operation = table.operation
    return operation is not None and bool(operation.citadel) and operation.fatigue_counted


def capture(table: Table) -> None:
    """The citadel is taken unless the fatigue of it eliminated a corps [CONTROL.4]."""
    operation = moving(table)
    area = operation.citadel
    survivors = len(table.corps_of(operation.blocks))
    if survivors < operation.corps_that_moved:
        table.record(ControlRefused(area, "the fatigue eliminated a corps"), "CONTROL.4")
    else:
        control.take(table, area, operation.side, "CONTROL.4", "RULING.13")
