"""14.21 Deployment by land between two turns."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator

from napoleon.rules.events import Line
from napoleon.rules.kit.declaring import DeclaredVerb, Domain, Irreversible
from napoleon.rules.kit.frames import on_top, top
from napoleon.rules.kit.scenes import Unfolding, found_once
from napoleon.rules.kit.sequence import Part, Step, only_asks
from napoleon.rules.kit.table import refuse
from napoleon.rules.orders import Refusal
from napoleon.rules.terms import Decision
from napoleon.rules.wording import say
from napoleon.rulesets.napoleonic_wars import encounters
from napoleon.rulesets.napoleonic_wars.armies import led_by, may_lead
from napoleon.rulesets.napoleonic_wars.capital import Reinforcing
from napoleon.rulesets.napoleonic_wars.events.interphase import (
    DeploymentBegan,
    DeploymentEnded,
    ForceDeployed,
    ForcePickedUp,
)
from napoleon.rulesets.napoleonic_wars.events.marches import copied
from napoleon.rulesets.napoleonic_wars.frames.forces import Deployment, Force, Lot
from napoleon.rulesets.napoleonic_wars.nations import at_war, commander
from napoleon.rulesets.napoleonic_wars.orders.between_turns import (
    Deploy,
    DeployTo,
    EndDeployment,
    PickUp,
    PickUpLeader,
)
from napoleon.rulesets.napoleonic_wars.pack import Pack
from napoleon.rulesets.napoleonic_wars.pieces import strength
from napoleon.rulesets.napoleonic_wars.pools import PRODUCTION, in_cp, pay, refuse_cost
from napoleon.rulesets.napoleonic_wars.production import REINFORCE
from napoleon.rulesets.napoleonic_wars.scene import asked
from napoleon.rulesets.napoleonic_wars.spaces import (
    FRIENDLY,
    beset_by_enemies,
    is_passable,
    leaders_in,
    present,
    sp_in,
    status,
    ways,
)
from napoleon.rulesets.napoleonic_wars.state import State
from napoleon.rulesets.napoleonic_wars.table import Wars

OWNER = asked(Reinforcing, REINFORCE)
"""The nation that spends its reinforcements."""


def reachable(state: State, pack: Pack, start: str, nation: str) -> Iterator[str]:
    """The spaces that an army may be deployed to: over friendly land, out of enemies' reach."""
    beset = beset_by_enemies(state, nation)
    near: dict[str, list[str]] = {}
    for name, it in state.leaders.items():
        if it.standing == "map" and at_war(state, it.nation, nation):
            for space in pack.adjacent[it.where]:
                near.setdefault(space, []).append(name)

    def could_be_met(space: str) -> bool:
        """Whether an enemy army could intercept a force that enters the space [14.21.b, 10.1]."""
        enemies = near.get(space, ())
        there = present(state, space) if enemies else []
        return any(
            not any(at_war(state, state.leaders[name].nation, other) for other in there)
            and encounters.may_meet(state, pack, name, space, nation)
            for name in enemies
        )

    seen, queue = {start}, deque([start])
    while queue:
        for _, there in ways(state, pack, queue.popleft(), nation):
            if there in seen:
                continue
            seen.add(there)
            # A besieged fortress of one's own is no friendly space [3.friendly].
            lies_open = there not in beset and is_passable(state, pack, there, nation)
            if lies_open and not could_be_met(there):
                queue.append(there)
                yield there


def _is_extra(it: Reinforcing) -> bool:
    return it.frame.deployed


def refuse_deploying(it: Reinforcing) -> Refusal | None:
    """Why nothing more is deployed: one goes free, then one of a power for CP [14.21.a, c]."""
    if not it.frame.deployed:
        return None
    if it.pack.nations[it.nation].rank == "minor":
        return refuse("NO_MORE_DEPLOYMENTS", "14.21.c", "A minor deploys one army only.")
    if it.frame.extra:
        return refuse("NO_MORE_DEPLOYMENTS", "14.21.c", "No more armies are deployed.")
    return refuse_cost(it, PRODUCTION, 1, "14.21.c")


def _leaders(it: Reinforcing) -> list[str]:
    return [name for name in it.state.leaders if _refuse_leader(it, name) is None]


def _refuse_leader(it: Reinforcing, name: str) -> Refusal | None:
    leader = it.state.leaders.get(name)
    if leader is None or (leader.nation, leader.standing) != (it.nation, "map"):
        return refuse("NOT_ON_THE_MAP", "14.21.a", "That is no leader of the nation on the map.")
    if status(it.state, it.pack, leader.where, it.nation) != FRIENDLY:
        detail = "An army is deployed over friendly land only."
        return refuse("NOT_FRIENDLY", "14.21.a", detail, space=leader.where)
    if next(reachable(it.state, it.pack, leader.where, it.nation), ""):
        return None
    detail = "There is nowhere to go where no enemy army could intercept."
    return refuse("NO_WAY", "14.21.b", detail, space=leader.where)


def _pay_units(it: Reinforcing, units: int) -> None:
    lines = (Line(units, "14.21.c", say("units of the army")),)
    pay(it, PRODUCTION, lines, "14.21.c")


def _deploy(it: Reinforcing, order: Deploy) -> None:
    extra = _is_extra(it)
    if extra:
        _pay_units(it, 1)
    where = it.state.leaders[order.leader].where
    it.tell(DeploymentBegan, "14.21.a", leader=order.leader, space=where, free=not extra)


DEPLOY = DeclaredVerb(
    Deploy,
    OWNER,
    "14.21.a",
    fields={"leader": Domain(_leaders, refusal=_refuse_leader)},
    unable=refuse_deploying,
    does=_deploy,
    irreversible=Irreversible.NEVER,
    line="deploy {leader:leader}",
    says=say("Deploy the army of %(leader)s"),
    price=lambda it, order: in_cp(1 if _is_extra(it) else 0),
)


class Moving(Reinforcing):
    """An army that is deployed."""

    def __init__(self, table: Wars, player: str) -> None:
        super().__init__(table, player)
        self.deployment = top(table.state, Deployment)
        self.leader = self.deployment.leader
        self.space = self.deployment.at
        self.force = self.deployment.force

    def free_sp(self, nation: str) -> int:
        """The strength points of a nation that stand there and are not with the army."""
        return sp_in(self.state, self.space, nation) - strength(self.force.lots, nation)

    def led(self) -> list[str]:
        """The nations whose units there it may lead [9.1.b]."""
        return may_lead(self.state, self.pack, [self.leader], self.space)

    def others(self) -> list[str]:
        """The leaders there that may go along as units [9.6.b]."""
        there = (it for nation in self.led() for it in leaders_in(self.state, self.space, nation))
        return [it for it in there if it not in self.force.leaders]

    def refuse_more(self, more: Force) -> Refusal | None:
        """Why it cannot take so much along: it is too much to lead, or to pay for."""
        both = self.force.plus(more)
        if not led_by(self.state, self.pack, [self.leader], both):
            detail = "The leader cannot lead so many."
            return refuse("TOO_MANY", "14.21.a", detail, rating=self.rating)
        if self.deployment.free:
            return None
        return refuse_cost(self, PRODUCTION, more.units, "14.21.c")

    @property
    def rating(self) -> int:
        """How many units the leader can lead."""
        return self.pack.leaders[self.leader].command

    def take(self, more: Force) -> None:
        """Pieces join the army."""
        if not self.deployment.free:
            _pay_units(self, more.units)
        self.tell(ForcePickedUp, "14.21.a", taken=more)

    @found_once
    def ways(self) -> Unfolding[str]:
        """Where it may go."""
        return Unfolding(reachable(self.state, self.pack, self.space, self.nation))


MOVING = asked(Moving, "deployment")


def _with_sp(it: Moving, nation: str, sp: int) -> Force:
    """So many strength points there of a nation, none of which has marched in this impulse."""
    return Force([], [Lot(nation, sp)])


def _refuse_nation(it: Moving, nation: str) -> Refusal | None:
    if nation in it.led() and it.free_sp(nation):
        return None
    detail = "The leader can take no strength points of that nation along here."
    return refuse("NOTHING_THERE", "14.21.a", detail, nation=nation)


def _refuse_pick_up(it: Moving, order: PickUp) -> Refusal | None:
    left = it.free_sp(order.nation)
    if not 1 <= order.sp <= left:
        return refuse("WRONG_NUMBER", "14.21.a", f"{left} SP are there to be taken.", left=left)
    return it.refuse_more(_with_sp(it, order.nation, order.sp))


PICK_UP = DeclaredVerb(
    PickUp,
    MOVING,
    "14.21.a",
    fields={
        "nation": Domain(lambda it: it.led(), refusal=_refuse_nation),
        "sp": Domain(lambda it: range(1, it.rating + 1), lambda it, sp: sp),
    },
    refuses=_refuse_pick_up,
    does=lambda it, order: it.take(_with_sp(it, order.nation, order.sp)),
    irreversible=Irreversible.NEVER,
    line="pick up {sp:number} of {nation:nation}",
    says=say("Take %(sp)s SP of %(nation)s along"),
    price=lambda it, order: in_cp(0 if it.deployment.free else order.sp),
)


def _refuse_other(it: Moving, leader: str) -> Refusal | None:
    if leader not in it.others():
        return refuse("NOT_THERE", "14.21.a", "That leader cannot be taken along here.")
    return it.refuse_more(Force([leader]))


PICK_UP_LEADER = DeclaredVerb(
    PickUpLeader,
    MOVING,
    "14.21.a",
    fields={"leader": Domain(lambda it: it.others(), refusal=_refuse_other)},
    does=lambda it, order: it.take(Force([order.leader])),
    line="pick up {leader:leader}",
    says=say("Take %(leader)s along"),
    price=lambda it, order: in_cp(0 if it.deployment.free else 1),
)


def _refuse_way(it: Moving, to: str) -> Refusal | None:
    if to in it.ways:
        return None
    detail = "It can be reached over friendly land only where no enemy army could intercept."
    return refuse("NO_WAY", "14.21.b", detail, space=to)


def _go(it: Moving, order: DeployTo) -> None:
    force = copied(it.force)
    it.tell(ForceDeployed, "14.21.a", start=it.space, space=order.to, force=force)


DEPLOY_TO = DeclaredVerb(
    DeployTo,
    MOVING,
    "14.21.a",
    fields={"to": Domain(lambda it: it.ways, refusal=_refuse_way, points="target")},
    does=_go,
    irreversible=Irreversible.NEVER,
    line="deploy to {to:space}",
    says=say("Go to %(to)s"),
)

END_DEPLOYMENT = DeclaredVerb(
    EndDeployment,
    MOVING,
    "14.21.a",
    does=lambda it, order: it.tell(DeploymentEnded, "14.21.a"),
    line="end deployment",
    says=say("Go no farther"),
)

VERBS = (DEPLOY, PICK_UP, PICK_UP_LEADER, DEPLOY_TO, END_DEPLOYMENT)


def _asks_to_deploy(table: Wars) -> list[Decision]:
    it = top(table.state, Deployment)
    text = say("Where does the army of %(leader)s go?", leader=it.leader)
    return [table.question(commander(table.state, it.nation), "deployment", "14.21.a", text)]


STEPS = Part[Wars](
    "deployment",
    on_top(Deployment),
    (Step("deploy", lambda table: True, only_asks, _asks_to_deploy),),
)
"""An army goes over friendly land."""
