"""When a card is worth playing, and which cards are worth keeping."""

from __future__ import annotations

from napoleon.rulesets.napoleonic_empire.bot.odds import chance_to_win
from napoleon.rulesets.napoleonic_empire.bot.seen import Seen
from napoleon.rulesets.napoleonic_empire.packs.pack import ANYWHERE
from napoleon.rulesets.napoleonic_empire.sides import FRENCH
from napoleon.rulesets.napoleonic_empire.views.cards import CardView

SURE = 0.95
"""Chance to win from which no more cards are played."""
HELPFUL = 0.05
"""Least that a battle card has to add to the chance."""

KEPT = {"extra_turn": 6.0, "no_move": 5.0, "rebels": 3.0, "armies": 3.0, "draw": 3.0, "value": 1.0}
"""What cards are worth in hand, except battle cards."""


def is_worth_playing(seen: Seen, card: CardView) -> bool:
    """Whether a card that may be played now should be: not if it helps the enemy [E-23]."""
    if card.effect == "battle":
        return _helps_in_battle(seen, card)
    if card.effect == "no_move":
        return card.side == seen.enemy
    if card.effect == "value":
        return seen.me == FRENCH
    return card.side == seen.me


def _helps_in_battle(seen: Seen, card: CardView) -> bool:
    if seen.lead is None or card.side != seen.me:
        return False
    before, after = chance_to_win(seen.lead), chance_to_win(seen.lead + card.amount)
    return before < SURE and after - before >= HELPFUL


def worth_in_hand(seen: Seen, card: CardView) -> float:
    """What a card is worth to its holder, for later."""
    if card.effect == "battle":
        anywhere = ANYWHERE in card.places
        return float(card.amount + anywhere) if card.side == seen.me else 0.5
    own = is_worth_playing(seen, card)
    return KEPT[card.effect] if own else 0.0
