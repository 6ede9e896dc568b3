"""Where to go: the aims on the map, and how near a stack is to them [chapter 5]."""

from __future__ import annotations

from collections.abc import Sequence

from napoleon.rulesets.napoleon1815.bot import fighting
from napoleon.rulesets.napoleon1815.bot.seen import Block, Seen
from napoleon.rulesets.napoleon1815.bot.values import prize, weariness

CARD = 3.0
"""Movement points that a card gives on average [MOVE.1]."""
NEARER = 0.97
"""What is left of an aim for every point of the way to it, so that the nearest comes first."""
LATER = 0.6
"""What is left of it besides for every point that is too far for one march."""
FAINT = 0.05
"""An aim with less than this left is no longer considered."""
GUARD = 0.4
"""What it is worth, for every point that a place scores, to guard it while the enemy is about."""
RISK = 0.12
"""What it costs to stand near the enemy, for every combat card that the enemy has more."""
NAPOLEON_ALONE = 2.0
"""What it costs to have Napoleon near the enemy with a single corps: with it goes the game."""
OPERATION = 0.05
"""What it costs to have a fresh corps spent: it could have answered the enemy's next move."""


def is_scouting(stack: Sequence[Block]) -> bool:
    """Whether a stack consists of cavalry scouts [SCOUT.2]."""
    return all(b.kind == "scout" for b in stack)


def aim(seen: Seen, stack: Sequence[Block], area: str) -> float:
    """What it is worth to bring a stack into an area, or to leave it there."""
    if is_scouting(stack):
        barred = seen.foes(area) or seen.areas[area].kind == "citadel"
        return 0.0 if barred else prize(seen, area)
    if seen.foes(area):
        return max(0.0, fighting.attack(seen, stack, area, after_march=True))
    others = [b for b in seen.friends(area) if b not in stack]
    place = prize(seen, area) or _guard(seen, others, area)
    return place - _danger(seen, [*stack, *others], area)


def outlook(
    seen: Seen, stack: Sequence[Block], area: str, points: float, *, beyond: bool = False
) -> float:
    """What the best aim is worth to a stack in an area with that many points left.

    `beyond` asks for the best one elsewhere.
    """
    best = 0.0
    for target, way in seen.distances(area).items():
        left = NEARER**way * LATER ** max(0.0, way - points)
        if left > FAINT and not (beyond and target == area):
            best = max(best, left * aim(seen, stack, target))
    return best


def march(seen: Seen, stack: Sequence[Block], area: str) -> float:
    """What marching from an area is worth, before a card is flipped, rather than staying."""
    stays = 0.0 if seen.foes(area) else max(0.0, aim(seen, stack, area))
    return outlook(seen, stack, area, expected_points(stack)) - stays


def expected_points(stack: Sequence[Block]) -> float:
    """Movement points that a stack may expect [MOVE.1A, MOVE.1C-1D, SCOUT.3]."""
    if is_scouting(stack):
        return CARD + 1
    corps = [b for b in stack if b.fights]
    symbol = len(corps) == 1 and corps[0].marches
    return CARD + 1 - len(corps) + symbol + any(b.id == fighting.NAPOLEON for b in stack)


def effort(stack: Sequence[Block]) -> float:
    """What an operation costs in itself: corps that stay ready lose all fatigue [RECOVERY.1]."""
    return sum(OPERATION + weariness(b, b.fatigue) for b in stack if b.fights)


def _guard(seen: Seen, others: Sequence[Block], area: str) -> float:
    """What it is worth to be the only ones in a place of one's own."""
    needed = bool(seen.foes_about[area]) and not any(b.fights for b in others)
    return GUARD * seen.areas[area].points * needed


def _danger(seen: Seen, friends: Sequence[Block], area: str) -> float:
    """What may come of standing somewhere with the enemy about."""
    foes = seen.foes_about[area]
    if not foes:
        return 0.0
    ours = fighting.defence_cards(seen, friends, area, seen.side)
    alone = sum(b.fights for b in friends) < 2 and any(b.id == fighting.NAPOLEON for b in friends)
    return RISK * max(0, fighting.attack_cards(foes) - ours) + NAPOLEON_ALONE * alone
