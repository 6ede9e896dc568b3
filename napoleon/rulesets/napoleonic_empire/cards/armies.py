"""Armies that cards give, and where their owner places them [E-25, E-26]."""

from __future__ import annotations

from collections.abc import Iterator

from napoleon.rules.orders import Refusal
from napoleon.rules.terms import Decision
from napoleon.rulesets.napoleonic_empire.events.cards import CardWithoutEffect
from napoleon.rulesets.napoleonic_empire.events.reinforcement import (
    ArmiesDue,
    CardArmiesPlaced,
    PlacementCutShort,
    RebelsPlaced,
)
from napoleon.rulesets.napoleonic_empire.orders import PlaceCardArmies
from napoleon.rulesets.napoleonic_empire.packs.pack import Card
from napoleon.rulesets.napoleonic_empire.sides import counted
from napoleon.rulesets.napoleonic_empire.state import BY_CONTROL, Due
from napoleon.rulesets.napoleonic_empire.table import Table, refuse


def give_armies(table: Table, card: Card) -> None:
    """Armies for countries that the side controls and may receive from [E-25, E-56]."""
    board, state = table.data.board, table.state
    countries = [
        it
        for it in board.countries
        if state.controls(card.side, it) and board.receives(card.side, it)
    ]
    _give(table, card, countries, together=False)


def give_rebels(table: Table, card: Card) -> None:
    """Rebels for one country of the nationalists, no matter what armies are there [E-26]."""
    board = table.data.board
    named = [country for place in card.places for country in board.meant_by(place)]
    _give(table, card, named, together=True)


def _give(table: Table, card: Card, countries: list[str], *, together: bool) -> None:
    """As many armies as the pool has, where their owner says [COMP.2]."""
    side, pool = card.side, table.state.pool(card.side)
    if not countries:
        reason = "no country can receive them"
        table.record(CardWithoutEffect(card.id, reason), card.clause, "E-25")
        return
    if pool < card.amount:
        table.record(PlacementCutShort(side, card.amount, pool), card.clause, "COMP.2")
    if pool > 0:
        number = min(card.amount, pool)
        due = ArmiesDue(side, number, tuple(countries), card.id, together)
        table.record(due, card.clause, "E-26" if together else "E-25")


def due(table: Table) -> bool:
    """Whether armies that a card gives wait for their place."""
    return any(it.source != BY_CONTROL for it in table.state.due)


def waiting(table: Table) -> Due:
    """The armies of a card that are placed next."""
    return next(it for it in table.state.due if it.source != BY_CONTROL)


def place_all(table: Table) -> None:
    """They go to the only country where they can go."""
    it = waiting(table)
    _place(table, it, it.countries[0], it.armies)


def asks(table: Table) -> list[Decision]:
    """Their owner chooses, if there is a choice."""
    it = waiting(table)
    if len(it.countries) == 1:
        return []
    text = f"Place {counted(it.armies)}: {table.data.pack.cards[it.source].name}."
    clause = "E-26" if it.together else "E-25"
    return [table.question(it.side, "place_card_armies", clause, text)]


def legal_orders(table: Table, decision: Decision) -> Iterator[PlaceCardArmies]:
    """Every country with every number that may go there."""
    it = waiting(table)
    for country in it.countries:
        for armies in range(it.armies if it.together else 1, it.armies + 1):
            yield PlaceCardArmies(country, armies)


def refuse_placing(table: Table, decision: Decision, order: PlaceCardArmies) -> Refusal | None:
    """Refuse other countries, and more armies than there are."""
    it = waiting(table)
    clause = "E-26" if it.together else "E-25"
    if order.country not in it.countries:
        detail = "The armies of this card cannot be placed there."
        return refuse("WRONG_COUNTRY", clause, detail, countries=it.countries)
    if order.armies > it.armies:
        detail = f"There are only {it.armies} to be placed."
        return refuse("EXCEEDS_POOL", clause, detail, armies=it.armies)
    if order.armies < (it.armies if it.together else 1):
        detail = f"All {it.armies} go to the same country."
        return refuse("WRONG_NUMBER", clause, detail, armies=it.armies)
    return None


def place(table: Table, decision: Decision, order: PlaceCardArmies) -> None:
    """They stand there."""
    _place(table, waiting(table), order.country, order.armies)


def _place(table: Table, it: Due, country: str, armies: int) -> None:
    card = table.data.pack.cards[it.source]
    if it.together:
        table.record(RebelsPlaced(country, armies, it.source), card.clause, "E-26", "NAT.2")
    else:
        placed = CardArmiesPlaced(it.side, country, armies, it.source)
        table.record(placed, card.clause, "E-25")
