"""TERM.16, CARDS, DICE.4 Decks as bags: drawing, flipping, discarding, shuffling."""

from __future__ import annotations

from collections.abc import Iterable

from napoleon.rulesets.napoleon1815.events.cards import (
    CardDiscarded,
    CardDrawn,
    CardFlipped,
    DeckShuffled,
    FlippedCardsDiscarded,
)
from napoleon.rulesets.napoleon1815.table import Table


def draw_to_hand(table: Table, player: str, clause: str = "DRAW.1") -> None:
    """`player` draws a card because of `clause`, or none if deck and discards are empty."""
    side = table.side_of_player(player)
    _reshuffle_if_empty(table, side)
    deck = table.state.decks[side]
    if deck:
        card, draw = table.draw(deck, f"{player} draw")
        table.record(CardDrawn(player, side, card, len(deck) - 1, draw), clause)


def flip(
    table: Table, side: str, purpose: str, *clauses: str, player: str | None = None
) -> CardFlipped:
    """`side`, or a `player` of it, flips a card of its deck [TERM.16].

    In mid-step an empty deck is made again from the discards; without any cards the flip counts 0
    and shows nothing [RULING.16].
    """
    player = player or table.player_of(side)
    _reshuffle_if_empty(table, side)
    deck = table.state.decks[side]
    if deck:
        number, draw = table.draw(deck, f"{player} flip {purpose}")
        card = table.pack.cards[number]
        flipped = CardFlipped(
            player, side, number, card.value, card.losses, card.fatigue, purpose, draw
        )
    else:
        flipped = CardFlipped(player, side, None, 0, 0, 0, purpose)
    table.record(flipped, *clauses)
    return flipped


def end_of_step(table: Table, sides: Iterable[str], *clauses: str) -> None:
    """The cards that lie open are discarded, and a deck that has run out is made again.

    [CARDS.5, CARDS.8, RULING.16]
    """
    for side in sides:
        lying = table.state.open_cards.get(side)
        if lying:
            table.record(FlippedCardsDiscarded(side, tuple(lying)), "CARDS.5", *clauses)
        _reshuffle_if_empty(table, side)


def discard(
    table: Table, player: str, card: int, reason: str, *clauses: str, draw: int | None = None
) -> None:
    """A card goes to its owner's discard pile [CARDS.5]; `draw` numbers a random choice."""
    side = table.pack.cards[card].side
    table.record(CardDiscarded(player, side, card, reason, draw), "CARDS.5", *clauses, by=player)


def _reshuffle_if_empty(table: Table, side: str) -> None:
    state = table.state
    if not state.decks[side] and state.discards[side]:
        size = len(state.discards[side])
        table.record(DeckShuffled(side, size, "exhausted"), "CARDS.8", "RULING.16")
