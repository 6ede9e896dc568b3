"""Deployment by sea between two turns: a fleet, or a convoy [14.21].

A fleet or convoy goes no farther than the home card of its nation would pay for in an impulse, and
nowhere that an enemy fleet could intercept it [14.21.a-b, R-59].
"""

from __future__ import annotations

from napoleon.rules.kit.declaring import DeclaredVerb, Domain, Irreversible
from napoleon.rules.kit.frames import on_top, top
from napoleon.rules.kit.sequence import Part, Step, only_asks
from napoleon.rules.kit.table import refuse
from napoleon.rules.orders import Refusal
from napoleon.rules.terms import Decision
from napoleon.rules.wording import say, say_many
from napoleon.rulesets.napoleonic_wars import convoys, fleets
from napoleon.rulesets.napoleonic_wars.capital import Reinforcing
from napoleon.rulesets.napoleonic_wars.deployment import OWNER, refuse_deploying
from napoleon.rulesets.napoleonic_wars.events.fleet_deployment import (
    FleetDeployed,
    FleetDeploymentBegan,
    FleetDeploymentEnded,
    FleetPickedUp,
    FleetStepPaid,
)
from napoleon.rulesets.napoleonic_wars.frames.at_sea import FleetDeployment
from napoleon.rulesets.napoleonic_wars.maneuvers import A_CP, in_maneuvers, spend_one
from napoleon.rulesets.napoleonic_wars.nations import at_war, commander
from napoleon.rulesets.napoleonic_wars.orders.at_sea import (
    DeployConvoy,
    DeployFleet,
    DeployFleetTo,
    EndFleetDeployment,
    PickUpSquadrons,
)
from napoleon.rulesets.napoleonic_wars.pools import PRODUCTION, refuse_cost
from napoleon.rulesets.napoleonic_wars.scene import asked
from napoleon.rulesets.napoleonic_wars.spaces import controller
from napoleon.rulesets.napoleonic_wars.table import Wars


def reach(it: Reinforcing) -> int:
    """The CP of the nation's home card: of two the one with more [R-59]."""
    cards = (it.pack.cards[card.card] for card in it.own.home if not card.owner)
    return max((card.cp for card in cards), default=0)


def _ready(it: Reinforcing, place: str) -> int:
    """The squadrons of the nation there that can sail, and are not deployed now."""
    own = (ships for ships in it.state.squadrons if (ships.nation, ships.at) == (it.nation, place))
    return sum(ships.ready for ships in own if not ships.sails)


def _harbours(it: Reinforcing) -> list[str]:
    places = dict.fromkeys(ships.at for ships in it.state.squadrons if ships.nation == it.nation)
    return [place for place in places if _ready(it, place)]


def _refuse_harbour(it: Reinforcing, start: str) -> Refusal | None:
    if _ready(it, start):
        return None
    return refuse("NO_FLEET", "14.21.a", "The nation has no squadron there that can sail.")


def _refuse_fleet(it: Reinforcing, order: DeployFleet) -> Refusal | None:
    most = _ready(it, order.start)
    if 1 <= order.squadrons <= most:
        return None
    detail = f"From 1 to {most} squadrons can sail from there."
    return refuse("WRONG_NUMBER", "14.21.a", detail, most=most)


def _most(it: Reinforcing) -> int:
    return max((_ready(it, place) for place in _harbours(it)), default=0)


def _begin(it: Reinforcing, order: DeployFleet) -> None:
    extra = it.frame.deployed
    it.tell(
        FleetDeploymentBegan,
        "14.21.c" if extra else "14.21.a",
        start=order.start,
        squadrons=order.squadrons,
        maneuvers=0 if extra else A_CP * reach(it),
        free=not extra,
    )


DEPLOY_FLEET = DeclaredVerb(
    DeployFleet,
    OWNER,
    "14.21.a",
    fields={
        "start": Domain(_harbours, refusal=_refuse_harbour, points="piece"),
        "squadrons": Domain(lambda it: range(_most(it), 0, -1), lambda it, squadrons: squadrons),
    },
    unable=refuse_deploying,
    refuses=_refuse_fleet,
    does=_begin,
    irreversible=Irreversible.NEVER,
    line="deploy fleet from {start:place} with {squadrons:number}",
    says=lambda it, order: say_many(
        "Deploy a squadron from %(start)s",
        "Deploy %(count)s squadrons from %(start)s",
        order.squadrons,
    ),
)


class Cruising(Reinforcing):
    """A fleet that is deployed."""

    def __init__(self, table: Wars, player: str) -> None:
        super().__init__(table, player)
        self.cruise = top(table.state, FleetDeployment)
        self.place = self.cruise.at

    def ways(self) -> list[str]:
        """Where it may go next."""
        if self.place in self.pack.spaces:
            near = [*self.pack.spaces[self.place].ports]
        else:
            near = [*self.pack.neighbours[self.place], *self.pack.ports_of[self.place]]
        return [to for to in near if self.refuse_way(to) is None]

    def refuse_way(self, to: str) -> Refusal | None:
        """Why it cannot go there, maneuvers aside [14.21.b]."""
        state, pack = self.state, self.pack
        if to in pack.spaces:
            if to in pack.ports_of.get(self.place, ()) and fleets.is_friendly_port(
                state, pack, to, self.nation
            ):
                return None
            return refuse("NO_FRIENDLY_PORT", "14.21.b", "It goes into friendly ports only.")
        by_port = self.place in pack.spaces and to in pack.spaces[self.place].ports
        if not by_port and to not in pack.neighbours.get(self.place, ()):
            return refuse("NOT_ADJACENT", "13.1.a", "No way leads there by sea.")
        if fleets.enemy_stacks(state, pack, to, self.nation):
            return refuse("ENEMY_FLEET", "14.21.b", "An enemy fleet could intercept it there.")
        guard = "" if by_port else pack.strait(self.place, to)
        if guard and at_war(state, controller(state, pack, guard), self.nation):
            return refuse("ENEMY_FORTRESS", "14.21.b", "An enemy fortress guards the strait.")
        return None

    def refuse_cost(self) -> Refusal | None:
        """Why another step cannot be paid."""
        if self.cruise.free:
            if self.cruise.maneuvers:
                return None
            return refuse("TOO_FAR", "14.21.a", "Its home card would not pay for more.")
        return None if self.frame.maneuvers else refuse_cost(self, PRODUCTION, 1, "14.21.c")


CRUISER = asked(Cruising, "cruise")


def _refuse_more(it: Cruising, squadrons: int) -> Refusal | None:
    most = _ready(it, it.place)
    if 1 <= squadrons <= most:
        return None
    detail = f"{most} squadrons are there to be taken along."
    return refuse("WRONG_NUMBER", "14.21.a", detail, most=most)


PICK_UP_SQUADRONS = DeclaredVerb(
    PickUpSquadrons,
    CRUISER,
    "14.21.a",
    fields={
        "squadrons": Domain(
            lambda it: range(_ready(it, it.place), 0, -1), lambda it, number: number, _refuse_more
        )
    },
    does=lambda it, order: it.tell(
        FleetPickedUp, "14.21.a", place=it.place, squadrons=order.squadrons
    ),
    line="pick up {squadrons:number} squadrons",
    says=lambda it, order: say_many(
        "Take a squadron along", "Take %(count)s squadrons along", order.squadrons
    ),
)


def _go(it: Cruising, order: DeployFleetTo) -> None:
    if not it.cruise.free:
        left = spend_one(it, it.frame.maneuvers, PRODUCTION, "14.21.c")
        it.tell(FleetStepPaid, "14.21.c", maneuvers=left)
    it.tell(FleetDeployed, "14.21.a", start=it.place, place=order.to)


DEPLOY_FLEET_TO = DeclaredVerb(
    DeployFleetTo,
    CRUISER,
    "14.21.a",
    unable=Cruising.refuse_cost,
    fields={"to": Domain(Cruising.ways, refusal=Cruising.refuse_way, points="target")},
    does=_go,
    irreversible=Irreversible.NEVER,
    line="cruise to {to:place}",
    says=say("Sail to %(to)s"),
    price=lambda it, order: None if it.cruise.free else in_maneuvers(1),
)

END = DeclaredVerb(
    EndFleetDeployment,
    CRUISER,
    "14.21.a",
    does=lambda it, order: it.tell(FleetDeploymentEnded, "14.21.a", place=it.place),
    line="end cruise",
    says=say("Sail no farther"),
)


# -- a convoy --------------------------------------------------------------------------------------


def _refuse_convoy(it: Reinforcing) -> Refusal | None:
    if it.frame.deployed:
        detail = "A convoy is the free deployment of a nation, and that has been made."
        return refuse("NO_MORE_DEPLOYMENTS", "14.21.a", detail)
    return convoys.refuse_nothing(it)


DEPLOY_CONVOY = DeclaredVerb(
    DeployConvoy,
    OWNER,
    "14.21.a",
    unable=_refuse_convoy,
    does=lambda it, order: convoys.begin(
        it, convoys.MOST, convoys.MOST, free=True, reach=reach(it)
    ),
    irreversible=Irreversible.NEVER,
    line="deploy a convoy",
    says=say("Deploy a convoy"),
)

VERBS = (DEPLOY_FLEET, PICK_UP_SQUADRONS, DEPLOY_FLEET_TO, END, DEPLOY_CONVOY)


def _asks(table: Wars) -> list[Decision]:
    cruise = top(table.state, FleetDeployment)
    text = say("Where does the fleet in %(place)s go?", place=cruise.at)
    return [table.question(commander(table.state, cruise.nation), "cruise", "14.21.a", text)]


STEPS = Part[Wars](
    "fleet deployment",
    on_top(FleetDeployment),
    (Step("cruise", lambda table: True, only_asks, _asks),),
)
"""A fleet is deployed between two turns."""
