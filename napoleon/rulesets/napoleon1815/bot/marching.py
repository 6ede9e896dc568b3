"""Where to go: what it is worth to stand somewhere, and how near a stack is to it [chapter 5]."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from napoleon.rulesets.napoleon1815.bot import fighting
from napoleon.rulesets.napoleon1815.bot.seen import Block, Seen
from napoleon.rulesets.napoleon1815.bot.theatre import Theatre
from napoleon.rulesets.napoleon1815.bot.threats import reach
from napoleon.rulesets.napoleon1815.bot.values import prize, wear, weariness

NEARER = 0.97
"""What is left of an aim for every point of the way to it, so that the nearest comes first."""
LATER = 0.9
"""What is left of it for every point of the way, and once more, if it is not for this march."""
AFTER = 0.5
"""What is left of a danger after an attack, as the enemy has suffered too."""


def is_scouting(stack: Sequence[Block]) -> bool:
    """Whether a stack consists of cavalry scouts [SCOUT.2]."""
    return all(b.kind == "scout" for b in stack)


class Marches:
    """What the marches of each stack are worth, as far as anybody has asked."""

    def __init__(self, theatre: Theatre) -> None:
        self.theatre = theatre
        self._grounds: dict[tuple[str, ...], Ground] = {}

    def ground(self, stack: Sequence[Block]) -> Ground:
        """What every area is worth to a stack."""
        key = tuple(b.id for b in stack)
        if key not in self._grounds:
            self._grounds[key] = Ground(self.theatre, stack)
        return self._grounds[key]

    def march(self, stack: Sequence[Block], area: str) -> float:
        """What marching from an area is worth, before a card is flipped, rather than staying."""
        seen, ground = self.theatre.seen, self.ground(stack)
        stays = 0.0 if seen.foes(area) else ground.prospect(area)
        likely = reach(seen, stack)
        return max(
            likely[way] * NEARER**way * (ground.prospect(target) - stays)
            for target, way in seen.distances(area).items()
            if likely[way]
        )


class Ground:
    """What every area is worth to one stack, wherever it comes from."""

    def __init__(self, theatre: Theatre, stack: Sequence[Block]) -> None:
        self._theatre = theatre
        self._seen = theatre.seen
        self._stack = stack
        self._is_scouting = is_scouting(stack)

    @cached_property
    def _gains(self) -> dict[str, float]:
        """What it is worth to have the stack in an area rather than nowhere."""
        return {area: self._gain(area) for area in self._seen.areas}

    def _gain(self, area: str) -> float:
        seen, stack = self._seen, self._stack
        if self._is_scouting:
            barred = seen.foes(area) or seen.areas[area].kind == "citadel"
            return 0.0 if barred else prize(seen, area)
        others = [b for b in seen.friends(area) if b not in stack]
        if seen.foes(area):
            after = AFTER * self._theatre.danger([*stack, *others], area)
            return fighting.attack(seen, stack, area, after_march=True) - after
        alone = self._theatre.waiting(others, area)
        return prize(seen, area) + self._theatre.stand([*stack, *others], area) - alone

    @cached_property
    def _aims(self) -> list[tuple[float, str]]:
        """The areas that are worth something, the best first."""
        return sorted(((it, area) for area, it in self._gains.items() if it > 0), reverse=True)

    def prospect(self, area: str) -> float:
        """What it is worth to have the stack end its march in an area: there, and beyond it."""
        best, ways = 0.0, self._seen.distances(area)
        for gain, target in self._aims if self._seen.turns_left else ():
            if LATER * gain <= best:
                break
            if target != area and target in ways:
                best = max(best, gain * LATER * (NEARER * LATER) ** ways[target])
        return self._gains[area] + best

    def outlook(self, area: str, points: float, taken: float = 0.0) -> float:
        """The best prospect to a stack in an area with that many points left.

        `taken` is what the place scores on the way to others.
        """
        return max(
            NEARER**way * self.prospect(target) + taken * (target != area)
            for target, way in self._seen.distances(area).items()
            if way <= max(0, points)
        )


def effort(seen: Seen, stack: Sequence[Block]) -> float:
    """What an operation costs in itself: corps that stay ready lose all fatigue [RECOVERY.1].

    In the rain it tires one of them besides [CARD.rain].
    """
    corps = [b for b in stack if b.fights]
    wet = min((wear(b, 1) for b in corps), default=0.0) if seen.rains else 0.0
    return wet + sum(weariness(b, b.fatigue) for b in corps)
