"""Correcting cards: which deck, hand or discard pile they are in [RULING.98]."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from napoleon.rules.corrections import Correction
from napoleon.rules.kit.table import refuse
from napoleon.rules.orders import Refusal
from napoleon.rulesets.napoleon1815.corrections.checks import (
    named_in_sealed_answer,
    nothing_to_correct,
)
from napoleon.rulesets.napoleon1815.events.corrections import (
    PILES,
    CardCorrected,
    DiscardCorrected,
    cards_in,
)
from napoleon.rulesets.napoleon1815.table import Table


class PlaceCard(Correction, frozen=True, tag="place_card"):
    """Move a card from a deck, a hand or the discards to another of these."""

    card: int
    to: str
    """``deck``, ``discards``, or the seat whose hand it is."""


def place(table: Table, wanted: PlaceCard, reason: str) -> Refusal | None:
    """A card goes to its deck or its discards, or to a hand of its side [CARDS.1, CARDS.5].

    A card that lies open or on the board stays there: what it does is being carried out.
    """
    number, target = wanted.card, wanted.to
    card = table.pack.cards.get(number)
    side = "" if card is None else card.side
    if card is None or number not in table.pack.deck(side, len(table.state.seats)):
        return refuse("UNKNOWN_CARD", "SETUP.6", f"There is no card {number}.", card=number)
    if target not in (*PILES, *table.state.seats):
        detail = "A card goes to the deck, to the discards, or to the hand of a seat."
        return refuse("BAD_PAYLOAD", "CARDS.1", detail, to=target)
    if target not in PILES and table.side_of_player(target) != side:
        detail = f"Card {number} is of the other side's deck."
        return refuse("WRONG_DECK", "SETUP.6", detail, card=number, to=target)
    if target not in PILES and card.colour == "red":
        detail = "A red card is never held: it is played the moment it is drawn."
        return refuse("RED_NOT_ALLOWED", "CARDS.3", detail, card=number)
    source = next(
        (place for place in _places(table, side) if _lies(table, side, number, place)), ""
    )
    if source == target:
        return nothing_to_correct(card=number, to=target)
    refusal = _refuse_taking(table, side, number, source)
    if refusal is not None:
        return refusal
    if target == "discards":
        corrected: CardCorrected | DiscardCorrected = DiscardCorrected(side, number, source, reason)
        table.record(corrected, "RULING.98", "CARDS.5")
    else:
        corrected = CardCorrected(side, number, source, target, reason)
        table.record(corrected, "RULING.98", "CARDS.1")
    return None


def _places(table: Table, side: str) -> Iterator[str]:
    yield from PILES
    yield from table.players_of(side)


def _lies(table: Table, side: str, card: int, place: str) -> bool:
    return card in cards_in(table.state, side, place)


def _offered(table: Table) -> Sequence[int]:
    """The cards of an offer to the partner that waits for its answer [THREE.3]."""
    swap = table.state.swap
    if isinstance(swap, tuple):
        return [swap[1]]
    return [] if swap is None else [*swap.give, *swap.take]


def _refuse_taking(table: Table, side: str, card: int, source: str) -> Refusal | None:
    """Refuse a card that something waits for, and the last one of a deck."""
    if not source:
        detail = f"Card {card} lies open or on the board, and what it does is carried out."
        return refuse("CARD_IN_PLAY", "RULING.98", detail, card=card)
    if named_in_sealed_answer(table, card) or card in _offered(table):
        detail = f"An answer that waits for others names card {card}; wait until it is carried out."
        return refuse("ANSWER_SEALED", "RULING.98", detail, card=card)
    if source == "deck" and len(table.state.decks[side]) == 1:
        detail = "It is the last card of the deck, which would be used up."
        return refuse("LAST_CARD", "CARDS.8", detail, card=card)
    return None
