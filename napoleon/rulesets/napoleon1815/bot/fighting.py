"""Who has the better of a combat, and what an attack is worth [chapter 8]."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp

from napoleon.rulesets.napoleon1815.bot.seen import Block, Seen
from napoleon.rulesets.napoleon1815.bot.values import EXHAUSTED, prize, wear
from napoleon.rulesets.napoleon1815.sides import ALLIED, enemy

HITS = 1 / 2
"""Losses that a combat card of either deck inflicts on average."""
TIRES = 2 / 3
"""Fatigue that it inflicts on average."""
PURSUED = 1.0
"""Fatigue of a retreat and a pursuit on average."""
SECOND_CARD = 5
"""Strength from which on a corps has two combat cards [COMBAT.1b]."""
RESULT = 0.5
"""What it is worth to win a combat, whatever is lost: the enemy retreats."""
CERTAINTY = 2.5
"""How surely the stack that is to inflict a loss more wins: by a logistic curve."""
CAUTION = 1.0
"""How much its own losses weigh for a side that attacks, when neither is ahead."""
BOLD = 5
"""Turns of the game that are left, with this one, from which on they weigh less: it is now or
never."""
AHEAD = 1.05
"""How many times as much they weigh for every point by which it is ahead: it needs no risks."""
LEAST_CAUTION, MOST_CAUTION = 0.1, 2.0
CALLED_OFF = -1.0
"""What it is worth to attack without a combat card: the stack is spent for nothing [COMBAT.1d]."""

NAPOLEON = "napoleon"
NAPOLEON_BEATEN = 3.0
"""Points for a defeat of Napoleon [VICTORY.4]."""


def corps_cards(blocks: Sequence[Block]) -> int:
    """The combat cards of the corps of a stack [COMBAT.1b, COMBAT.1d]."""
    return sum(
        1 + (b.strength >= SECOND_CARD) - (b.fatigue >= EXHAUSTED) for b in blocks if b.fights
    )


def attack_cards(blocks: Sequence[Block]) -> int:
    """The combat cards of a stack that attacks, with its combat bonuses [COMBAT.1h]."""
    return corps_cards(blocks) + _bonus(blocks, "attack")


def defence_cards(seen: Seen, blocks: Sequence[Block], area: str, side: str) -> int:
    """The combat cards of a stack that defends, with what the ground gives [COMBAT.1e-1h].

    Not below 0 [RULING.10].
    """
    cards = corps_cards(blocks) + _bonus(blocks, "defence") + ground_cards(seen, area, side)
    return max(0, cards)


def ground_cards(seen: Seen, area: str, side: str) -> int:
    """The combat cards that the ground gives to a side that defends it [COMBAT.1e-1g]."""
    it = seen.areas[area]
    walls = it.kind == "citadel" and it.controller == side
    return (it.kind == "forest") + walls + (it.fortified and side == ALLIED)


def attack(seen: Seen, stack: Sequence[Block], area: str, *, after_march: bool) -> float:
    """What an attack with a stack in an area is worth."""
    if corps_cards(stack) - after_march <= 0:
        return CALLED_OFF
    foe = enemy(seen.side)
    foes = [b for b in seen.areas[area].blocks if b.side == foe]
    ours = attack_cards(stack) - after_march
    theirs = defence_cards(seen, foes, area, foe)
    win = chance(ours, theirs)
    won = _beaten(foes) + prize(seen, area)
    gains = _harm(foes, ours, win) + win * won
    return gains - caution(seen) * (_harm(stack, theirs, 1 - win) + (1 - win) * _beaten(stack))


def caution(seen: Seen) -> float:
    """How much its own losses weigh for the seat's side [VICTORY.8]."""
    patience = min(1.0, (seen.turns_left + 1) / BOLD)
    needed: float = CAUTION * patience * AHEAD**seen.lead
    return max(LEAST_CAUTION, min(MOST_CAUTION, needed))


def attacked(blocks: Sequence[Block], ours: int, theirs: int, place: int) -> float:
    """What it costs blocks to be attacked, with so many combat cards on both sides.

    `place` is what their area scores for them.
    """
    win = chance(theirs, ours)
    return (
        _harm(blocks, theirs, win)
        - HITS * ours
        + win * (_beaten(blocks) + place)
        - (1 - win) * RESULT
    )


def chance(ours: float, theirs: float) -> float:
    """How likely so many cards win against so many."""
    return 1 / (1 + exp(CERTAINTY * HITS * (theirs - ours)))


def _harm(blocks: Sequence[Block], cards: float, beaten: float) -> float:
    """What the combat cards of the other side do to a stack that is beaten with some likelihood."""
    corps = [b for b in blocks if b.fights]
    lost = min(HITS * cards, sum(b.strength for b in corps))
    tired = (TIRES * cards + PURSUED * beaten) / max(1, len(corps))
    return lost + sum(wear(b, round(tired)) for b in corps)


def _beaten(blocks: Sequence[Block]) -> float:
    """What it costs to be beaten besides [VICTORY.4]."""
    return RESULT + NAPOLEON_BEATEN * any(b.id == NAPOLEON for b in blocks)


def _bonus(blocks: Sequence[Block], occasion: str) -> int:
    return sum(b.bonus for b in blocks if b.bonus_when in ("any", occasion))
