"""Who has the better of a combat, and what an attack is worth [chapter 8]."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp

from napoleon.rulesets.napoleon1815.bot.seen import Block, Seen
from napoleon.rulesets.napoleon1815.bot.values import EXHAUSTED, FATIGUE, prize, wear
from napoleon.rulesets.napoleon1815.sides import ALLIED, FRENCH, enemy

HITS = {FRENCH: 1 / 2, ALLIED: 1 / 3}
"""Losses that a combat card of each side's deck inflicts on average."""
TIRES = {FRENCH: 2 / 3, ALLIED: 1.0}
"""Fatigue that it inflicts on average."""
SECOND_CARD = 5
"""Strength from which on a corps has two combat cards [COMBAT.1b]."""
RESULT = 1.0
"""What it is worth to win a combat, whatever is lost: the enemy retreats and is pursued."""
CERTAINTY = 1.5
"""How surely the stack that is to inflict a loss more wins: by a logistic curve."""
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
    """The combat cards of a stack that defends, with what the ground gives [COMBAT.1e-1h]."""
    it = seen.areas[area]
    walls = it.kind == "citadel" and it.controller == side
    ground = (it.kind == "forest") + walls + (it.fortified and side == ALLIED)
    return corps_cards(blocks) + _bonus(blocks, "defence") + ground


def attack(seen: Seen, stack: Sequence[Block], area: str, *, after_march: bool) -> float:
    """What an attack with a stack in an area is worth."""
    if corps_cards(stack) - after_march <= 0:
        return CALLED_OFF
    foe = enemy(seen.side)
    foes = [b for b in seen.areas[area].blocks if b.side == foe]
    ours = attack_cards(stack) - after_march
    theirs = max(0, defence_cards(seen, foes, area, foe))
    inflicted, suffered = HITS[seen.side] * ours, HITS[foe] * theirs
    win = 1 / (1 + exp(CERTAINTY * (suffered - inflicted)))
    won = RESULT + prize(seen, area)
    lost = RESULT + NAPOLEON_BEATEN * any(b.id == NAPOLEON for b in stack)
    corps = [b for b in stack if b.fights]
    tired = sum(wear(b, round(TIRES[foe] * theirs / len(corps))) for b in corps)
    tires = FATIGUE * TIRES[seen.side] * ours
    return inflicted - suffered + win * won - (1 - win) * lost + tires - tired


def _bonus(blocks: Sequence[Block], occasion: str) -> int:
    return sum(b.bonus for b in blocks if b.bonus_when in ("any", occasion))
