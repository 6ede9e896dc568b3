"""What places and fatigue are worth, in victory points."""

from __future__ import annotations

from napoleon.rulesets.napoleon1815.bot.seen import Block, Seen
from napoleon.rulesets.napoleon1815.sides import ALLIED

EXHAUSTED = 5
"""Fatigue from which on a corps has a combat card less, and loses strength every turn.

[COMBAT.1d, RECOVERY.3]
"""
MOST_FATIGUE = 8
"""More of it eliminates a corps [ELIM.2]."""
FATIGUE = 0.12
"""What a point of fatigue costs."""
EXHAUSTION = 1.2
"""What it costs to be exhausted."""
AT_THE_END = 0.25
"""What is left of both in the last turn, which nobody has to march and fight after."""
FLAG = 0.3
"""What a control marker is worth besides its points: the next way leads through its area."""
FLAGS_SCORE = 7
"""Allied control markers that score a point at the end of every turn [VICTORY.3]."""
EVERY_TURN = 0.25
"""What is left of such a point, as the other side answers."""


def weariness(seen: Seen, block: Block, fatigue: int) -> float:
    """What it costs that a corps has this much fatigue."""
    lost = block.strength if fatigue > MOST_FATIGUE else 0
    tired = FATIGUE * fatigue + EXHAUSTION * (fatigue >= EXHAUSTED)
    return tired * (1.0 if seen.turns_left else AT_THE_END) + lost


def wear(seen: Seen, block: Block, more: int) -> float:
    """What it costs if the fatigue of a corps changes by that many points."""
    after = max(0, block.fatigue + more)
    return weariness(seen, block, after) - weariness(seen, block, block.fatigue)


def prize(seen: Seen, area: str) -> float:
    """What taking control of an area is worth; 0 if there is nothing to take [VICTORY.2]."""
    if seen.areas[area].controller == seen.side:
        return 0.0
    return place(seen, area)


def place(seen: Seen, area: str) -> float:
    """What it is worth to have an area rather than the enemy; 0 if it scores nothing.

    The seventh Allied marker scores every turn; the more are between, the less is each of them
    worth for that [VICTORY.2-3].
    """
    it = seen.areas[area]
    if not it.points:
        return 0.0
    flags = seen.allied_flags
    between = flags - FLAGS_SCORE + 1 if it.controller == ALLIED else FLAGS_SCORE - flags
    turns = EVERY_TURN * (seen.turns_left + 1) / between if between > 0 else 0.0
    return it.points + FLAG + turns
