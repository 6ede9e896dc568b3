"""Movement, retreat direction markers, control and bridges [chapters 5 to 7]."""

from __future__ import annotations

from typing import Annotated

from napoleon.rules.events import FOGGED, Event, Line, recorded
from napoleon.rulesets.napoleon1815.events.turn import score
from napoleon.rulesets.napoleon1815.state import Marker, Operation, State


def _operation(state: State) -> Operation:
    assert state.operation is not None, "this happens only within an operation"
    return state.operation


@recorded(
    "napoleon1815.movement_points_set/1",
    "The stack of {player} received {total:movement point/movement points}.",
    fogged="The stack of {player} received its movement points.",
)
class MovementPointsSet(Event, frozen=True):
    """How far a stack may move [MOVE.1]."""

    player: str
    total: Annotated[int, FOGGED]
    breakdown: Annotated[tuple[Line, ...], FOGGED]
    value: int | None = None
    """Value of the flipped card; None if none was flipped [MOVE.1F]."""

    def apply(self, state: State) -> None:
        """The movement can begin, or go on."""
        operation = _operation(state)
        operation.movement_points = self.total
        operation.flipped = self.value


@recorded("napoleon1815.stack_could_not_move/1", "The stack of {player} could not move: {reason}.")
class StackCouldNotMove(Event, frozen=True):
    """No movement points, so the operation is over [MOVE.1H]."""

    player: str
    reason: str

    def apply(self, state: State) -> None:
        _operation(state).finished = True


@recorded(
    "napoleon1815.stack_moved/1",
    "{blocks} moved from {origin} to {area}.",
    fogged="{tokens} moved from {origin} to {area}.",
)
class StackMoved(Event, frozen=True):
    """A stack enters one road and the area at its end [MOVE.2]."""

    player: str
    blocks: Annotated[tuple[str, ...], FOGGED]
    origin: str
    area: str
    road: str
    cost: Annotated[int, FOGGED]
    points_left: Annotated[int, FOGGED]
    citadel: bool = False
    """Whether an enemy citadel was entered, whose control is settled later [CONTROL.4]."""
    tokens: tuple[str, ...] = ()
    """What others see of the blocks in fog of war."""

    def apply(self, state: State) -> None:
        operation = _operation(state)
        for block in self.blocks:
            state.blocks[block].area = self.area
        operation.spent_points += self.cost
        operation.roads += 1
        if self.citadel:
            operation.citadel = self.area


@recorded("napoleon1815.movement_ended/1", "The movement ended in {area} ({reason}).")
class MovementEnded(Event, frozen=True):
    """The stack moves no further [MOVE.2D-G]."""

    player: str
    area: str
    roads_moved: int
    points_used: Annotated[int, FOGGED]
    reason: str
    """Why: ``chosen``, ``no movement points``, ``friendly stack``, ``enemy stack``, ``citadel``,
    ``fortified farm`` (with `farm_stop`) or ``event``."""

    def apply(self, state: State) -> None:
        """Fatigue for the move comes next, unless no road was entered [MOVE.3, MOVE.5]."""
        operation = _operation(state)
        operation.stopped = self.reason
        operation.fatigue_counted = not self.roads_moved


@recorded("napoleon1815.bridge_broken/1", "{player} broke the bridge on the road {road}.")
class BridgeBroken(Event, frozen=True):
    """A bridge is broken; its road costs more from now on [CARD.bridge_demolition, MOVE.2C]."""

    player: str
    road: str
    cost: Annotated[int, FOGGED]
    """Movement points used for it: 1, or 0 of a stack that has none."""

    def apply(self, state: State) -> None:
        """It is never repaired, and what it cost is lost for the movement."""
        state.broken_bridges.append(self.road)
        _operation(state).spent_points += self.cost


@recorded(
    "napoleon1815.stack_moved_by_event/1",
    "{blocks} moved from {origin} to {area} by a card of {player}.",
    fogged="{tokens} moved from {origin} to {area} by a card of {player}.",
)
class StackMovedByEvent(Event, frozen=True):
    """A card moves a stack along one road, outside the movement of an operation [RULING.44]."""

    player: str
    blocks: Annotated[tuple[str, ...], FOGGED]
    origin: str
    area: str
    road: str
    citadel: bool = False
    """Whether an enemy citadel was entered, whose control is settled later [RULING.44]."""
    tokens: tuple[str, ...] = ()
    """What others see of the blocks in fog of war."""

    def apply(self, state: State) -> None:
        operation = _operation(state)
        for block in self.blocks:
            state.blocks[block].area = self.area
        operation.moved_by_event = list(self.blocks)
        if self.citadel:
            operation.citadel_by_event = self.area


@recorded("napoleon1815.area_became_contested/1", "{area} became contested.")
class AreaBecameContested(Event, frozen=True):
    """Corps of both sides stand in the area [TERM.10]."""

    area: str

    def apply(self, state: State) -> None:
        state.contested.append(self.area)


@recorded("napoleon1815.area_ceased_contested/1", "{area} ceased to be contested.")
class AreaCeasedContested(Event, frozen=True):
    """At most one side is left in the area."""

    area: str

    def apply(self, state: State) -> None:
        state.contested.remove(self.area)


@recorded(
    "napoleon1815.retreat_marker_placed/1",
    "{side} marked the road {road} as retreat direction from {area}.",
)
class RetreatMarkerPlaced(Event, frozen=True):
    """The side that made an area contested marks the road it came by [RETREATDIR.1]."""

    area: str
    side: str
    road: str

    def apply(self, state: State) -> None:
        """An area has one marker at most [RETREATDIR.2]."""
        state.markers[self.area] = Marker(self.side, self.road)


@recorded("napoleon1815.retreat_marker_removed/1", "The retreat direction in {area} was removed.")
class RetreatMarkerRemoved(Event, frozen=True):
    """The area is no longer contested [RETREATDIR.4]."""

    area: str
    side: str
    road: str

    def apply(self, state: State) -> None:
        """The marker is gone; the penalty of this turn stays used [RULING.45]."""
        del state.markers[self.area]


@recorded(
    "napoleon1815.retreat_direction_penalty_triggered/1",
    "The enemy came into {area} by the retreat direction of {side}.",
)
class RetreatDirectionPenaltyTriggered(Event, frozen=True):
    """An enemy stack came in through the marker's road [RETREATDIR.3]."""

    area: str
    side: str
    road: str

    def apply(self, state: State) -> None:
        state.penalised.append(self.area)


@recorded("napoleon1815.control_taken/1", "{army} took control of {area} ({points:point/points}).")
class ControlTaken(Event, frozen=True):
    """A flag is placed on a place that scores [CONTROL.2]."""

    area: str
    side: str
    army: str
    previous: str | None
    """The army whose flag stood there."""
    points: int

    def apply(self, state: State) -> None:
        """The taker scores the value of the place [RULING.14]."""
        state.control[self.area] = self.army
        score(state, self.side, self.points, "VICTORY.2", self.area)
        if state.operation and state.operation.citadel == self.area:
            state.operation.citadel = ""
        if state.operation and state.operation.citadel_by_event == self.area:
            state.operation.citadel_by_event = ""


@recorded("napoleon1815.control_refused/1", "{area} was not taken: {reason}.")
class ControlRefused(Event, frozen=True):
    """The added fatigue of a citadel eliminated a corps [CONTROL.4]."""

    area: str
    reason: str

    def apply(self, state: State) -> None:
        """The activated stack does not take it by staying either, in this operation [RULING.13]."""
        operation = _operation(state)
        if operation.citadel_by_event == self.area:
            operation.citadel_by_event = ""
        else:
            operation.citadel = ""
            operation.citadel_refused = True


@recorded(
    "napoleon1815.fortified_position_removed/1", "The fortified position in {area} was removed."
)
class FortifiedPositionRemoved(Event, frozen=True):
    """A fortified position is lost or given up [FORTPOS.1-2]."""

    area: str
    reason: str

    def apply(self, state: State) -> None:
        state.fortified.remove(self.area)
