"""8.33.b, 9.54 A force enters a duchy of a neutral minor, by land or sea, and is at war with it.

The CP are paid; then the victim goes into a Pact or gets a caretaker; then it is entered [R-77].
"""

from __future__ import annotations

from napoleon.rules.events import total
from napoleon.rules.kit.declaring import DeclaredVerb, Domain
from napoleon.rules.kit.frames import on_top, top
from napoleon.rules.kit.sequence import Part, Step
from napoleon.rules.orders import Refusal
from napoleon.rules.wording import Phrase, say
from napoleon.rulesets.napoleonic_wars.convoys import (
    LOADER,
    Loading,
    land,
    pay_way,
    refuse_sailing,
    way_price,
)
from napoleon.rulesets.napoleonic_wars.events.convoys import ConvoyCalledOff
from napoleon.rulesets.napoleonic_wars.events.war import InvasionBegan
from napoleon.rulesets.napoleonic_wars.frames.forces import Convoy, March
from napoleon.rulesets.napoleonic_wars.invasions import is_of_neutral, refuse_invasion, what_follows
from napoleon.rulesets.napoleonic_wars.marches import enter
from napoleon.rulesets.napoleonic_wars.marching import (
    MARCH,
    Marching,
    refuse_entry,
    refuse_moving,
    refuse_way,
)
from napoleon.rulesets.napoleonic_wars.nations import commander
from napoleon.rulesets.napoleonic_wars.orders.at_sea import InvadeBySea
from napoleon.rulesets.napoleonic_wars.orders.marches import Invade
from napoleon.rulesets.napoleonic_wars.pacts import attacked
from napoleon.rulesets.napoleonic_wars.pools import LAND, in_cp, pay
from napoleon.rulesets.napoleonic_wars.scene import Acting
from napoleon.rulesets.napoleonic_wars.sea_routes import refuse_beach
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


def _victim(it: Acting, order: Invade | InvadeBySea) -> str:
    return controller(it.state, it.pack, order.to)


def _says(it: Acting, order: Invade | InvadeBySea) -> Phrase:
    return say("Invade %(to)s: %(nation)s is at war with you", nation=_victim(it, order))


def _follows(it: Acting, order: Invade | InvadeBySea) -> tuple[Phrase, ...]:
    return (what_follows(it.table, _victim(it, order), it.nation),)


def _attack(it: Acting, to: str, trait: str = "", zones: tuple[str, ...] = ()) -> None:
    """What has been paid for is entered once it is known who commands the victim."""
    victim = controller(it.state, it.pack, to)
    clauses = ("9.54.b", "8.33.b", *(["R-186"] if zones else []))
    it.tell(InvasionBegan, *clauses, victim=victim, space=to, trait=trait, zones=zones)
    attacked(it.table, victim, it.nation)


def _invade(it: Marching, order: Invade) -> None:
    it.goal = order.to
    trait = it.trait
    pay(it, LAND, it.cost, "9.1.a")
    _attack(it, order.to, trait)


INVADE = DeclaredVerb(
    Invade,
    MARCH,
    "9.54.b",
    fields={"to": Domain(_neutral_ground, refusal=_refuse_invading, points="target")},
    unable=refuse_moving,
    does=_invade,
    ordinary=False,
    line="invade {to:space}",
    says=_says,
    follows=_follows,
    price=lambda it, order: in_cp(total(it.cost)),
)

# -- by sea [R-186] --------------------------------------------------------------------------------


INVADE_BY_SEA = DeclaredVerb(
    InvadeBySea,
    LOADER,
    "R-186",
    fields={
        "to": Domain(
            lambda it: [*it.beaches],
            refusal=lambda it, to: refuse_sailing(it, to, it.beaches, refuse_beach),
            points="target",
        )
    },
    does=lambda it, order: _attack(it, order.to, zones=pay_way(it, it.beaches[order.to])),
    ordinary=False,
    line="invade {to:space} by sea",
    says=_says,
    follows=_follows,
    price=lambda it, order: way_price(it, it.beaches[order.to]),
)

VERBS = (INVADE, INVADE_BY_SEA)


def _is_bound(table: Wars) -> bool:
    march = top(table.state, March)
    return bool(march.bound and march.force.units)


def _enter(table: Wars) -> None:
    march = top(table.state, March)
    it = Marching(table, commander(table.state, march.nation), march)
    it.goal = march.bound
    enter(it, march.bound, march.trait)


def _is_bound_by_sea(table: Wars) -> bool:
    return bool(top(table.state, Convoy).bound)


def _land(table: Wars) -> None:
    """It lands; if a battle in its port has left nothing of it, nobody does."""
    it = Loading(table, commander(table.state, top(table.state, Convoy).nation))
    if it.force.units:
        land(it, it.convoy.bound, it.convoy.zones)
    else:
        it.tell(ConvoyCalledOff, "13.6.a")


STEPS = (
    Part[Wars]("invasion", on_top(March), (Step("enters", _is_bound, _enter),)),
    Part[Wars]("invasion by sea", on_top(Convoy), (Step("lands", _is_bound_by_sea, _land),)),
)
"""What was invaded is entered, once it is known who commands it."""
