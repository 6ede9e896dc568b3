"""The historical deck: dated cards join it as the rounds pass [OPT2]."""

from __future__ import annotations

from napoleon.rulesets.napoleonic_empire.events.cards import EventCardAdded
from napoleon.rulesets.napoleonic_empire.packs.pack import DatedCard
from napoleon.rulesets.napoleonic_empire.table import Table

OFF, BY_YEAR, EACH_ROUND = "off", "by_year", "each_round"
MODES = (OFF, BY_YEAR, EACH_ROUND)
"""No dates; a card in the round of its year; one card each round [E-39, E-40]."""


def dated(table: Table) -> list[str]:
    """The cards that are not in the deck at the start, in the order in which they join."""
    if table.state.options["historical_deck"] == OFF:
        return []
    return [it.card for it in table.data.pack.deck_order]


def round_of(table: Table, card: DatedCard) -> int:
    """The round at whose start a card joins the deck [E-39, E-40]."""
    by_year = table.state.options["historical_deck"] == BY_YEAR
    return card.round_by_year if by_year else card.round_each


def add_cards(table: Table) -> None:
    """At the start of a round its cards are shuffled into the deck [E-41]."""
    state = table.state
    clause = "E-39" if state.options["historical_deck"] == BY_YEAR else "E-40"
    for card in table.data.pack.deck_order:
        if card.card in state.dated and round_of(table, card) <= state.round:
            table.record(EventCardAdded(card.card, state.round), "E-41", clause)
