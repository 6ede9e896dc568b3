"""What a player decides beside moves: which cards, what goes, who fights first."""

from __future__ import annotations

from napoleon.rules.orders import Order
from napoleon.rulesets.napoleonic_empire.bot.marching import CAPITAL
from napoleon.rulesets.napoleonic_empire.bot.seen import Seen, chance_to_win
from napoleon.rulesets.napoleonic_empire.orders import (
    ChooseBattle,
    DeclineRebels,
    DiscardExcess,
    EndAttack,
    KutuzovRoll,
    KutuzovStay,
    KutuzovWithdraw,
    Pass,
    PlaceCardArmies,
    PlaceRebels,
    PlaceReinforcements,
    PlayCard,
    Retreat,
    SetUpRussia,
)
from napoleon.rulesets.napoleonic_empire.packs.pack import ANYWHERE
from napoleon.rulesets.napoleonic_empire.sides import FRENCH
from napoleon.rulesets.napoleonic_empire.views.cards import CardView

GOOD_ODDS = 0.5
"""Chance to win a battle from which Kutuzov stands and fights."""

SURE = 0.95
"""Chance to win from which no more cards are played."""
HELPFUL = 0.05
"""Least that a battle card has to add to the chance."""
KEPT = {"extra_turn": 6.0, "no_move": 5.0, "rebels": 3.0, "armies": 3.0, "draw": 3.0, "value": 1.0}
"""What cards are worth in hand, except battle cards."""


def is_ahead(seen: Seen) -> bool:
    """Whether the seat has more armies on the map than its enemy."""
    mine, theirs = (sum(seen.armies[side].values()) for side in (seen.me, seen.enemy))
    return mine > theirs


def worth(seen: Seen, order: Order) -> float:
    """What an order is worth to the seat; it says something beside other answers only."""
    match order:
        case PlayCard(card):
            return 1.0 if is_worth_playing(seen, seen.hand[card]) else -1.0
        case DiscardExcess(gone):
            return -sum(worth_in_hand(seen, seen.hand[card]) for card in gone)
        case ChooseBattle(country):
            return chance_to_win(seen.mine(country) - seen.theirs(country) - 1)
        case Retreat(to, armies, _):
            return armies * 100.0 + seen.mine(to) + (50.0 if to == CAPITAL else 0.0)
        case KutuzovRoll() | KutuzovWithdraw() | KutuzovStay():
            return _kutuzov(seen, order)
        case PlaceCardArmies(country, armies) | PlaceReinforcements(country, armies):
            return armies * 10.0 + _need(seen, country)
        case PlaceRebels(country):
            return _rebels(seen, country)
        case SetUpRussia(split):
            return -float(max(split.values()))
        case Pass() | EndAttack() | DeclineRebels():
            return 0.0
    raise AssertionError(f"no worth of {order}")


def _kutuzov(seen: Seen, order: Order) -> float:
    """Withdraw Kutuzov from a battle that looks lost, to where most of the side stand."""
    assert seen.lead is not None
    looks_lost = chance_to_win(seen.lead) < GOOD_ODDS
    if isinstance(order, KutuzovStay):
        return 0.0
    where = seen.mine(order.to) / 100 if isinstance(order, KutuzovWithdraw) else 0.0
    return (1.0 if looks_lost else -1.0) + where


def _need(seen: Seen, country: str) -> float:
    """How much a country needs more armies: by what threatens it, France before all others."""
    need = seen.threat(country) - seen.mine(country)
    return need + (20.0 if country == CAPITAL and seen.me == FRENCH else 0.0)


def _rebels(seen: Seen, country: str) -> float:
    """Rebels are of most use where few French stand, and next where they strengthen a stack."""
    french = seen.theirs(country)
    return 3.0 - french if french else 1.0 + min(seen.mine(country), 5) / 10


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
