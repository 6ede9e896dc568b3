"""What it is worth to play a card, in victory points [chapter 14]."""

from __future__ import annotations

from collections.abc import Sequence

from napoleon.rulesets.napoleon1815.bot import fighting
from napoleon.rulesets.napoleon1815.bot.marching import Marches
from napoleon.rulesets.napoleon1815.bot.seen import Block, Seen
from napoleon.rulesets.napoleon1815.bot.values import FATIGUE, wear
from napoleon.rulesets.napoleon1815.orders import DeclareBlue, PlayEvent

KEPT = 0.25
"""What a card is worth in the hand: for another day, or to recover."""

WELCOME = 0.1
"""What it is worth that the partner has the card they ask for."""

FIFTH_POINT = 0.3
"""What it is worth to bring a corps to the strength at which it has a second combat card."""

WORTH = {
    # blue
    "reinforcements": 1.0,
    "frederick": 1.5,
    "lamarque": 1.5,
    "foresight": 0.5,
    "reserve": 1.0,
    "light_cavalry": 0.5,
    "intuition": 0.3,
    "defend_brussels": 0.3,
    # movement of the enemy
    "confusion": 0.7,
    "exhaustion": 0.6,
    "roadblock": 0.5,
    "insubordination": 0.8,
    "counter_order": 0.6,
    # own movement
    "combined_op": 0.8,
    "organisation": 0.4,
    # combat
    "skirmish_line": 0.5,
    "ambush": 0.5,
    "fighting_spirit": 0.8,
    "gallantry": 0.6,
    "rapid_deployment": 0.8,
    "imperial_guard": 0.6,
    "red_line": 0.7,
    "squares": 0.6,
    # retreat and pursuit
    "cambronne": 0.6,
    "orderly_retreat": 0.6,
    "panic": 0.8,
}
"""Events that are worth about the same whenever they may be played; others are looked at."""

FRESH = 3
"""Fatigue up to which a corps can be asked for more."""
CHARGING = ("ney", "grouchy", "uxbridge", "gneisenau")
SUPPLIES = 2
"""Points that supply takes away, from one corps or from two [CARD.supply]."""
FEW_POINTS = 2
"""Movement points of which Grouchy hopes for more."""
DESPERATE = 3
"""Combat cards that the enemy must have more before a corps is given up to save the others."""


def declaring(seen: Seen, order: DeclareBlue) -> float:
    """What it is worth to play a blue card rather than none."""
    if order.card is None:
        return 0.0
    event = seen.cards[order.card].event
    worth = WORTH.get(event, 0.0) - KEPT
    if event == "vive_empereur":
        worth += 2 * FATIGUE * sum(b.fatigue > 0 for b in _with_napoleon(seen))
    corps = seen.blocks.get(order.corps)
    if corps is not None and corps.strength == fighting.SECOND_CARD - 1:
        worth += FIFTH_POINT
    return worth


def playing(marches: Marches, order: PlayEvent) -> float:
    """What it is worth to play a green card rather than none."""
    seen = marches.theatre.seen
    event = seen.cards[order.card].event
    return WORTH.get(event, 0.0) + _here(marches, event, seen.stack(order.blocks)) - KEPT


def exchanging(seen: Seen) -> float:
    """What it is worth to accept what the partner offers rather than to turn it down.

    They know why they ask, so card for card is a good bargain; what they want for nothing is not.
    """
    assert seen.offer is not None
    return KEPT * (len(seen.offer.give) - len(seen.offer.take)) + WELCOME


def _here(marches: Marches, event: str, named: list[Block]) -> float:
    """What an event is worth in this position, with the blocks that the order names."""
    seen = marches.theatre.seen
    fighters = [b for b in seen.fighters if b.side == seen.side and b.fights]
    match event:
        case "forced_march":
            return _one_point_more(marches)
        case "grouchy":
            return 0.6 if seen.points_left <= FEW_POINTS else 0.0
        case "supply":
            return -sum(wear(seen, b, -SUPPLIES // len(named)) for b in named)
        case "march_to_the_guns":
            return sum(0.8 for b in named if b.fights and b.fatigue <= FRESH)
        case "cavalry_charge":
            return 0.7 if any(b.fatigue <= FRESH for b in fighters if b.id in CHARGING) else 0.0
        case "red_headed_ney":
            return 0.5 if any(b.fatigue < FRESH for b in fighters if b.id == "ney") else 0.0
        case "grand_battery":
            return 0.7 if all(b.fatigue < FRESH for b in fighters) else 0.0
        case "rear_guard" | "hold":
            area = seen.combat.area
            ours = fighting.defence_cards(seen, fighters, area, seen.side)
            return 0.8 if fighting.attack_cards(seen.foes(area)) >= ours + DESPERATE else 0.0
    return 0.0


def _with_napoleon(seen: Seen) -> Sequence[Block]:
    napoleon = seen.blocks.get(fighting.NAPOLEON)
    return seen.friends(napoleon.area) if napoleon else []


def _one_point_more(marches: Marches) -> float:
    """What one more movement point is worth to the stack that marches."""
    seen = marches.theatre.seen
    stack, points = seen.marching, max(0, seen.points_left)
    area = stack[0].area
    ground = marches.ground(stack)
    return ground.outlook(area, points + 1) - ground.outlook(area, points)
