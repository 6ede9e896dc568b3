"""What places and fatigue are worth, in victory points."""

from __future__ import annotations

from napoleon.rulesets.napoleon1815.bot.seen import Block, Seen

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
FLAG = 0.5
"""What a control marker is worth besides its points: seven of them score every turn [VICTORY.3]."""


def weariness(block: Block, fatigue: int) -> float:
    """What it costs that a corps has this much fatigue."""
    lost = block.strength if fatigue > MOST_FATIGUE else 0
    return FATIGUE * fatigue + EXHAUSTION * (fatigue >= EXHAUSTED) + lost


def wear(block: Block, more: int) -> float:
    """What it costs if the fatigue of a corps changes by that many points."""
    after = max(0, block.fatigue + more)
    return weariness(block, after) - weariness(block, block.fatigue)


def prize(seen: Seen, area: str) -> float:
    """What taking control of an area is worth; 0 if there is nothing to take [VICTORY.2]."""
    it = seen.areas[area]
    if not it.points or it.controller == seen.side:
        return 0.0
    return it.points + FLAG
