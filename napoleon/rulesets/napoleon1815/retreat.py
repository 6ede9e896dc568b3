"""RETREAT Retreat of the losing stack, road by road."""

from __future__ import annotations

from collections.abc import Iterator

from napoleon.rules.events import Line
from napoleon.rules.kit.declaring import DeclaredVerb, Domain, Irreversible
from napoleon.rules.kit.table import refuse
from napoleon.rules.orders import Order, Refusal
from napoleon.rules.terms import Decision
from napoleon.rules.wording import say
from napoleon.rulesets.napoleon1815 import allocation, control
from napoleon.rulesets.napoleon1815.combat import fighting_corps, fought, participants
from napoleon.rulesets.napoleon1815.events.combat import (
    RetreatEnded,
    RetreatOwed,
    RetreatWaived,
    StackRetreated,
)
from napoleon.rulesets.napoleon1815.events.movement import FortifiedPositionRemoved
from napoleon.rulesets.napoleon1815.orders import ChooseRetreat, GiveUpFortifiedPosition
from napoleon.rulesets.napoleon1815.sides import FRENCH, enemy
from napoleon.rulesets.napoleon1815.state import Combat
from napoleon.rulesets.napoleon1815.table import Player, Table, the_player

ENEMY_CORPS_FATIGUE = 2
BROKEN_BRIDGE_FATIGUE = 2
NO_ROAD, DISTANCE_COVERED = "no legal road", "distance covered"


def loser(combat: Combat) -> str:
    """The side that retreats: it lost the combat, or withdrew from it [CARD.rear_guard]."""
    return combat.leaving


def owe_due(table: Table) -> bool:
    """Whether a side has to leave and its retreat is not settled [RETREAT.1]."""
    combat = table.combat
    return combat is not None and bool(combat.leaving) and not combat.retreat


def owe(table: Table) -> None:
    """The losing stack must retreat, unless nothing is left of it [RETREAT.1, RULING.48]."""
    combat = fought(table)
    side = loser(combat)
    if not fighting_corps(table, combat, side):
        table.record(RetreatWaived("the losing stack is no more"), "RULING.48")
        return
    marker = table.state.markers.get(combat.area)
    own = marker is not None and marker.side == side
    table.record(
        RetreatOwed(
            side,
            combat.distance,
            must_use=marker.road if marker and own else None,
            may_not_use=marker.road if marker and not own else None,
        ),
        "CARD.rear_guard" if combat.withdrawing else "RETREAT.1",
        "RETREAT.3" if own else "RETREAT.4",
    )


def path_due(table: Table) -> bool:
    """Whether the next road of a retreat is to be chosen."""
    return table.combat is not None and table.combat.retreat == "owed"


def path_asks(table: Table) -> list[Decision]:
    """The owner of the losing stack chooses, if there is a choice [DP-27, DP-30].

    Without a legal road it stays anyway, so no position is given up for it [RULING.22].
    """
    combat = fought(table)
    roads = list(_open_roads(table, combat))
    if not roads or (len(roads) == 1 and not _may_give_up(table, combat)):
        return []
    left = combat.distance - len(combat.path)
    text = f"Where does the beaten stack retreat ({left} to go)?"
    return [table.question(_chooser(table, combat), "retreat", "RETREAT.10", text)]


def _chooser(table: Table, combat: Combat) -> str:
    """Who leads the losing stack: its owner, or of a mixed one the leader [RETREAT.10]."""
    return table.decider(fighting_corps(table, combat, loser(combat)))


def go_on(table: Table) -> None:
    """With no choice, the stack takes the only road, or stops for want of one [RULING.22]."""
    combat = fought(table)
    roads = list(_open_roads(table, combat))
    if roads:
        _retreat_along(table, roads[0])
    elif _is_among_enemies(table, combat):
        _halt(table, "enemy stack", "RETREAT.6", "RULING.78")
    else:
        _halt(table, NO_ROAD, "RETREAT.12", "RULING.22")


def tire_due(table: Table) -> bool:
    """Whether the extra fatigue of a finished retreat is to be given out [RETREAT.8]."""
    combat = table.combat
    return combat is not None and combat.retreat == "done" and bool(combat.retreat_fatigue)


def tire(table: Table) -> None:
    """All extra fatigue of the retreat is added up and spread evenly [RETREAT.8]."""
    combat = fought(table)
    side = loser(combat)
    corps = fighting_corps(table, combat, side)
    allocation.incur(table, side, corps, "retreat", combat.retreat_fatigue, "RETREAT.8")


def _explain_retreat(table: Table, seat: str, order: Order) -> Refusal | None:
    """Why this player's stack retreats no further [RETREAT.1, RETREAT.6]."""
    combat = _retreated(table, seat)
    if combat is None:
        return None
    if combat.halted == DISTANCE_COVERED:
        detail = f"The retreat goes no farther: its length in roads is {combat.distance}."
        return refuse("WRONG_LENGTH", "RETREAT.1", detail, roads=combat.distance)
    clause = "RETREAT.12" if combat.halted == NO_ROAD else "RETREAT.6"
    return refuse("MUST_STOP", clause, f"The retreat is over ({combat.halted}).")


def _retreated(table: Table, seat: str) -> Combat | None:
    """The last combat, if this player's stack has retreated in it."""
    combat = table.state.combat
    if combat is None or not combat.halted or loser(combat) != table.side_of_player(seat):
        return None
    return combat


BEATEN = the_player("operations", "retreat")

RETREAT = DeclaredVerb(
    ChooseRetreat,
    BEATEN,
    "RETREAT.1",
    fields={
        "road": Domain(
            lambda it: _roads_from(it.table, fought(it.table)),
            refusal=lambda it, road: _refuse_road(it.table, fought(it.table), road),
        )
    },
    does=lambda it, order: _retreat_along(it.table, order.road),
    line="retreat to {road:retreat}",
    says=lambda it, order: say("Retreat to %(area)s", area=it.area(_beyond(it, order))),
    target=lambda it, order: _beyond(it, order),
    irreversible=Irreversible.ALWAYS,
    costs=True,
    misplaced=_explain_retreat,
)


def _beyond(it: Player, order: ChooseRetreat) -> str:
    return it.table.pack.graph.roads[order.road].other(beaten_at(it.table, fought(it.table)))


def _refuse_staying(it: Player) -> Refusal | None:
    """An Allied stack on a fortified position may stay for it [RETREAT.2]."""
    if _may_give_up(it.table, fought(it.table)):
        return None
    detail = "The stack does not stand on a fortified position."
    return refuse("NO_FORTIFIED_POSITION", "RETREAT.2", detail)


def _give_up(it: Player, order: GiveUpFortifiedPosition) -> None:
    """The position is lost, the stack stays, nobody pursues [RETREAT.2, RULING.25]."""
    area = fought(it.table).area
    it.table.record(FortifiedPositionRemoved(area, "given up"), "FORTPOS.2", "RETREAT.2")
    it.table.record(RetreatWaived("fortified position given up"), "RETREAT.2", "RULING.25")


def _explain_giving_up(table: Table, seat: str, order: Order) -> Refusal | None:
    """Why a stack that has retreated has no position to give up [RETREAT.2]."""
    if _retreated(table, seat) is None:
        return None
    return refuse("NO_FORTIFIED_POSITION", "RETREAT.2", "The stack has retreated.")


GIVE_UP = DeclaredVerb(
    GiveUpFortifiedPosition,
    BEATEN,
    "RETREAT.2",
    unable=_refuse_staying,
    does=_give_up,
    line="give up position",
    says=say("Stay"),
    follows=(say("the fortified position is lost"),),
    ordinary=False,
    irreversible=Irreversible.ALWAYS,
    costs=True,
    misplaced=_explain_giving_up,
)

VERBS = (RETREAT, GIVE_UP)


def _retreat_along(table: Table, road_id: str) -> None:
    combat = fought(table)
    side = loser(combat)
    origin = beaten_at(table, combat)
    road = table.pack.graph.roads[road_id]
    area = road.other(origin)
    companions, foes = table.corps_in(area, side), table.corps_in(area, enemy(side))
    lines = []
    if road.id in table.state.broken_bridges:
        lines.append(Line(BROKEN_BRIDGE_FATIGUE, "RETREAT.7", "broken bridge"))
    if foes:
        extra = ENEMY_CORPS_FATIGUE * len(foes)
        lines.append(Line(extra, "RETREAT.6", f"{len(foes)} enemy corps"))
    blocks = tuple(_retreating(table, combat, origin))
    leads = _chooser(table, combat) if table.fog else ""
    table.record(
        StackRetreated(side, blocks, origin, area, road.id, tuple(lines), leads),
        _road_clause(table, combat, side),
    )
    if foes:
        if not companions:
            control.make_contested(table, area, side, road.id, "RULING.23")
        _halt(table, "enemy stack", "RETREAT.6")
        return
    control.take(table, area, side, "RULING.13")
    covered = len(combat.path) == combat.distance
    # In fog of war it would show that there are corps here, where the retreat is over anyway.
    if companions and not (covered and table.fog):
        _halt(table, "friendly stack", "RETREAT.6")
    elif covered:
        _halt(table, DISTANCE_COVERED, "RETREAT.1")


def _road_clause(table: Table, combat: Combat, side: str) -> str:
    """What governs the next road: a marker on the first one, then the path so far."""
    if combat.path:
        return "RETREAT.5"
    marker = table.state.markers.get(combat.area)
    return "RETREAT.3" if marker and marker.side == side else "RETREAT.4"


def _halt(table: Table, reason: str, *clauses: str) -> None:
    combat = fought(table)
    table.record(RetreatEnded(loser(combat), beaten_at(table, combat), reason), *clauses)


def _roads_from(table: Table, combat: Combat) -> Iterator[str]:
    return (road.id for road in table.pack.graph.roads_of(beaten_at(table, combat)))


def _open_roads(table: Table, combat: Combat) -> Iterator[str]:
    roads = _roads_from(table, combat)
    return (it for it in roads if _refuse_road(table, combat, it) is None)


def _refuse_road(table: Table, combat: Combat, road_id: str) -> Refusal | None:
    """Refuse a road that is not there, used, barred by a marker, or leads back [RETREAT.3-5]."""
    here = beaten_at(table, combat)
    road = table.pack.graph.roads.get(road_id)
    if road is None or here not in (road.a, road.b):
        return refuse("NOT_ADJACENT", "RETREAT.1", "That road does not leave the stack's area.")
    if road.id in combat.path:
        return refuse("ROAD_REUSED", "RETREAT.5", "No road is used twice in a retreat.")
    if road.other(here) == combat.area:
        return refuse("REENTERS_BATTLE", "RETREAT.5", "The retreat may not lead back.")
    if _is_among_enemies(table, combat):
        detail = "A stack that has retreated to where enemies stand goes no farther."
        return refuse("MUST_STOP", "RETREAT.6", detail)
    marker = None if combat.path else table.state.markers.get(here)
    if marker and marker.side == loser(combat) and marker.road != road.id:
        detail = "The first road is the one of your retreat direction marker."
        return refuse("OWN_RETREAT_ROAD_FIRST", "RETREAT.3", detail, road=marker.road)
    if marker and marker.side != loser(combat) and marker.road == road.id:
        detail = "The enemy's retreat direction marker bars that road."
        return refuse("ENEMY_RETREAT_ROAD", "RETREAT.4", detail, road=marker.road)
    return None


def _is_among_enemies(table: Table, combat: Combat) -> bool:
    """Whether the retreat has led to where enemies stand, beyond which Panic drives nobody."""
    return bool(combat.path) and not table.is_free(beaten_at(table, combat), loser(combat))


def _may_give_up(table: Table, combat: Combat) -> bool:
    beaten = combat.winner == FRENCH and not combat.path
    return beaten and combat.area in table.state.fortified


def _retreating(table: Table, combat: Combat, origin: str) -> Iterator[str]:
    """The losing stack, with any commander whom it would leave alone [RETREAT.11, RULING.61]."""
    side = loser(combat)
    stack = [b for b in participants(combat, side) if table.block(b).area is not None]
    yield from stack
    if all(corps in stack for corps in table.corps_in(origin, side)):
        yield from (c for c in table.commanders_in(origin, side) if c not in stack)


def beaten_at(table: Table, combat: Combat) -> str:
    """The area in which the losing stack is, on its way."""
    area = table.block(fighting_corps(table, combat, loser(combat))[0]).area
    assert area is not None
    return area
