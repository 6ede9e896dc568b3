"""Armies that cards give, and where their owner places them [E-25, E-26]."""

from __future__ import annotations

from napoleon.rules.kit.declaring import Actor, DeclaredVerb, Domain
from napoleon.rules.kit.scenes import Scene
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
from napoleon.rulesets.napoleonic_empire.reinforcement import place_armies
from napoleon.rulesets.napoleonic_empire.sides import counted
from napoleon.rulesets.napoleonic_empire.state import BY_CONTROL, Due
from napoleon.rulesets.napoleonic_empire.table import Table, refuse
from napoleon.rulesets.napoleonic_empire.turns import REINFORCEMENT


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
    named = table.data.board.meant_by(card.places)
    _give(table, card, list(named), together=True)


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


class OfCard(Scene[Table]):
    """The armies of a card that are placed next."""

    def __init__(self, table: Table, side: str) -> None:
        super().__init__(table, side)
        self.due = waiting(table)
        self.clause = "E-26" if self.due.together else "E-25"


def _refuse_country(it: OfCard, country: str) -> Refusal | None:
    if country in it.due.countries:
        return None
    detail = "The armies of this card cannot be placed there."
    return refuse("WRONG_COUNTRY", it.clause, detail, countries=it.due.countries)


def _refuse_armies(it: OfCard, armies: int) -> Refusal | None:
    """Refuse more than there are, and a part of rebels, who rise together."""
    due = it.due.armies
    if armies > due:
        return refuse("EXCEEDS_POOL", it.clause, f"There are only {due} to be placed.", armies=due)
    if armies < (due if it.due.together else 1):
        return refuse("WRONG_NUMBER", it.clause, f"All {due} go to the same country.", armies=due)
    return None


OF_CARD: Actor[Table, OfCard] = Actor(
    ("place_card_armies",),
    REINFORCEMENT,
    lambda table, decision, _: OfCard(table, decision.seat),
)

PLACE_CARD_ARMIES = DeclaredVerb(
    PlaceCardArmies,
    OF_CARD,
    "E-25",
    fields={
        "country": Domain(lambda it: it.due.countries, refusal=_refuse_country),
        "armies": Domain(lambda it: range(1, it.due.armies + 1), refusal=_refuse_armies),
    },
    does=lambda it, order: _place(it.table, it.due, order.country, order.armies),
    line="place {armies:armies} in {country:country}",
    says=place_armies,
)


def _place(table: Table, it: Due, country: str, armies: int) -> None:
    card = table.data.pack.cards[it.source]
    if it.together:
        table.record(RebelsPlaced(country, armies, it.source), card.clause, "E-26", "NAT.2")
    else:
        placed = CardArmiesPlaced(it.side, country, armies, it.source)
        table.record(placed, card.clause, "E-25")
