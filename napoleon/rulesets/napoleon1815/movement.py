"""MOVE Movement of a stack, road by road, and its fatigue [chapters 5 to 7]."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from napoleon.rules.events import Line
from napoleon.rules.kit.declaring import Actor, DeclaredVerb, Domain
from napoleon.rules.kit.roads import Road
from napoleon.rules.kit.table import refuse
from napoleon.rules.orders import Order, Refusal
from napoleon.rules.terms import Decision
from napoleon.rules.wording import Phrase, say, say_many
from napoleon.rulesets.napoleon1815 import allocation, control, fog, scouts
from napoleon.rulesets.napoleon1815.events.movement import (
    MovementEnded,
    RetreatDirectionPenaltyTriggered,
    StackCouldNotMove,
    StackMoved,
)
from napoleon.rulesets.napoleon1815.movement_points import (
    has_brussels_bonus,
    may_force_a_road,
    moving,
    points_left,
    priced,
)
from napoleon.rulesets.napoleon1815.operations import alive
from napoleon.rulesets.napoleon1815.orders import EndMove, StepMove
from napoleon.rulesets.napoleon1815.sides import ALLIED, FRENCH, enemy
from napoleon.rulesets.napoleon1815.state import Operation
from napoleon.rulesets.napoleon1815.table import Player, Table

ROAD_COST, BROKEN_BRIDGE_COST = 1, 3
"""Points of a road, and of one over a broken bridge [MOVE.2B, MOVE.2C]."""
CUT_OFF = 2
"""Fatigue of a stack whose direction of retreat the enemy comes by [RETREATDIR.3]."""
CHOSEN = "chosen"
"""The reason where its player has ended a movement, or could go by no road."""

WHY_STOPPED = {
    "citadel": "MOVE.2G",
    "fortified farm": "MOVE.2G",
    "no movement points": "MOVE.2E",
    CHOSEN: "MOVE.2D",
}
"""Clauses of the reasons for which a movement ends, where it is not MOVE.2F."""

UNSEEN = ("friendly stack", "no movement points")
"""The reasons that the enemy does not see in fog of war."""

STOPPED_BY_CARD = "event"
"""The reason where an enemy card has ended a movement."""

BRUXELLES = "bruxelles"


# -- a stack that cannot move ------------------------------------------------------------------


def no_points_due(table: Table) -> bool:
    """Whether a stack has to stand still for want of movement points [MOVE.1H].

    In fog of war its player ends the movement: nobody else knows the points [VIS.8].
    """
    return march_due(table) and not table.fog and moving(table).cannot_move


def stand_still(table: Table) -> None:
    """Without movement points the operation is over [MOVE.1H, RULING.20]."""
    could_not = StackCouldNotMove(moving(table).player, "no movement points")
    table.record(could_not, "MOVE.1H", "RULING.20")


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


def stop_due(table: Table) -> bool:
    """Whether the moving stack has to stop where it stands [MOVE.2E-G]."""
    return march_due(table) and _why_stop(table) is not None


def stop(table: Table) -> None:
    """The movement is over."""
    why = _why_stop(table)
    assert why is not None
    end(table, *why)


def _why_stop(table: Table) -> tuple[str, str] | None:
    """Why the service ends the movement, and the clause [MOVE.2E-G].

    In fog of war it would show how far the stack could have gone, or that it has met corps and not
    scouts: there its player says when it moves no further [VIS.8, RULING.90].
    """
    why = _why_over(table)
    return None if why is None or (table.fog and why[0] in UNSEEN) else why


def is_over_unseen(table: Table) -> bool:
    """Whether the movement is over, though in fog of war its player still has to end it.

    Only the end is left then, as without fog: no road, and no card [RULING.90].
    """
    return table.fog and (moving(table).cannot_move or _why_over(table) is not None)


def _why_over(table: Table) -> tuple[str, str] | None:
    operation, here = moving(table), position(table)
    if operation.roads:
        if not table.is_free(here, operation.side):
            return "enemy stack", "MOVE.2F"
        if operation.citadel:
            return _words(table.area(here).kind), "MOVE.2G"
        if _joins_friends(table, operation, here):
            return "friendly stack", "MOVE.2F"
    used_up = points_left(operation) <= 0 and not may_force_a_road(operation)
    if used_up and (operation.roads or operation.spent_points):
        return "no movement points", "MOVE.2E"
    return None


def _words(kind: str) -> str:
    """The kind of a place that stops a stack taking it: a citadel, or by farm_stop a farm."""
    return kind.replace("_", " ")


def _joins_friends(table: Table, operation: Operation, here: str) -> bool:
    """Whether another stack of one's own stops this one; scouts cannot [SCOUT.7-8]."""
    if operation.events.get("organisation") == operation.roads or not table.corps_of(
        operation.blocks
    ):
        return False
    return any(corps not in operation.blocks for corps in table.corps_in(here, operation.side))


def march_asks(table: Table) -> list[Decision]:
    """The active player takes a road or ends the movement [DP-17]."""
    left = points_left(moving(table))
    points = "" if table.fog else f" ({left} movement point{'s' * (left != 1)} left)"
    text = f"Where does the stack march{points}?"
    return [table.question(moving(table).player, "march", "MOVE.2", text)]


class March(Player):
    """A player whose stack is on the move."""

    @property
    def operation(self) -> Operation:
        """The operation of the stack."""
        return moving(self.table)

    @property
    def here(self) -> str:
        """The area in which it stands."""
        return _area_of(self.table, self.operation)

    def beyond(self, road: str) -> str:
        """The area at the other end of a road."""
        return self.table.pack.graph.roads[road].other(self.here)


MARCH: Actor[Table, March] = Actor(("march",), "operations", March)


def _roads(it: March) -> Iterator[str]:
    return (road.id for road in it.table.pack.graph.roads_of(it.here))


def _any_road(table: Table, operation: Operation) -> bool:
    roads = table.pack.graph.roads_of(_area_of(table, operation))
    return any(_refuse_road(table, operation, it.id) is None for it in roads)


def _refuse_road(table: Table, operation: Operation, name: str) -> Refusal | None:
    """Refuse a road that is not there, costs too much, or is barred by a marker [MOVE.2]."""
    here = _area_of(table, operation)
    road = table.pack.graph.roads.get(name)
    if road is None or here not in (road.a, road.b):
        return refuse("NOT_ADJACENT", "MOVE.2A", "That road does not leave the stack's area.")
    if operation.roads and _joins_friends(table, operation, here):
        return refuse("MUST_STOP", "MOVE.2F", "The stack has come to another one of your side.")
    cost, left = road_cost(table, road), points_left(operation)
    if cost > left and not may_force_a_road(operation):
        clause = "MOVE.2C" if cost > 1 else "MOVE.2B"
        detail = f"The road costs {cost} movement points and {left} are left."
        return refuse("NOT_ENOUGH_MP", clause, detail, cost=cost, left=left)
    if operation.roads == 0:
        leaving = refuse_leaving(table, operation.blocks, operation.side, road)
        if leaving is not None:
            return leaving
    return _refuse_entering(table, operation, road.other(here), cost)


def _refuse_entering(table: Table, operation: Operation, area: str, cost: int) -> Refusal | None:
    """What a card in force for the turn forbids [CARD.general_advance, CARD.defend_brussels]."""
    if (
        operation.side == FRENCH
        and table.in_force("general_advance")
        and table.seems_held(area, ALLIED)
    ):
        detail = "In a general advance no stack enters an area with an Allied stack."
        return refuse("ALLIED_AREA_BARRED", "CARD.general_advance", detail)
    if (
        not table.corps_of(operation.blocks)
        and table.area(area).kind == "citadel"
        and table.controller(area) == enemy(operation.side)
    ):
        detail = "Scouts may not enter a citadel with an enemy control marker."
        return refuse("CITADEL_BARRED", "SCOUT.10", detail)
    uses_bonus = has_brussels_bonus(table, operation) and cost >= points_left(operation)
    if uses_bonus and not may_force_a_road(operation) and not _nearer(table, operation, area):
        detail = "The last point is for a road that ends nearer to Bruxelles than the start."
        return refuse("BONUS_NOT_CLOSER", "CARD.defend_brussels", detail)
    return None


def _nearer(table: Table, operation: Operation, area: str) -> bool:
    """Whether an area is nearer to Bruxelles than the start of the movement [RULING.43]."""
    before = table.pack.graph.distance(operation.origin, BRUXELLES)
    after = table.pack.graph.distance(area, BRUXELLES)
    return before is not None and after is not None and after < before


def refuse_leaving(table: Table, blocks: Sequence[str], side: str, road: Road) -> Refusal | None:
    """Why a stack may not leave its area by this road [RETREATDIR.5-6, MOVE.2H, RULING.95]."""
    here = table.block(table.standing(blocks)[0]).area or ""
    refusal = refuse_road(table, here, side, road)
    if refusal is not None:
        return refusal
    left = [b for b in table.commanders_in(here, side) if b not in blocks]
    if left:
        return _refuse_leaving_alone(table, blocks, left, table.corps_in(here, side))
    return None


def refuse_road(table: Table, here: str, side: str, road: Road) -> Refusal | None:
    """Why nobody of a side may leave an area by this road: by the marker there [RETREATDIR.5-6]."""
    marker = table.state.markers.get(here)
    if marker and marker.side == side and marker.road != road.id:
        detail = "Leave the contested area by the road of your retreat direction marker."
        return refuse("OWN_RETREAT_ROAD_ONLY", "RETREATDIR.5", detail, road=marker.road)
    if marker and marker.side != side and marker.road == road.id:
        detail = "The enemy's retreat direction marker bars that road."
        return refuse("ENEMY_RETREAT_ROAD", "RETREATDIR.6", detail, road=marker.road)
    return None


def _refuse_leaving_alone(
    table: Table, blocks: Sequence[str], commanders: list[str], corps: Sequence[str]
) -> Refusal | None:
    """Why `commanders` may not be left in an area that `blocks` leave [MOVE.2H, ELIM.5].

    Of `corps`, all those of the side there, some must stay; with one's own commander, one's own
    whom one knows. A partner's commander is not named: the mover sees a token [RULING.95].
    """
    known = table.known_to(table.owner_of(blocks[0]))
    staying = [b for b in corps if b not in blocks]
    own = [b for b in commanders if b in known]
    if staying and (not own or any(b in known for b in staying)):
        return None
    detail = "A commander would be left without any corps of the same side."
    return refuse("COMMANDER_ALONE", "MOVE.2H", detail, commanders=own)


def _step(it: March, order: StepMove) -> None:
    """The stack enters the road and the area at its end [MOVE.2, RETREATDIR, CONTROL.3]."""
    table, operation, origin = it.table, it.operation, it.here
    road = table.pack.graph.roads[order.road]
    area, side, cost = road.other(origin), operation.side, road_cost(table, road)
    forced = cost > points_left(operation)
    clause = _road_clause(table, cost, forced=forced)
    if forced:
        # All points count as used, at least 1 [RULING.19].
        cost = max(points_left(operation), 1)
    companions = table.corps_in(area, side)
    scouting = not table.corps_of(operation.blocks)  # which stops nowhere by capturing [RULING.94]
    captures = control.can_take(table, area, side)
    settled_later = captures and control.stops_on_capture(table, area) and not scouting
    fog.part(table, operation.blocks)
    table.record(
        StackMoved(
            operation.player,
            tuple(operation.blocks),
            origin,
            area,
            road.id,
            cost,
            0 if forced else points_left(operation) - cost,
            settled_later,
            fog.tokens(table, operation.blocks),
        ),
        "MOVE.2A",
        clause,
    )
    if scouting:
        scouts.report(table, operation.player, area, side)
    if captures and not settled_later:
        takers = operation.blocks if scouting else None
        control.take(table, area, side, *_capture_clauses(table), takers=takers)
    if not scouting and not table.is_free(area, side):
        meet_enemy(table, area, side, road, entered_own=bool(companions))


def _meets_somebody(it: March, order: StepMove) -> bool:
    """Whether the stack comes to where the enemy seems to be, or in fog leaves others [VIS.7]."""
    met = it.table.seems_held(it.beyond(order.road), enemy(it.operation.side))
    return met or fog.do_part(it.table, it.operation.blocks)


def _road_clause(table: Table, cost: int, *, forced: bool) -> str:
    """What a road costs. Whether the points sufficed for it is not told in fog [VIS.8]."""
    if forced or (table.fog and may_force_a_road(moving(table))):
        return "RULING.19"
    return "MOVE.2C" if cost > 1 else "MOVE.2B"


def _capture_clauses(table: Table) -> tuple[str, ...]:
    """Why a place is taken in passing: in fog, by corps or by scouts alike [SCOUT.9, VIS.8]."""
    clauses = ("CONTROL.3", "RULING.13")
    return (*clauses, "SCOUT.9") if table.fog else clauses


def meet_enemy(table: Table, area: str, side: str, road: Road, *, entered_own: bool) -> None:
    """The area becomes contested, or the enemy's way back is cut [RETREATDIR.1-3]."""
    foe = enemy(side)
    marker = table.state.markers.get(area)
    if not entered_own:
        control.make_contested(table, area, side, road.id)
        return
    cut_off = marker is not None and marker.side == foe and marker.road == road.id
    if cut_off and area not in table.state.penalised:
        table.record(RetreatDirectionPenaltyTriggered(area, foe, road.id), "RETREATDIR.3")
        penalty = [Line(CUT_OFF, "RETREATDIR.3", "the enemy came by the retreat direction")]
        corps = table.corps_in(area, foe)
        # Who is asked follows from what everybody sees there [RULING.96].
        by = table.decider(table.blocks_in(area, foe) if table.fog else corps)
        allocation.incur(table, foe, corps, "retreat direction", penalty, "RETREATDIR.3", by=by)


def end(table: Table, reason: str, clause: str) -> None:
    """The movement is over because of `reason`; fatigue for it comes next [MOVE.3]."""
    operation = moving(table)
    table.record(
        MovementEnded(
            operation.player, position(table), operation.roads, operation.spent_points, reason
        ),
        clause,
    )


def _explain_step(table: Table, seat: str, order: StepMove) -> Refusal | None:
    """Why this player cannot move any stack further now [MOVE.2E-G].

    A movement that could not go on by any road is ended for them: then it is said of each road why.
    """
    operation = table.state.operation
    if operation is None or operation.player != seat or not operation.stopped:
        return None
    if (
        operation.stopped == CHOSEN
        and table.standing(operation.blocks)
        and not _any_road(table, operation)
    ):
        return _refuse_road(table, operation, order.road)
    clause = WHY_STOPPED.get(operation.stopped, "MOVE.2F")
    if operation.stopped == STOPPED_BY_CARD:
        confused = "confusion" in operation.events
        clause = "CARD.confusion" if confused else "CARD.insubordination"
    return refuse("MUST_STOP", clause, f"The movement is over ({operation.stopped}).")


def _explain_end(table: Table, seat: str, order: Order) -> Refusal | None:
    """Why there is no movement to end [MOVE.2D]."""
    if table.state.phase != "operations":
        return None
    return refuse("NO_MOVEMENT", "MOVE.2D", "No movement of yours is under way.")


def _cost(it: March, order: StepMove) -> int:
    return road_cost(it.table, it.table.pack.graph.roads[order.road])


def _says_step(it: March, order: StepMove) -> Phrase:
    blocks = it.table.called(it.table.standing(it.operation.blocks))
    area = it.area(it.beyond(order.road))
    return say("Move %(blocks)s to %(area)s", blocks=blocks, area=area)


def _after_step(it: March, order: StepMove) -> Iterator[Phrase]:
    table, operation, area = it.table, it.operation, it.beyond(order.road)
    cost, left = _cost(it, order), points_left(operation)
    if cost > left:
        yield say("more than the stack has, by a card")
    friends = [corps for corps in _known_corps(it, area) if corps not in operation.blocks]
    if table.seems_held(area, enemy(operation.side)):
        yield say("ends the move, the enemy stands there")
    elif friends and table.corps_of(operation.blocks):
        yield say("ends the move, %(friends)s there", friends=table.called(friends))
    elif cost >= left:
        yield say("ends the move")


def _known_corps(it: March, area: str) -> Iterator[str]:
    """The corps of the mover's side in an area, as far as the mover knows them."""
    known = it.table.known_to(it.player)
    return (corps for corps in it.table.corps_in(area, it.side) if corps in known)


STEP = DeclaredVerb(
    StepMove,
    MARCH,
    "MOVE.2",
    fields={
        "road": Domain(_roads, refusal=lambda it, road: _refuse_road(it.table, it.operation, road))
    },
    does=_step,
    line="move to {road:march}",
    says=_says_step,
    follows=_after_step,
    target=lambda it, order: it.beyond(order.road),
    price=lambda it, order: priced(_cost(it, order)),
    irreversible=_meets_somebody,
    costs=True,
    misplaced=_explain_step,
)


def _not_used(it: March, order: EndMove) -> tuple[Phrase, ...]:
    left = points_left(it.operation)
    unused = say_many("%(count)s point is not used", "%(count)s points are not used", left)
    return (unused,) if left > 0 else ()


END = DeclaredVerb(
    EndMove,
    MARCH,
    "MOVE.2D",
    does=lambda it, order: end(it.table, CHOSEN, "MOVE.2D"),
    line="end move",
    says=lambda it, order: say("End the move at %(area)s", area=it.area(it.here)),
    follows=_not_used,
    costs=True,
    misplaced=_explain_end,
)

VERBS = (STEP, END)


def position(table: Table) -> str:
    """The area in which the stack of the operation stands."""
    return _area_of(table, moving(table))


def _area_of(table: Table, operation: Operation) -> str:
    area = table.block(table.standing(operation.blocks)[0]).area
    assert area is not None
    return area


def road_cost(table: Table, road: Road) -> int:
    """Movement points that a road costs: 3 over a broken bridge [MOVE.2B-C]."""
    return BROKEN_BRIDGE_COST if road.id in table.state.broken_bridges else ROAD_COST
