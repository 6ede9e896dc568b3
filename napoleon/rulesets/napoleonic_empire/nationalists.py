"""NAT Nationalist activity in the Allied Reinforcement phase."""

from __future__ import annotations

from napoleon.rules.kit.declaring import DeclaredVerb, Domain
from napoleon.rules.orders import Refusal
from napoleon.rules.terms import Decision
from napoleon.rules.wording import say
from napoleon.rulesets.napoleonic_empire.events.reinforcement import RebelsDeclined, RebelsPlaced
from napoleon.rulesets.napoleonic_empire.orders import DeclineRebels, PlaceRebels
from napoleon.rulesets.napoleonic_empire.sides import ALLIED
from napoleon.rulesets.napoleonic_empire.table import Side, Table, refuse, the_side
from napoleon.rulesets.napoleonic_empire.turns import REINFORCEMENT

REBELS = 2
"""Rebel armies that rise, in one country [NAT.1]."""


def due(table: Table) -> bool:
    """Whether the Allied side may still raise rebels in this phase, and has armies for it."""
    state = table.state
    return (
        state.phase == REINFORCEMENT
        and state.active == ALLIED
        and not state.nationalists_asked
        and state.pool(ALLIED) > 0
    )


def asks(table: Table) -> list[Decision]:
    """The Allied side names the country, or declines [NAT.1]."""
    return [table.question(ALLIED, "place_rebels", "NAT.1", "Where do rebels rise?")]


def _refuse_country(it: Side, country: str) -> Refusal | None:
    """Rebels rise in the countries of the nationalists, even if the French occupy them."""
    countries = it.table.data.board.nationalist
    if country in countries:
        return None
    detail = "No nationalists rise there."
    return refuse("WRONG_COUNTRY", "NAT.1", detail, countries=list(countries))


def _rise(it: Side, order: PlaceRebels) -> None:
    """Two rebel armies, or the last one of the pool [NAT.1, E-21]."""
    armies = min(REBELS, it.table.state.pool(ALLIED))
    it.table.record(RebelsPlaced(order.country, armies, "NAT.1"), "NAT.1", "NAT.2", "E-21")


def _explain(table: Table, seat: str, order: object) -> Refusal | None:
    """Rebels rise in the Allied turn only, and once in it."""
    state = table.state
    if state.active != ALLIED and state.phase == REINFORCEMENT:
        detail = "Rebels rise in the Allied Reinforcement phase only."
        return refuse("WRONG_PHASE", "E-21", detail, active=state.active)
    if seat == ALLIED == state.active and state.nationalists_asked:
        return refuse("ALREADY_USED", "E-21", "Rebels rise once in a phase.")
    return None


PLACE_REBELS = DeclaredVerb(
    PlaceRebels,
    the_side("place_rebels", REINFORCEMENT),
    "NAT.1",
    fields={"country": Domain(lambda it: it.table.data.board.nationalist, refusal=_refuse_country)},
    does=_rise,
    line="rebels in {country:country}",
    says=say("Rebels rise in %(country)s"),
    follows=(say("two armies"),),
    ordinary=False,
    misplaced=_explain,
)

DECLINE_REBELS = DeclaredVerb(
    DeclineRebels,
    the_side("place_rebels", REINFORCEMENT),
    "E-21",
    does=lambda it, order: it.tell(RebelsDeclined, "NAT.1", "E-21"),
    line="no rebels",
    says=say("No rebels rise"),
    ordinary=False,
    misplaced=_explain,
)

VERBS = (PLACE_REBELS, DECLINE_REBELS)
