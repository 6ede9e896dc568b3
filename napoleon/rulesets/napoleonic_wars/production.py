"""7 Production: strength points, leaders, squadrons, the Regroup box."""

from __future__ import annotations

from napoleon.rules.events import Line
from napoleon.rules.kit.declaring import Actor, DeclaredVerb, Domain, Irreversible
from napoleon.rules.kit.frames import on_top, top
from napoleon.rules.kit.sequence import Part, Step, only_asks
from napoleon.rules.kit.table import refuse
from napoleon.rules.orders import Refusal
from napoleon.rules.terms import Decision
from napoleon.rules.wording import say
from napoleon.rulesets.napoleonic_wars import encounters
from napoleon.rulesets.napoleonic_wars.capital import Reinforcing
from napoleon.rulesets.napoleonic_wars.events.cards import SpendingEnded
from napoleon.rulesets.napoleonic_wars.events.interphase import LeaderRegrouped, SquadronRegrouped
from napoleon.rulesets.napoleonic_wars.events.production import (
    LeaderBuilt,
    SquadronLaidDown,
    UnitsBuilt,
    UnitsRegrouped,
)
from napoleon.rulesets.napoleonic_wars.fleets import is_blockaded
from napoleon.rulesets.napoleonic_wars.frames.impulses import Spending
from napoleon.rulesets.napoleonic_wars.impulses import ACT
from napoleon.rulesets.napoleonic_wars.nations import commander
from napoleon.rulesets.napoleonic_wars.orders.between_turns import RegroupLeader, RegroupSquadron
from napoleon.rulesets.napoleonic_wars.orders.cards import StopSpending
from napoleon.rulesets.napoleonic_wars.orders.impulses import Build, BuildLeader, LayDown, Regroup
from napoleon.rulesets.napoleonic_wars.pieces import sp_of, squadrons_of
from napoleon.rulesets.napoleonic_wars.pools import PRODUCTION, in_cp, pay, pools, refuse_cost
from napoleon.rulesets.napoleonic_wars.scene import Acting, acting, asked
from napoleon.rulesets.napoleonic_wars.spaces import controller, hostile_in
from napoleon.rulesets.napoleonic_wars.table import Wars

SP_COST, SQUADRON_COST, REGROUP_COST = 2, 4, 1
REINFORCE, SPEND = "reinforce", "spend"
"""The kinds of the questions to a nation that spends its reinforcements, or CP of an event."""
LATE = 1807
"""When the leaders that are marked so may be built first [7.2.b]."""


def producing(table: Wars, asked: Decision, _: str) -> Acting:
    """The nation that spends CP."""
    if asked.kind == REINFORCE:
        return Reinforcing(table, asked.seat)
    return acting(table, asked.seat)


PRODUCER: Actor[Wars, Acting] = Actor((ACT, SPEND, REINFORCE), "", producing)
"""The nation that spends CP: in its impulse, of an event, or between two turns."""


def grounds(it: Acting) -> list[str]:
    """The home and associated duchies in which a nation may build [7.a, 7.43, R-17]."""
    own = (*it.pack.home_duchies[it.nation], *it.pack.associated[it.nation])
    return [space for space in own if refuse_place(it, space) is None]


def home_grounds(it: Acting) -> list[str]:
    """Its home duchies in which it may build [7.7.b]."""
    return [space for space in it.pack.home_duchies[it.nation] if refuse_place(it, space) is None]


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


def refuse_place(it: Acting, space: str) -> Refusal | None:
    """Why no field force can be built in a space: reinforcements come to the capital [14.2.e]."""
    if it.only_at is None or space in it.only_at:
        return refuse_ground(it, space)
    detail = "Reinforcements come to the capital, or to the nearest home space that is held."
    return refuse("NOT_THE_CAPITAL", "14.2.e", detail, space=space)


def _met(it: Acting, space: str) -> list[str]:
    """The seats that may intercept what is built there."""
    return encounters.interceptors(it.table, it.nation, space) if it.is_met else []


def _most(it: Acting, cost: int) -> int:
    return max((pool.cp // cost for pool in pools(it, PRODUCTION)), default=0)


def counters_left(it: Acting) -> int:
    """The strength points of the nation that are in no use [2.2.b, 7.a]."""
    return it.pack.limits[it.nation].max_sp - sp_of(it.state, it.nation)


def can_produce(it: Acting) -> bool:
    """Whether there is something that a nation could build or bring back, had it the CP."""
    if not grounds(it):
        return False
    back = it.own.regroup_sp or any(
        leader.standing == "regroup" and leader.nation == it.nation
        for leader in it.state.leaders.values()
    )
    docks = squadrons_of(it.state, it.nation) < it.pack.limits[it.nation].max_squadrons
    new = counters_left(it) > 0 or bool(_pool_of_leaders(it)) or (docks and bool(_docks(it)))
    return bool(back) or new


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
    waiting = _met(it, order.space)
    pay(it, PRODUCTION, lines, "7.1.a")
    it.tell(UnitsBuilt, "7.1.a", space=order.space, sp=order.sp)
    encounters.appear(it.table, it.nation, order.space, waiting)


GROUND = Domain[Acting](
    lambda it: (*it.pack.home_duchies[it.nation], *it.pack.associated[it.nation]),
    refusal=refuse_place,
    points="target",
)
AMOUNT = Domain[Acting](_amounts, lambda it, sp: sp)

BUILD = DeclaredVerb(
    Build,
    PRODUCER,
    "7.1.a",
    fields={"space": GROUND, "sp": AMOUNT},
    refuses=_refuse_building,
    does=_build,
    irreversible=Irreversible.NEVER,
    line="build {sp:number} in {space:space}",
    says=say("Build %(sp)s SP in %(space)s"),
    heading=say("Build strength points"),
    price=lambda it, order: in_cp(SP_COST * order.sp),
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
    waiting = _met(it, order.space)
    pay(it, PRODUCTION, (Line(cost, "7.2.a", say("command rating")),), "7.2.a")
    it.tell(LeaderBuilt, "7.2.a", leader=order.leader, space=order.space)
    encounters.appear(it.table, it.nation, order.space, waiting)


BUILD_LEADER = DeclaredVerb(
    BuildLeader,
    PRODUCER,
    "7.2.a",
    fields={"leader": Domain(_pool_of_leaders, refusal=refuse_leader), "space": GROUND},
    refuses=_refuse_leader_cost,
    does=_build_leader,
    irreversible=Irreversible.NEVER,
    line="build {leader:leader} in {space:space}",
    says=say("Build %(leader)s in %(space)s"),
    heading=lambda it, order: say("Build %(leader)s", leader=order.leader),
    price=lambda it, order: in_cp(it.pack.leaders[order.leader].command),
)


def _docks(it: Acting) -> list[str]:
    return [space for space in it.pack.home_duchies[it.nation] if _refuse_dock(it, space) is None]


def _refuse_dock(it: Acting, port: str, clause: str = "7.3.a") -> Refusal | None:
    where = it.pack.spaces.get(port)
    if where is None or where.home != it.nation or not where.ports:
        return refuse("NO_HOME_PORT", clause, "That is no home port of the nation.", port=port)
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
    PRODUCER,
    "7.3.a",
    fields={"port": Domain(_docks, refusal=_refuse_dock, points="target")},
    refuses=_refuse_squadron,
    does=_lay_down,
    irreversible=Irreversible.NEVER,
    line="lay down in {port:space}",
    says=say("Lay down a squadron in %(port)s"),
    heading=say("Build a squadron"),
    price=in_cp(SQUADRON_COST),
)


def _refuse_home(it: Acting, space: str) -> Refusal | None:
    where = it.pack.spaces.get(space)
    if where is not None and where.home == it.nation:
        return refuse_place(it, space)
    detail = "Regrouped pieces come back in a home duchy of the nation."
    return refuse("NOT_YOUR_DUCHY", "7.7.b", detail, space=space)


def _refuse_regrouping(it: Acting, order: Regroup) -> Refusal | None:
    left = it.own.regroup_sp
    if not 1 <= order.sp <= left:
        return refuse("NOT_REGROUPED", "7.7.b", f"{left} SP are in the Regroup box.", left=left)
    return refuse_cost(it, PRODUCTION, REGROUP_COST * order.sp, "7.7.b")


def _regroup(it: Acting, order: Regroup) -> None:
    pay(it, PRODUCTION, (Line(REGROUP_COST * order.sp, "7.7.b", say("regrouped SP")),), "7.7.b")
    waiting = _met(it, order.space)
    it.tell(UnitsRegrouped, "7.7.b", space=order.space, sp=order.sp)
    encounters.appear(it.table, it.nation, order.space, waiting)


REGROUP = DeclaredVerb(
    Regroup,
    PRODUCER,
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
    price=lambda it, order: in_cp(REGROUP_COST * order.sp),
)


def _regrouped_leaders(it: Acting) -> list[str]:
    own = it.state.leaders.items()
    return [name for name, leader in own if _refuse_regrouped(it, name) is None]


def _refuse_regrouped(it: Acting, name: str) -> Refusal | None:
    leader = it.state.leaders.get(name)
    if leader is not None and (leader.nation, leader.standing) == (it.nation, "regroup"):
        return None
    return refuse("NOT_REGROUPED", "7.7.b", "That leader is not in the Regroup box.", leader=name)


def _regroup_leader(it: Acting, order: RegroupLeader) -> None:
    waiting = _met(it, order.space)
    pay(it, PRODUCTION, (Line(REGROUP_COST, "7.7.b", say("a regrouped leader")),), "7.7.b")
    it.tell(LeaderRegrouped, "7.7.b", leader=order.leader, space=order.space)
    encounters.appear(it.table, it.nation, order.space, waiting)


REGROUP_LEADER = DeclaredVerb(
    RegroupLeader,
    PRODUCER,
    "7.7.b",
    fields={
        "leader": Domain(_regrouped_leaders, refusal=_refuse_regrouped),
        "space": Domain(home_grounds, refusal=_refuse_home, points="target"),
    },
    refuses=lambda it, order: refuse_cost(it, PRODUCTION, REGROUP_COST, "7.7.b"),
    does=_regroup_leader,
    line="regroup {leader:leader} in {space:space}",
    says=say("Bring %(leader)s back to %(space)s"),
    price=in_cp(REGROUP_COST),
)


def _open_ports(it: Acting) -> list[str]:
    own = it.pack.home_duchies[it.nation]
    return [port for port in own if _refuse_port(it, port) is None]


def _refuse_port(it: Acting, port: str) -> Refusal | None:
    if refusal := _refuse_dock(it, port, "R-187"):
        return refusal
    if not is_blockaded(it.state, it.pack, port, it.nation):
        return None
    return refuse("BLOCKADED", "7.7.b", "An enemy fleet blockades that port.", port=port)


def _refuse_fleet(it: Acting, order: RegroupSquadron) -> Refusal | None:
    if it.own.regroup_squadrons < 1:
        return refuse("NOT_REGROUPED", "7.7.b", "No squadron is in the Regroup box.", left=0)
    return refuse_cost(it, PRODUCTION, REGROUP_COST, "7.7.b")


def _regroup_squadron(it: Acting, order: RegroupSquadron) -> None:
    pay(it, PRODUCTION, (Line(REGROUP_COST, "7.7.b", say("a regrouped squadron")),), "7.7.b")
    it.tell(SquadronRegrouped, "7.7.b", port=order.port)


REGROUP_SQUADRON = DeclaredVerb(
    RegroupSquadron,
    PRODUCER,
    "7.7.b",
    fields={"port": Domain(_open_ports, refusal=_refuse_port, points="target")},
    refuses=_refuse_fleet,
    does=_regroup_squadron,
    line="regroup a squadron in {port:space}",
    says=say("Bring a squadron back to %(port)s"),
    price=in_cp(REGROUP_COST),
)


def _stop(it: Acting, order: StopSpending) -> None:
    lapsed = sum(pool.cp for pool in pools(it, PRODUCTION))
    it.tell(SpendingEnded, "6.3.b", lapsed=lapsed)


STOP_SPENDING: DeclaredVerb[Wars, Acting, StopSpending] = DeclaredVerb(
    StopSpending,
    asked(acting, SPEND),
    "6.3.b",
    does=_stop,
    line="stop spending",
    says=say("Spend no more of these CP"),
)


VERBS = (
    BUILD, BUILD_LEADER, LAY_DOWN, REGROUP, REGROUP_LEADER, REGROUP_SQUADRON, STOP_SPENDING,
)  # fmt: skip


def _cannot_spend(table: Wars) -> bool:
    it = acting(table, "")
    return not pools(it, PRODUCTION) or not can_produce(it)


def _asks_spending(table: Wars) -> list[Decision]:
    nation = top(table.state, Spending).nation
    text = say("What does %(nation)s produce with the CP of the event?", nation=nation)
    return [table.question(commander(table.state, nation), SPEND, "6.3.a", text)]


STEPS = Part[Wars](
    "production by event",
    on_top(Spending),
    (
        Step("spent", _cannot_spend, lambda table: _stop(acting(table, ""), StopSpending())),
        Step("spending", lambda table: True, only_asks, _asks_spending),
    ),
)
"""CP that an event has given to another nation are spent at once."""
