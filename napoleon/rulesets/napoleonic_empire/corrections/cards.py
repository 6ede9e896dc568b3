"""Correcting cards: whether they are in the deck, a hand or the discards [E-55]."""

from __future__ import annotations

from typing import Annotated

from napoleon.rules.corrections import Correction
from napoleon.rules.events import HIDDEN, Event, recorded
from napoleon.rules.kit.correcting import nothing_to_correct
from napoleon.rules.orders import Refusal
from napoleon.rulesets.napoleonic_empire.corrections.checks import (
    DECK,
    FACE_DOWN,
    FACE_UP,
    PILES,
    discarded,
    place_of,
)
from napoleon.rulesets.napoleonic_empire.drawing import HAND_LIMIT
from napoleon.rulesets.napoleonic_empire.sides import NAMES
from napoleon.rulesets.napoleonic_empire.state import Discarded, State
from napoleon.rulesets.napoleonic_empire.table import Table, refuse
from napoleon.rulesets.napoleonic_empire.turns import DRAW


class PlaceCard(Correction, frozen=True, tag="place_card"):
    """Move a card from the deck, a hand or the discards to another of these."""

    card: str
    to: str
    """``deck``, the seat whose hand it is, ``face_up`` for the discards, or ``face_down``: so a
    card is discarded out of a hand as one beyond the limit is."""


@recorded(
    "napoleonic_empire.card_corrected/1",
    "Correction: {card:named} went from {source:the} to {target:the}.",
    veiled="Correction: a card went from {source:the} to {target:the}.",
    owner="readers",
    reveals=True,
)
class CardCorrected(Event, frozen=True):
    """A card that lay hidden is put where it lies hidden; past and new holders see which."""

    card: Annotated[str, HIDDEN]
    source: str
    """``deck``, ``face_down`` for the discards, or the seat whose hand it is; so is `target`."""
    target: str
    reason: str
    readers: tuple[str, ...]
    """The seats who know the card: those whose hands are meant, and the one that discarded it."""

    def apply(self, state: State) -> None:
        """It is in one place, like every card."""
        move_card(state, self.card, self.source, self.target)


@recorded(
    "napoleonic_empire.open_card_corrected/1",
    "Correction: {card:named} went from {source:the} to {target:the}.",
    reveals=True,
)
class OpenCardCorrected(Event, frozen=True):
    """A card that lies face up among the discards is put elsewhere, or the other way round.

    Everybody sees it lie there [CARD.1].
    """

    card: str
    source: str
    """``face_up`` for the discards, ``deck``, ``face_down`` or a seat; so is `target`."""
    target: str
    reason: str

    def apply(self, state: State) -> None:
        """It is in one place, like every card."""
        move_card(state, self.card, self.source, self.target)


def move_card(state: State, card: str, source: str, target: str) -> None:
    """Put a card from one place into another; deck and hands are kept in alphabetical order."""
    if source == DECK:
        state.deck.remove(card)
    elif source in PILES:
        state.discards = [it for it in state.discards if it.card != card]
    else:
        state.hands[source].remove(card)
    if target == DECK:
        state.deck = sorted([*state.deck, card])
    elif target == FACE_UP:
        state.discards.append(Discarded(card))
    elif target == FACE_DOWN:
        state.discards.append(Discarded(card, source))
    else:
        state.hands[target] = sorted([*state.hands[target], card])


def place(table: Table, wanted: PlaceCard, reason: str) -> Refusal | None:
    """A card goes to the deck, to the discards, or to a hand; its effects stay [CARD.1, DRAW.3]."""
    card, target, seats = wanted.card, wanted.to, table.state.seats
    if card not in table.data.pack.cards:
        return refuse("UNKNOWN_CARD", "COMP.4", f"There is no card {card}.", card=card)
    if target not in (*PILES, *seats):
        detail = "A card goes to the deck, to the discards, or to the hand of a seat."
        return refuse("BAD_PAYLOAD", "COMP.4", detail, to=target, places=[*PILES, *seats])
    source = place_of(table.state, card)
    if source == target:
        return nothing_to_correct("E-55", card=card, to=target)
    refusal = _refuse_taking(table, card, source, target)
    if refusal is not None:
        return refusal
    if FACE_UP in (source, target):
        shown = OpenCardCorrected(card, source, target, reason)
        table.record(shown, "E-55", "CARD.1")
    else:
        readers = _readers(table, card, source, target)
        corrected = CardCorrected(card, source, target, reason, readers)
        table.record(corrected, "E-55", "COMP.4")
    return None


def _readers(table: Table, card: str, source: str, target: str) -> tuple[str, ...]:
    """The seats that see which card it is: its holders, and the one that discarded it face down."""
    lying = discarded(table.state, card)
    known = (source, target, lying.face_down_by if lying else "")
    return tuple(seat for seat in table.state.seats if seat in known)


def _refuse_taking(table: Table, card: str, source: str, target: str) -> Refusal | None:
    """Refuse a card that is not in the game yet, and one that something relies on."""
    state, battle = table.state, table.state.battle
    if not source:
        detail = f"{card} joins the deck in a later round."
        return refuse("CARD_NOT_YET", "E-41", detail, card=card)
    if target == FACE_DOWN and source in PILES:
        detail = "Only a card out of a hand is discarded face down."
        return refuse("BAD_PAYLOAD", "DRAW.3", detail, card=card, source=source)
    played = [name for name, _ in battle.cards] if battle else []
    held_to = (state.barred, state.extra_granted)
    if card in (*played, *held_to, *(due.source for due in state.due)):
        detail = f"What {card} does is being carried out; wait until it is."
        return refuse("CARD_IN_PLAY", "E-55", detail, card=card)
    if target in state.hands and not _has_room(table, target):
        detail = f"A hand has at most {HAND_LIMIT} cards, except that of the side that is drawing."
        return refuse("HAND_FULL", "DRAW.3", detail, cards=len(state.hands[target]))
    if state.excess and state.active in (source, target):
        detail = f"The {NAMES[state.active]} have cards to discard; wait until that is done."
        return refuse("NOT_NOW", "E-08", detail, card=card)
    return None


def _has_room(table: Table, side: str) -> bool:
    """Whether a hand may take one card more; the limit holds from the end of drawing on [E-08]."""
    state = table.state
    drawing = state.phase == DRAW and side == state.active
    return drawing or len(state.hands[side]) < HAND_LIMIT
