"""A force marches into a duchy of a neutral minor, which is at war with it by that [8.33.b, 9.54].

The CP are paid; then the victim goes into a Pact or gets a caretaker; then it is entered [R-77].
"""

from __future__ import annotations

from napoleon.rules.kit.declaring import DeclaredVerb, Domain
from napoleon.rules.kit.frames import on_top, top
from napoleon.rules.kit.sequence import Part, Step
from napoleon.rules.orders import Refusal
from napoleon.rules.wording import say
from napoleon.rulesets.napoleonic_wars.events.war import InvasionBegan
from napoleon.rulesets.napoleonic_wars.frames import March
from napoleon.rulesets.napoleonic_wars.invasions import (
    is_of_neutral,
    refuse_invasion,
    what_follows,
)
from napoleon.rulesets.napoleonic_wars.marches import (
    MARCH,
    Marching,
    enter,
    refuse_entry,
    refuse_moving,
    refuse_way,
)
from napoleon.rulesets.napoleonic_wars.nations import commander
from napoleon.rulesets.napoleonic_wars.orders import Invade
from napoleon.rulesets.napoleonic_wars.pacts import attacked
from napoleon.rulesets.napoleonic_wars.pools import LAND, pay
from napoleon.rulesets.napoleonic_wars.spaces import controller
from napoleon.rulesets.napoleonic_wars.table import Wars


def _neutral_ground(it: Marching) -> list[str]:
    around = (link.other(it.space) for link in it.pack.links[it.space])
    return [to for to in around if is_of_neutral(it.state, it.pack, to, it.nation)]


def _refuse_invading(it: Marching, to: str) -> Refusal | None:
    return (
        refuse_way(it, to)
        or refuse_invasion(it.state, it.pack, to, it.nation)
        or refuse_entry(it, to)
    )


def _victim(it: Marching, order: Invade) -> str:
    return controller(it.state, it.pack, order.to)


def _invade(it: Marching, order: Invade) -> None:
    it.goal = order.to
    trait, victim = it.trait, _victim(it, order)
    pay(it, LAND, it.cost, "9.1.a")
    it.tell(InvasionBegan, "9.54.b", "8.33.b", victim=victim, space=order.to, trait=trait)
    attacked(it.table, victim, it.nation)


INVADE = DeclaredVerb(
    Invade,
    MARCH,
    "9.54.b",
    fields={"to": Domain(_neutral_ground, refusal=_refuse_invading, points="target")},
    unable=refuse_moving,
    does=_invade,
    line="invade {to:space}",
    says=lambda it, order: say(
        "Invade %(to)s: %(nation)s is at war with you", nation=_victim(it, order)
    ),
    follows=lambda it, order: (what_follows(it.table, _victim(it, order), it.nation),),
)

VERBS = (INVADE,)


def _is_bound(table: Wars) -> bool:
    march = top(table.state, March)
    return bool(march.bound and march.force.units)


def _enter(table: Wars) -> None:
    march = top(table.state, March)
    it = Marching(table, commander(table.state, march.nation), march)
    it.goal = march.bound
    enter(it, march.bound, march.trait)


STEPS = Part[Wars](
    "invasion",
    on_top(March),
    (Step("enters", _is_bound, _enter),),
)
"""What was invaded is entered, once it is known who commands it."""
