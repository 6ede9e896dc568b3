"""Nationalist activity in the Allied Reinforcement phase [NAT.1, NAT.2]."""

from __future__ import annotations

from collections.abc import Iterator

from napoleon.rules.orders import Refusal
from napoleon.rules.terms import Decision
from napoleon.rulesets.napoleonic_empire.events.reinforcement import RebelsDeclined, RebelsPlaced
from napoleon.rulesets.napoleonic_empire.orders import DeclineRebels, PlaceRebels
from napoleon.rulesets.napoleonic_empire.sides import ALLIED
from napoleon.rulesets.napoleonic_empire.table import Table, refuse
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


def legal_orders(table: Table, decision: Decision) -> Iterator[PlaceRebels]:
    """Every country of the nationalists, even if the French occupy it."""
    yield from map(PlaceRebels, table.data.board.nationalist)


def refuse_rebels(table: Table, decision: Decision, order: PlaceRebels) -> Refusal | None:
    """Refuse other countries."""
    countries = table.data.board.nationalist
    if order.country in countries:
        return None
    detail = "No nationalists rise there."
    return refuse("WRONG_COUNTRY", "NAT.1", detail, countries=list(countries))


def place(table: Table, decision: Decision, order: PlaceRebels) -> None:
    """Two rebel armies, or the last one of the pool [NAT.1, E-21]."""
    armies = min(REBELS, table.state.pool(ALLIED))
    table.record(RebelsPlaced(order.country, armies, "NAT.1"), "NAT.1", "NAT.2", "E-21")


def decline_offers(table: Table, decision: Decision) -> Iterator[DeclineRebels]:
    """Nobody has to raise rebels [E-21]."""
    yield DeclineRebels()


def decline(table: Table, decision: Decision, order: DeclineRebels) -> None:
    """It is not asked again in this phase."""
    table.record(RebelsDeclined(), "NAT.1", "E-21")


def explain_misplaced(table: Table, seat: str, order: object) -> Refusal | None:
    """Rebels rise in the Allied turn only, and once in it."""
    state = table.state
    if state.active != ALLIED and state.phase == REINFORCEMENT:
        detail = "Rebels rise in the Allied Reinforcement phase only."
        return refuse("WRONG_PHASE", "E-21", detail, active=state.active)
    if seat == ALLIED == state.active and state.nationalists_asked:
        return refuse("ALREADY_USED", "E-21", "Rebels rise once in a phase.")
    return None
