"""Production: strength points, leaders, squadrons, the Regroup box [7]."""

from __future__ import annotations

from napoleon.rules.events import Line
from napoleon.rules.kit.declaring import DeclaredVerb, Domain
from napoleon.rules.kit.table import refuse
from napoleon.rules.orders import Refusal
from napoleon.rules.wording import say
from napoleon.rulesets.napoleonic_wars import meetings
from napoleon.rulesets.napoleonic_wars.events.production import (
    LeaderBuilt,
    SquadronLaidDown,
    UnitsBuilt,
    UnitsRegrouped,
)
from napoleon.rulesets.napoleonic_wars.impulses import IMPULSE
from napoleon.rulesets.napoleonic_wars.orders import Build, BuildLeader, LayDown, Regroup
from napoleon.rulesets.napoleonic_wars.pieces import sp_of, squadrons_of
from napoleon.rulesets.napoleonic_wars.pools import PRODUCTION, pay, pools, refuse_cost
from napoleon.rulesets.napoleonic_wars.scene import Acting
from napoleon.rulesets.napoleonic_wars.spaces import controller, hostile_in

SP_COST, SQUADRON_COST, REGROUP_COST = 2, 4, 1
LATE = 1807
"""When the leaders that are marked so may be built first [7.2.b]."""


def grounds(it: Acting) -> list[str]:
    """The home and associated duchies in which a nation may build [7.a, 7.43, R-17]."""
    own = (*it.pack.home_duchies[it.nation], *it.pack.associated[it.nation])
    return [space for space in own if refuse_ground(it, space) is None]


def home_grounds(it: Acting) -> list[str]:
    """Its home duchies in which it may build [7.7.b]."""
    return [space for space in it.pack.home_duchies[it.nation] if refuse_ground(it, space) is None]


def refuse_ground(it: Acting, space: str) -> Refusal | None:
    """Why nothing can be built in a space."""
    where = it.pack.spaces.get(space)
    if where is None or it.nation not in where.builders:
        detail = "Build in a home or associated duchy of the nation."
        return refuse("NOT_YOUR_DUCHY", "7.a", detail, space=space)
    if controller(it.state, it.pack, space) != it.nation:
        detail = "The nation does not control that duchy."
        return refuse("NOT_CONTROLLED", "7.a", detail, space=space)
    if hostile_in(it.state, space, it.nation):
        return refuse("ENEMY_THERE", "7.b", "Enemy field forces stand there.", space=space)
    return None


def _most(it: Acting, cost: int) -> int:
    return max((pool.cp // cost for pool in pools(it, PRODUCTION)), default=0)


def counters_left(it: Acting) -> int:
    """The strength points of the nation that are in no use [2.2.b, 7.a]."""
    return it.pack.limits[it.nation].max_sp - sp_of(it.state, it.nation)


def _amounts(it: Acting) -> range:
    return range(1, min(_most(it, SP_COST), counters_left(it)) + 1)


def _refuse_building(it: Acting, order: Build) -> Refusal | None:
    if order.sp < 1:
        return refuse("NOTHING_TO_BUILD", "7.1.a", "Build one strength point at least.")
    left = counters_left(it)
    if order.sp > left:
        return refuse("NO_COUNTER", "7.a", "The nation has no more counters.", left=left)
    return refuse_cost(it, PRODUCTION, SP_COST * order.sp, "7.1.a")


def _build(it: Acting, order: Build) -> None:
    lines = (Line(SP_COST * order.sp, "7.1.a", say("%(sp)s SP of 2 CP", sp=order.sp)),)
    waiting = meetings.interceptors(it.table, it.nation, order.space)
    pay(it, PRODUCTION, lines, "7.1.a")
    it.tell(UnitsBuilt, "7.1.a", space=order.space, sp=order.sp)
    meetings.appear(it.table, it.nation, order.space, waiting)


GROUND = Domain[Acting](
    lambda it: (*it.pack.home_duchies[it.nation], *it.pack.associated[it.nation]),
    refusal=refuse_ground,
    points="target",
)
AMOUNT = Domain[Acting](_amounts, lambda it, sp: sp)

BUILD = DeclaredVerb(
    Build,
    IMPULSE,
    "7.1.a",
    fields={"space": GROUND, "sp": AMOUNT},
    refuses=_refuse_building,
    does=_build,
    line="build {sp:number} in {space:space}",
    says=say("Build %(sp)s SP in %(space)s"),
)


def _pool_of_leaders(it: Acting) -> list[str]:
    return [name for name in it.state.leaders if refuse_leader(it, name) is None]


def refuse_leader(it: Acting, name: str) -> Refusal | None:
    """Why a leader cannot be built: not in the pool, or too early [7.2.b]."""
    leader, row = it.state.leaders.get(name), it.pack.leaders.get(name)
    if leader is None or row is None or leader.nation != it.nation or leader.standing != "pool":
        return refuse("NOT_IN_POOL", "7.2.b", "That leader cannot be built.", leader=name)
    if row.entry == "1807" and it.pack.year(it.state.turn) < LATE:
        return refuse("TOO_EARLY", "7.2.b", "That leader enters in 1807.", leader=name)
    return None


def _refuse_leader_cost(it: Acting, order: BuildLeader) -> Refusal | None:
    return refuse_cost(it, PRODUCTION, it.pack.leaders[order.leader].command, "7.2.a")


def _build_leader(it: Acting, order: BuildLeader) -> None:
    cost = it.pack.leaders[order.leader].command
    waiting = meetings.interceptors(it.table, it.nation, order.space)
    pay(it, PRODUCTION, (Line(cost, "7.2.a", say("command rating")),), "7.2.a")
    it.tell(LeaderBuilt, "7.2.a", leader=order.leader, space=order.space)
    meetings.appear(it.table, it.nation, order.space, waiting)


BUILD_LEADER = DeclaredVerb(
    BuildLeader,
    IMPULSE,
    "7.2.a",
    fields={"leader": Domain(_pool_of_leaders, refusal=refuse_leader), "space": GROUND},
    refuses=_refuse_leader_cost,
    does=_build_leader,
    line="build {leader:leader} in {space:space}",
    says=say("Build %(leader)s in %(space)s"),
)


def _docks(it: Acting) -> list[str]:
    return [space for space in it.pack.home_duchies[it.nation] if _refuse_dock(it, space) is None]


def _refuse_dock(it: Acting, port: str) -> Refusal | None:
    where = it.pack.spaces.get(port)
    if where is None or where.home != it.nation or not where.ports:
        return refuse("NO_HOME_PORT", "7.3.a", "That is no home port of the nation.", port=port)
    return refuse_ground(it, port)


def _refuse_squadron(it: Acting, order: LayDown) -> Refusal | None:
    if squadrons_of(it.state, it.nation) >= it.pack.limits[it.nation].max_squadrons:
        return refuse("NO_COUNTER", "7.a", "The nation has no more squadrons.")
    return refuse_cost(it, PRODUCTION, SQUADRON_COST, "7.3.a")


def _lay_down(it: Acting, order: LayDown) -> None:
    pay(it, PRODUCTION, (Line(SQUADRON_COST, "7.3.a", say("a squadron")),), "7.3.a")
    it.tell(SquadronLaidDown, "7.3.a", port=order.port)


LAY_DOWN = DeclaredVerb(
    LayDown,
    IMPULSE,
    "7.3.a",
    fields={"port": Domain(_docks, refusal=_refuse_dock, points="target")},
    refuses=_refuse_squadron,
    does=_lay_down,
    line="lay down in {port:space}",
    says=say("Lay down a squadron in %(port)s"),
)


def _refuse_home(it: Acting, space: str) -> Refusal | None:
    where = it.pack.spaces.get(space)
    if where is not None and where.home == it.nation:
        return refuse_ground(it, space)
    detail = "Regrouped pieces come back in a home duchy of the nation."
    return refuse("NOT_YOUR_DUCHY", "7.7.b", detail, space=space)


def _refuse_regrouping(it: Acting, order: Regroup) -> Refusal | None:
    left = it.own.regroup_sp
    if not 1 <= order.sp <= left:
        return refuse("NOT_REGROUPED", "7.7.b", f"{left} SP are in the Regroup box.", left=left)
    return refuse_cost(it, PRODUCTION, REGROUP_COST * order.sp, "7.7.b")


def _regroup(it: Acting, order: Regroup) -> None:
    pay(it, PRODUCTION, (Line(REGROUP_COST * order.sp, "7.7.b", say("regrouped SP")),), "7.7.b")
    waiting = meetings.interceptors(it.table, it.nation, order.space)
    it.tell(UnitsRegrouped, "7.7.b", space=order.space, sp=order.sp)
    meetings.appear(it.table, it.nation, order.space, waiting)


REGROUP = DeclaredVerb(
    Regroup,
    IMPULSE,
    "7.7.b",
    fields={
        "space": Domain(home_grounds, refusal=_refuse_home, points="target"),
        "sp": Domain(
            lambda it: range(1, min(_most(it, REGROUP_COST), it.own.regroup_sp) + 1),
            lambda it, sp: sp,
        ),
    },
    refuses=_refuse_regrouping,
    does=_regroup,
    line="regroup {sp:number} in {space:space}",
    says=say("Bring %(sp)s SP back to %(space)s"),
)

VERBS = (BUILD, BUILD_LEADER, LAY_DOWN, REGROUP)
