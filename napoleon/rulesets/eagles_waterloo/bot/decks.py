"""Making decks: strong units and a few generals; armies of the campaign in halves [2, 15, 16]."""

from __future__ import annotations

from collections import Counter

from napoleon.rules.orders import Order
from napoleon.rulesets.eagles_waterloo.bot.power import VALUES
from napoleon.rulesets.eagles_waterloo.bot.seen import Seen
from napoleon.rulesets.eagles_waterloo.orders import AddCard, AssignCard, FinishDeck
from napoleon.rulesets.eagles_waterloo.views.cards import FaceView
from napoleon.rulesets.eagles_waterloo.views.hand import DraftView

GENERALS = 2
"""Generals that a deck wants; more of them get in each other's way [12.0]."""
OTHERS = 2
"""Terrain cards, and specials, that it wants of each."""
NEVER = -1.0


def worth(seen: Seen, order: Order) -> float:
    """What an order is worth while decks are made; who has nothing to add ends them."""
    match order:
        case FinishDeck():
            return 0.0
        case AddCard(card):
            return _adding(seen, card)
        case AssignCard(card, battle):
            return _assigning(seen, card, battle)
    return NEVER


def _adding(seen: Seen, card: str) -> float:
    draft, face = _draft_with(seen, card)
    there = Counter(it.face.kind for it in draft.pool for _ in range(draft.cards.count(it.id)))
    value = _value(face)
    if face.kind == "general" and there["general"] >= GENERALS:
        value /= 10
    if face.kind in ("terrain", "special") and there[face.kind] >= OTHERS:
        value /= 10
    return 0.1 + value / (1 + face.bp / 20)


def _draft_with(seen: Seen, card: str) -> tuple[DraftView, FaceView]:
    return next((it, that.face) for it in seen.decks for that in it.pool if that.id == card)


def _value(face: FaceView) -> float:
    """What a card is worth in a deck."""
    match face.kind:
        case "general":
            return 10.0 + (face.attack or 0) + (face.defence or 0)
        case "terrain" | "special":
            return 1.0
    best = max(face.fire or 0, face.shock or 0, face.fire_short or 0, face.fire_long or 0)
    return (face.cv or 0) * best / 3 * (1 + VALUES.get(face.morale or "", 2) / 4)


def _assigning(seen: Seen, card: str, battle: str) -> float:
    """To where the army has less; even halves end it."""
    here = next(it for it in seen.decks if any(that.id == card for that in it.pool))
    there = next(it for it in seen.decks if it.battle == battle and it.nation == here.nation)
    short = _strength(here) - _strength(there)
    value = next(_value(it.face) for it in here.pool if it.id == card)
    return 1.0 + value if short > 2 * value else NEVER


def _strength(draft: DraftView) -> float:
    return sum(_value(it.face) for it in draft.pool)
