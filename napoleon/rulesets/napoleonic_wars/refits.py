"""7.7.c Refits: a regrouped or newly built squadron is made ready to sail [14.2.c, R-125].

A maneuver pays for it, in an impulse or between two turns.
"""

from __future__ import annotations

from napoleon.rules.kit.declaring import Actor, DeclaredVerb, Domain
from napoleon.rules.kit.table import refuse
from napoleon.rules.orders import Refusal
from napoleon.rules.wording import say
from napoleon.rulesets.napoleonic_wars.capital import Reinforcing
from napoleon.rulesets.napoleonic_wars.events.interphase import SquadronRefitted
from napoleon.rulesets.napoleonic_wars.frames.impulses import Impulse, Reinforcement
from napoleon.rulesets.napoleonic_wars.impulses import ACT
from napoleon.rulesets.napoleonic_wars.maneuvers import in_maneuvers, spend_one
from napoleon.rulesets.napoleonic_wars.orders.between_turns import Refit
from napoleon.rulesets.napoleonic_wars.pools import PRODUCTION, SEA, refuse_cost
from napoleon.rulesets.napoleonic_wars.production import REINFORCE, producing
from napoleon.rulesets.napoleonic_wars.scene import Acting
from napoleon.rulesets.napoleonic_wars.table import Wars

REFITTER: Actor[Wars, Acting] = Actor((ACT, REINFORCE), "", producing)
"""The nation that spends CP: in its impulse, or between two turns."""


def _frame(it: Acting) -> Impulse | Reinforcement:
    """What keeps the maneuvers that are left of a CP."""
    return it.frame if isinstance(it, Reinforcing) else it.impulse


def _use(it: Acting) -> str:
    return PRODUCTION if isinstance(it, Reinforcing) else SEA


def _refitting(it: Acting) -> list[str]:
    fleets = it.state.squadrons
    return [fleet.at for fleet in fleets if fleet.nation == it.nation and fleet.refit]


def _refuse_port(it: Acting, port: str) -> Refusal | None:
    if port in _refitting(it):
        return None
    detail = "No squadron of the nation waits there to be refitted."
    return refuse("NO_REFIT", "7.7.c", detail, port=port)


def _refuse_refit(it: Acting, order: Refit) -> Refusal | None:
    return None if _frame(it).maneuvers else refuse_cost(it, _use(it), 1, "13.a")


def _refit(it: Acting, order: Refit) -> None:
    left = spend_one(it, _frame(it).maneuvers, _use(it), "13.a")
    it.tell(SquadronRefitted, "7.7.c", port=order.port, maneuvers=left)


REFIT = DeclaredVerb(
    Refit,
    REFITTER,
    "7.7.c",
    fields={"port": Domain(_refitting, refusal=_refuse_port, points="target")},
    refuses=_refuse_refit,
    does=_refit,
    line="refit in {port:place}",
    says=say("Refit a squadron in %(port)s"),
    price=in_maneuvers(1),
)

VERBS = (REFIT,)
