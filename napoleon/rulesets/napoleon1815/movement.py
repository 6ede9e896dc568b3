"""Movement of a stack, road by road, and the fatigue of it [chapters 5 to 7]."""

from __future__ import annotations

from collections.abc import Iterator

from napoleon.board.roads import Road
from napoleon.events import Line, total
from napoleon.orders import Refusal
from napoleon.ruleset import Decision
from napoleon.rulesets.napoleon1815 import allocation, cards, control
from napoleon.rulesets.napoleon1815.events import (
    ControlRefused,
    MovementEnded,
    MovementPointsSet,
    RetreatDirectionPenaltyTriggered,
    StackCouldNotMove,
    StackMoved,
)
from napoleon.rulesets.napoleon1815.operations import MOVE, alive
from napoleon.rulesets.napoleon1815.orders import EndMove, StepMove
from napoleon.rulesets.napoleon1815.sides import enemy
from napoleon.rulesets.napoleon1815.state import Operation
from napoleon.rulesets.napoleon1815.table import Table, refuse

BROKEN_BRIDGE_COST = 3
EASY_MARCH = 3
"""Movement points that may be used without fatigue for it [MOVE.3A]."""


# -- movement points ---------------------------------------------------------------------------


def flip_due(table: Table) -> bool:
    """Whether a stack is to move and its movement points are not known [MOVE.1]."""
    operation = table.operation
    return (
        operation is not None
        and operation.action == MOVE
        and operation.movement_points is None
        and alive(table)
    )


def flip(table: Table) -> None:
    """Flip a card for movement points; with none of them the operation is over [MOVE.1, 1H]."""
    operation = _moving(table)
    card = cards.flip(table, operation.side, "movement", "MOVE.1")
    lines = tuple(point_lines(table, operation, card.value))
    points = total(lines)
    table.record(MovementPointsSet(operation.player, points, lines), "MOVE.1")
    cards.end_of_step(table, [operation.side])
    if points <= 0:
        reason = "no movement points"
        table.record(StackCouldNotMove(operation.player, reason), "MOVE.1H", "RULING.20")


def point_lines(table: Table, operation: Operation, value: int) -> Iterator[Line]:
    """The breakdown of a stack's movement points [MOVE.1]."""
    corps = table.corps_of(operation.blocks)
    yield Line(value, "MOVE.1", "card value")
    if len(corps) > 1:
        yield Line(1 - len(corps), "MOVE.1A", f"{len(corps)} corps")
    if "napoleon" in operation.blocks and not table.in_force("emperor_ill"):
        yield Line(1, "MOVE.1C", "Napoleon")
    if len(corps) == 1 and table.type_of(corps[0]).march:
        yield Line(1, "MOVE.1D", table.type_of(corps[0]).name)
    if table.in_force("rain"):
        yield Line(-1, "MOVE.1E", "rain")


# -- roads -------------------------------------------------------------------------------------


def march_due(table: Table) -> bool:
    """Whether the stack is on the move [MOVE.2]."""
    operation = table.operation
    return (
        operation is not None
        and operation.movement_points is not None
        and not operation.stopped
        and not operation.finished
        and alive(table)
    )


def march_asks(table: Table) -> list[Decision]:
    """The active player takes a road or ends the movement [DP-17]."""
    left = _points_left(_moving(table))
    text = f"Move along a road ({left} movement points left), or end the movement."
    return [table.question(_moving(table).player, "march", "MOVE.2", text)]


def step_offers(table: Table, decision: Decision) -> Iterator[StepMove]:
    """Every road that the stack may take next."""
    for road in table.pack.graph.roads_of(_position(table)):
        order = StepMove(road.id)
        if refuse_step(table, decision, order) is None:
            yield order


def end_offers(table: Table, decision: Decision) -> Iterator[EndMove]:
    """A movement may be ended at any time [MOVE.2D]."""
    yield EndMove()


def refuse_step(table: Table, decision: Decision, order: StepMove) -> Refusal | None:
    """Refuses a road that is not there, too dear, or barred by a marker [MOVE.2]."""
    operation, here = _moving(table), _position(table)
    road = table.pack.graph.roads.get(order.road)
    if road is None or here not in (road.a, road.b):
        return refuse("NOT_ADJACENT", "MOVE.2A", "That road does not leave the stack's area.")
    cost, left = _cost(table, road), _points_left(operation)
    if cost > left:
        clause = "MOVE.2C" if cost > 1 else "MOVE.2B"
        detail = f"The road costs {cost} movement points and {left} are left."
        return refuse("NOT_ENOUGH_MP", clause, detail, cost=cost, left=left)
    if operation.roads == 0:
        return _refuse_leaving(table, operation, here, road)
    return None


def _refuse_leaving(table: Table, operation: Operation, here: str, road: Road) -> Refusal | None:
    marker = table.state.markers.get(here)
    if marker and marker.side == operation.side and marker.road != road.id:
        detail = "Leave the contested area by the road of your retreat direction marker."
        return refuse("OWN_RETREAT_ROAD_ONLY", "RETREATDIR.5", detail, road=marker.road)
    if marker and marker.side != operation.side and marker.road == road.id:
        detail = "The enemy's retreat direction marker bars that road."
        return refuse("ENEMY_RETREAT_ROAD", "RETREATDIR.6", detail, road=marker.road)
    left = [b for b in table.blocks_in(here, operation.side) if b not in operation.blocks]
    if left and not any(table.is_corps(block) for block in left):
        detail = "A commander would be left without any corps of his side."
        return refuse("COMMANDER_ALONE", "MOVE.2H", detail, commanders=left)
    return None


def step(table: Table, decision: Decision, order: StepMove) -> None:
    """The stack enters the road and the area at its end [MOVE.2, RETREATDIR, CONTROL.3]."""
    operation, origin = _moving(table), _position(table)
    road = table.pack.graph.roads[order.road]
    area, side, cost = road.other(origin), operation.side, _cost(table, road)
    companions = table.corps_in(area, side)
    captures = control.can_take(table, area, side)
    settled_later = captures and control.stops_on_capture(table, area)
    table.record(
        StackMoved(
            operation.player,
            tuple(operation.blocks),
            origin,
            area,
            road.id,
            cost,
            _points_left(operation) - cost,
            settled_later,
        ),
        "MOVE.2A",
        "MOVE.2C" if cost > 1 else "MOVE.2B",
    )
    if captures and not settled_later:
        control.take(table, area, side, "CONTROL.3", "RULING.13")
    if not table.is_free(area, side):
        _meet_enemy(table, area, side, road, entered_own=bool(companions))
        _end(table, "enemy stack", "MOVE.2F")
    elif settled_later:
        _end(table, "citadel", "MOVE.2G")
    elif companions:
        _end(table, "friendly stack", "MOVE.2F")
    elif not _points_left(operation):
        _end(table, "no movement points", "MOVE.2E")


def _meet_enemy(table: Table, area: str, side: str, road: Road, *, entered_own: bool) -> None:
    """The area becomes contested, or the enemy's way back is cut [RETREATDIR.1-3]."""
    foe = enemy(side)
    marker = table.state.markers.get(area)
    if not entered_own:
        control.make_contested(table, area, side, road.id)
        return
    cut_off = marker is not None and marker.side == foe and marker.road == road.id
    if cut_off and area not in table.state.penalised:
        table.record(RetreatDirectionPenaltyTriggered(area, foe, road.id), "RETREATDIR.3")
        penalty = [Line(2, "RETREATDIR.3", "the enemy came by the retreat direction")]
        corps = table.corps_in(area, foe)
        allocation.incur(table, foe, corps, "retreat direction", penalty, "RETREATDIR.3")


def end_move(table: Table, decision: Decision, order: EndMove) -> None:
    """The player moves no further; points left are lost [MOVE.2D]."""
    _end(table, "chosen", "MOVE.2D")


def _end(table: Table, reason: str, clause: str) -> None:
    operation = _moving(table)
    table.record(
        MovementEnded(
            operation.player, _position(table), operation.roads, operation.spent_points, reason
        ),
        clause,
    )


def explain_misplaced_step(table: Table, seat: str) -> Refusal | None:
    """Why this player can move no stack any further now [MOVE.2E-G]."""
    operation = table.state.operation
    if operation is None or operation.player != seat or not operation.stopped:
        return None
    clause = {"citadel": "MOVE.2G", "no movement points": "MOVE.2E", "chosen": "MOVE.2D"}.get(
        operation.stopped, "MOVE.2F"
    )
    return refuse("MUST_STOP", clause, f"The movement is over ({operation.stopped}).")


def explain_misplaced_end(table: Table, seat: str) -> Refusal | None:
    """Why there is no movement to end [MOVE.2D]."""
    if table.state.phase != "operations":
        return None
    return refuse("NO_MOVEMENT", "MOVE.2D", "No movement of yours is under way.")


# -- what the movement costs -----------------------------------------------------------------------


def fatigue_due(table: Table) -> bool:
    """Whether the movement is over and its fatigue is not worked out [MOVE.3]."""
    operation = table.operation
    return (
        operation is not None
        and bool(operation.stopped)
        and not operation.fatigue_counted
        and alive(table)
    )


def tire(table: Table) -> None:
    """The fatigue of the movement, for the stack as a whole [MOVE.3]."""
    operation = _moving(table)
    corps = table.corps_of(operation.blocks)
    lines = tuple(fatigue_lines(table, operation, len(corps)))
    allocation.incur(table, operation.side, corps, "movement", lines, "MOVE.3", "MOVE.4")


def fatigue_lines(table: Table, operation: Operation, corps: int) -> Iterator[Line]:
    """The breakdown of the fatigue for a move; it is not below 0 [MOVE.3, RULING.11]."""
    lines = []
    if operation.spent_points > EASY_MARCH:
        lines.append(Line(corps, "MOVE.3A", f"{operation.spent_points} points used"))
    if operation.from_contested:
        lines.append(Line(1, "MOVE.3B", "began in a contested area"))
    if _position(table) in table.state.contested:
        lines.append(Line(1, "MOVE.3C", "ended in a contested area"))
    if "napoleon" in operation.blocks and not table.in_force("emperor_ill"):
        lines.append(Line(-1, "MOVE.3E", "Napoleon"))
    if "wellington" in operation.blocks:
        lines.append(Line(-1, "MOVE.3E", "Wellington"))
    if operation.citadel:
        lines.append(Line(1, "MOVE.3F", operation.citadel))
    if total(lines) < 0:
        lines.append(Line(-total(lines), "MOVE.3", "floor at 0"))
    yield from lines


def capture_due(table: Table) -> bool:
    """Whether the control of a citadel entered by movement is to be settled [CONTROL.4]."""
    operation = table.operation
    return operation is not None and bool(operation.citadel) and operation.fatigue_counted


def capture(table: Table) -> None:
    """The citadel is taken unless the fatigue of it eliminated a corps [CONTROL.4]."""
    operation = _moving(table)
    area = operation.citadel
    survivors = len(table.corps_of(operation.blocks))
    if survivors < operation.corps_that_moved:
        table.record(ControlRefused(area, "the fatigue eliminated a corps"), "CONTROL.4")
    else:
        control.take(table, area, operation.side, "CONTROL.4", "RULING.13")


def _moving(table: Table) -> Operation:
    assert table.operation is not None
    return table.operation


def _position(table: Table) -> str:
    area = table.block(table.corps_of(_moving(table).blocks)[0]).area
    assert area is not None
    return area


def _points_left(operation: Operation) -> int:
    return (operation.movement_points or 0) - operation.spent_points


def _cost(table: Table, road: Road) -> int:
    return BROKEN_BRIDGE_COST if road.id in table.state.broken_bridges else 1
