"""MOVE.1 to MOVE.1H, TERM.18 How far a stack may move: the flip, and what adds to it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from napoleon.rules.events import Line, total
from napoleon.rules.wording import Phrase, say_many
from napoleon.rulesets.napoleon1815 import decks
from napoleon.rulesets.napoleon1815.events.movement import MovementPointsSet
from napoleon.rulesets.napoleon1815.operations import MOVE, alive
from napoleon.rulesets.napoleon1815.sides import FRENCH
from napoleon.rulesets.napoleon1815.state import Operation
from napoleon.rulesets.napoleon1815.table import Table

GENERAL_ADVANCE = 3
"""Movement points of a French stack in a general advance, before all modifiers [MOVE.1F]."""

POINTS: Mapping[str, int] = {
    "MOVE.1A": -1,
    "MOVE.1C": 1,
    "MOVE.1D": 1,
    "MOVE.1G": 1,
}
"""What is added to the value of the card, by clause: for each corps after the first, for Napoleon,
for the march symbol of a single corps, and for scouts [MOVE.1]."""

POINTS_BY_CARD = {"forced_march": 1, "roadblock": -1}
"""What a green card adds to the movement points of the stack [MOVE.1B]."""


def moving(table: Table) -> Operation:
    """The operation whose stack moves."""
    assert table.operation is not None
    return table.operation


def is_moving(table: Table) -> bool:
    """Whether a stack is to move, or moves, up to the fatigue of its movement [MOVE.1-3]."""
    operation = table.operation
    return operation is not None and operation.action == MOVE and not operation.fatigue_counted


def flip_due(table: Table) -> bool:
    """Whether a stack is to move and its movement points are not yet known [MOVE.1]."""
    operation = table.operation
    return (
        operation is not None
        and operation.action == MOVE
        and operation.movement_points is None
        and alive(table)
    )


def flip(table: Table) -> None:
    """Flip a card for movement points; a general advance needs none [MOVE.1, MOVE.1F]."""
    operation = moving(table)
    if table.in_force("general_advance") and operation.side == FRENCH:
        set_points(table, None)
        return
    card = decks.flip(table, operation.side, "movement", "MOVE.1")
    set_points(table, card.value)
    decks.end_of_step(table, [operation.side])


def set_points(table: Table, value: int | None) -> None:
    """Work out the stack's movement points, again whenever a card changes them [MOVE.1].

    `value` is that of the flipped card, None if none was flipped.
    """
    operation = moving(table)
    lines = tuple(point_lines(table, operation, value))
    table.record(MovementPointsSet(operation.player, total(lines), lines, value), "MOVE.1")


def may_force_a_road(operation: Operation) -> bool:
    """Whether a forced march lets the stack take its first road whatever it costs [RULING.19]."""
    return "forced_march" in operation.events and not operation.roads


def point_lines(table: Table, operation: Operation, value: int | None) -> Iterator[Line]:
    """The breakdown of a stack's movement points [MOVE.1]."""
    corps = table.corps_of(operation.blocks)
    if value is None:
        yield Line(GENERAL_ADVANCE, "MOVE.1F", "general advance")
    else:
        yield Line(value, "MOVE.1", "card value")
    if not corps:
        yield Line(POINTS["MOVE.1G"], "MOVE.1G", "scouts")
    if len(corps) > 1:
        yield Line(POINTS["MOVE.1A"] * (len(corps) - 1), "MOVE.1A", f"{len(corps)} corps")
    for event, amount in POINTS_BY_CARD.items():
        if event in operation.events:
            yield Line(amount, "MOVE.1B", event)
    if "napoleon" in operation.blocks and not table.in_force("emperor_ill"):
        yield Line(POINTS["MOVE.1C"], "MOVE.1C", "Napoleon")
    if len(corps) == 1 and table.type_of(corps[0]).march:
        yield Line(POINTS["MOVE.1D"], "MOVE.1D", table.type_of(corps[0]).name)
    if table.in_force("rain"):
        yield Line(-1, "MOVE.1E", "rain")
    if has_brussels_bonus(table, operation):
        yield Line(1, "MOVE.1E", "defend Brussels")


def has_brussels_bonus(table: Table, operation: Operation) -> bool:
    """Whether the stack has a point for a road toward Bruxelles.

    [CARD.defend_brussels, THREE.10]
    """
    return table.state.lasting_for.get("defend_brussels") == operation.player


def points_left(operation: Operation) -> int:
    """Unused movement points; less than 0 if a card took them away."""
    return (operation.movement_points or 0) - operation.spent_points


def priced(cost: int) -> Phrase | None:
    """Movement points as the price of an order; None for nothing."""
    return say_many("%(count)s point", "%(count)s points", cost) if cost else None
