"""9 Movement by land: a force goes from space to space, and halts [R-76]."""

from __future__ import annotations

from napoleon.rules.events import total
from napoleon.rules.kit.declaring import DeclaredVerb, Domain
from napoleon.rules.kit.frames import inmost, on_top, within
from napoleon.rules.kit.sequence import Part, Step, only_asks
from napoleon.rules.kit.table import refuse
from napoleon.rules.orders import Refusal
from napoleon.rules.terms import Decision
from napoleon.rules.wording import say
from napoleon.rulesets.napoleonic_wars import convoys, encounters
from napoleon.rulesets.napoleonic_wars.events.convoys import LandingOver
from napoleon.rulesets.napoleonic_wars.events.marches import ForceMoved, MarchEnded
from napoleon.rulesets.napoleonic_wars.events.war import PrussiaRoused
from napoleon.rulesets.napoleonic_wars.frames.forces import March
from napoleon.rulesets.napoleonic_wars.gathering import (
    GATHER,
    GATHER_PIECE,
    JOIN,
    LEAVE_LEADER,
    TAKE,
    TAKE_LEADER,
)
from napoleon.rulesets.napoleonic_wars.invasions import rouses_prussia
from napoleon.rulesets.napoleonic_wars.marching import (
    MARCH,
    Marching,
    refuse_entry,
    refuse_moving,
    refuse_way,
)
from napoleon.rulesets.napoleonic_wars.nations import commander
from napoleon.rulesets.napoleonic_wars.orders.marches import Go, Halt
from napoleon.rulesets.napoleonic_wars.pools import LAND, in_cp, pay, pools
from napoleon.rulesets.napoleonic_wars.spaces import ENEMY, NEUTRAL, hostile_in, is_shut, nations_of
from napoleon.rulesets.napoleonic_wars.table import Wars


def next_spaces(it: Marching) -> list[str]:
    """The spaces to which a connection leads."""
    return [link.other(it.space) for link in it.pack.links[it.space]]


def refuse_step(it: Marching, to: str) -> Refusal | None:
    """Why it cannot enter a space, CP aside [9.3, 9.5, 12.4]."""
    if refusal := refuse_way(it, to):
        return refusal
    if is_shut(it.state, it.pack, to, it.nation):
        detail = "The capital of a conquered neutral is entered by nobody."
        return refuse("CAPITAL_SHUT", "15.21.c", detail, to=to)
    if it.status(to) == NEUTRAL:
        detail = "That duchy belongs to a neutral: invade a minor, or declare war on a power."
        return refuse("NEUTRAL_GROUND", "9.54.a", detail, to=to)
    return refuse_entry(it, to)


def _go(it: Marching, order: Go) -> None:
    it.goal = order.to
    trait = it.trait
    rouses = rouses_prussia(it.state, it.pack, order.to, it.nation)
    pay(it, LAND, it.cost, "9.1.a")
    if rouses:
        it.table.record(PrussiaRoused(), "8.5.a")
    enter(it, order.to, trait)


def enter(it: Marching, to: str, trait: str) -> None:
    """It goes where it has paid for: it may be met there, suffer, and find enemies [R-77]."""
    causes, hostile = it.causes(to, trait), hostile_in(it.state, to, it.nation)
    waiting = [] if trait == "unseen" else encounters.interceptors(it.table, it.nation, to)
    standing = encounters.seats_standing(it.table, it.nation, hostile)
    link = it.pack.link(it.space, to)
    assault = link is not None and link.kind == "strait" and it.status(to) == ENEMY
    it.tell(
        ForceMoved,
        "9.1.a",
        *causes,
        start=it.space,
        space=to,
        waiting=tuple(waiting),
        standing=tuple(standing),
        causes=causes,
        meets=bool(waiting or hostile or causes),
    )
    if assault and it.pack.spaces[to].ports:
        convoys.fire_at_landing(it, to)


GO = DeclaredVerb(
    Go,
    MARCH,
    "9.1.a",
    fields={"to": Domain(next_spaces, refusal=refuse_step, points="target")},
    unable=refuse_moving,
    does=_go,
    line="go to {to:space}",
    says=say("March to %(to)s"),
    price=lambda it, order: in_cp(total(it.cost)),
)

HALT = DeclaredVerb(
    Halt,
    MARCH,
    "9.1.e",
    does=lambda it, order: it.tell(MarchEnded, "9.1.e"),
    line="halt",
    says=say("Halt"),
)

VERBS = (GATHER, GATHER_PIECE, GO, TAKE, JOIN, TAKE_LEADER, LEAVE_LEADER, HALT)


def _asks(table: Wars) -> list[Decision]:
    march = within(table.state, March)
    seat = commander(table.state, march.nation)
    left = sum(pool.cp for pool in pools(Marching(table, seat, march), LAND))
    strength = sum(lot.sp for lot in march.force.lots)
    if march.armies:
        text = say(
            "Where does the force of %(leaders)s go? It has %(sp)s SP in %(space)s; "
            "%(cp)s CP are left.",
            leaders=tuple(march.armies), sp=strength, space=march.at, cp=left,
        )  # fmt: skip
    else:
        text = say(
            "Where do the %(sp)s SP in %(space)s go? %(cp)s CP are left.",
            sp=strength, space=march.at, cp=left,
        )  # fmt: skip
    return [table.question(seat, "march", "9.1.a", text)]


def _is_gone(table: Wars) -> bool:
    return not within(table.state, March).force.units


def _end(table: Wars) -> None:
    march = within(table.state, March)
    table.record(MarchEnded(march.nation, march.at), "9.1.e")


def _has_landed(table: Wars) -> bool:
    march = inmost(table.state, March)
    return march is not None and bool(march.zones)


def _end_landing(table: Wars) -> None:
    march = within(table.state, March)
    nations = tuple(nations_of(table.state, march.force))
    table.record(LandingOver(march.nation, march.at, nations), "13.6.a")


STEPS = Part[Wars](
    "march",
    on_top(March),
    (
        Step("landing", _has_landed, _end_landing),
        Step("nothing marches", _is_gone, _end),
        Step("march", lambda table: True, only_asks, _asks),
    ),
)
"""A force on the march."""
