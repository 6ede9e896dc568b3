"""Movement, retreat direction markers, control and bridges [chapters 5 to 7]."""

from __future__ import annotations

from napoleon.events import Event, Line, recorded
from napoleon.rulesets.napoleon1815.events.turn import score
from napoleon.rulesets.napoleon1815.state import Marker, Operation, State


def _operation(state: State) -> Operation:
    assert state.operation is not None, "this happens only within an operation"
    return state.operation


@recorded(
    "napoleon1815.movement_points_set/1", "The stack of {player} received {total} movement points."
)
class MovementPointsSet(Event, frozen=True):
    """How far a stack may move [MOVE.1]."""

    player: str
    total: int
    breakdown: tuple[Line, ...]

    def apply(self, state: State) -> None:
        """The movement can begin."""
        _operation(state).movement_points = self.total


@recorded("napoleon1815.stack_could_not_move/1", "The stack of {player} could not move: {reason}.")
class StackCouldNotMove(Event, frozen=True):
    """No movement points, so the operation is over [MOVE.1H]."""

    player: str
    reason: str

    def apply(self, state: State) -> None:
        """Nothing more can be done in the operation."""
        _operation(state).finished = True


@recorded("napoleon1815.stack_moved/1", "{blocks} moved from {origin} to {area}.")
class StackMoved(Event, frozen=True):
    """A stack enters one road and the area at its end [MOVE.2]."""

    player: str
    blocks: tuple[str, ...]
    origin: str
    area: str
    road: str
    cost: int
    points_left: int
    citadel: bool = False
    """Whether an enemy citadel was entered, whose control is settled later [CONTROL.4]."""

    def apply(self, state: State) -> None:
        """The blocks stand in the new area."""
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
    points_used: int
    reason: str
    """``chosen``, ``no movement points``, ``friendly stack``, ``enemy stack`` or ``citadel``."""

    def apply(self, state: State) -> None:
        """Fatigue for the move comes next, unless no road was entered [MOVE.3, MOVE.5]."""
        operation = _operation(state)
        operation.stopped = self.reason
        operation.fatigue_counted = not self.roads_moved


@recorded("napoleon1815.area_became_contested/1", "{area} became contested.")
class AreaBecameContested(Event, frozen=True):
    """Corps of both sides stand in the area [TERM.10]."""

    area: str

    def apply(self, state: State) -> None:
        """It stays so until one side is gone."""
        state.contested.append(self.area)


@recorded("napoleon1815.area_ceased_contested/1", "{area} ceased to be contested.")
class AreaCeasedContested(Event, frozen=True):
    """One side at most is left in the area."""

    area: str

    def apply(self, state: State) -> None:
        """Marker and control follow in events of their own."""
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
        """It happens once per area and turn."""
        state.penalised.append(self.area)


@recorded("napoleon1815.control_taken/1", "{army} took control of {area} ({points} points).")
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


@recorded("napoleon1815.control_refused/1", "{area} was not taken: {reason}.")
class ControlRefused(Event, frozen=True):
    """The added fatigue of a citadel eliminated a corps [CONTROL.4]."""

    area: str
    reason: str

    def apply(self, state: State) -> None:
        """Staying there does not take it either, in this operation [RULING.13]."""
        operation = _operation(state)
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
        """It never comes back."""
        state.fortified.remove(self.area)
