"""Correcting cards: whether they are in the deck, a hand or the discards [E-55]."""

from __future__ import annotations

from napoleon.rules.orders import Refusal
from napoleon.rulesets.napoleonic_empire.corrections.checks import nothing_to_correct
from napoleon.rulesets.napoleonic_empire.corrections.kinds import PlaceCard
from napoleon.rulesets.napoleonic_empire.drawing import HAND_LIMIT
from napoleon.rulesets.napoleonic_empire.events.corrections import (
    FACE_DOWN,
    FACE_UP,
    PILES,
    CardCorrected,
    OpenCardCorrected,
    discarded,
    place_of,
)
from napoleon.rulesets.napoleonic_empire.sides import NAMES
from napoleon.rulesets.napoleonic_empire.table import Table, refuse
from napoleon.rulesets.napoleonic_empire.turns import DRAW


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
        return nothing_to_correct(card=card, to=target)
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
