"""How safe it is to stand somewhere, and what it saves to stand there [chapters 7 and 8]."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from functools import cached_property

from napoleon.rulesets.napoleon1815.bot import fighting
from napoleon.rulesets.napoleon1815.bot.seen import Block, Seen
from napoleon.rulesets.napoleon1815.bot.threats import Threat, threats
from napoleon.rulesets.napoleon1815.bot.values import place

GUARD = 0.8
"""How much of a place its guard saves from enemies that may come."""
DANGER = 0.6
"""How much of the worst that may happen does: the enemy cannot be everywhere."""
READY = 0.55
"""What is left of a danger to those who are ready: they may go away in time."""
NAPOLEON_ALONE = 2.0
"""What it costs to have Napoleon near the enemy with a single corps: with it goes the game."""


class Theatre:
    """The map as a seat sees it, with what the enemy may do to blocks there."""

    def __init__(self, seen: Seen) -> None:
        self.seen = seen
        self._costs: dict[tuple[int, int, tuple[str, ...]], dict[int, float]] = {}

    def stand(self, blocks: Sequence[Block], area: str) -> float:
        """What it is worth that these are all the blocks of the seat's side in an area.

        `blocks` have carried out their operation.
        """
        if not any(b.fights for b in blocks):
            return 0.0
        return self._guarded(area) - self.danger(blocks, area)

    def waiting(self, blocks: Sequence[Block], area: str) -> float:
        """What it is worth that these are all, and may carry out an operation still."""
        if not any(b.fights for b in blocks):
            return 0.0
        return self._guarded(area) - self.danger(blocks, area, READY)

    def danger(self, blocks: Sequence[Block], area: str, at_once: float = 1.0) -> float:
        """What may come of standing in an area with the enemy about.

        `at_once` is the part of it that counts if it comes this turn.
        """
        coming = self._threats.get(area)
        if not coming:
            return 0.0
        cost = self._attacked(blocks, area, {it.cards for it in coming})
        worst = max(
            (at_once if soon else 1.0) * chance * cost[cards] for cards, chance, soon in coming
        )
        leads = any(b.id == fighting.NAPOLEON for b in blocks)
        alone = leads and sum(b.fights for b in blocks) < 2
        return DANGER * max(0.0, worst) + NAPOLEON_ALONE * alone

    def _attacked(self, blocks: Sequence[Block], area: str, cards: Set[int]) -> Mapping[int, float]:
        """What attacks with so many cards cost.

        Most areas are alike, so it is remembered for all of them.
        """
        it, side = self.seen.areas[area], self.seen.side
        ground = fighting.ground_cards(self.seen, area, side)
        points = it.points if it.controller == side else 0
        known = self._costs.setdefault((ground, points, tuple([b.id for b in blocks])), {})
        if new := cards - known.keys():
            ours = fighting.defence_cards(self.seen, blocks, area, side)
            known |= {it: fighting.attacked(self.seen, blocks, ours, it, points) for it in new}
        return known

    def _guarded(self, area: str) -> float:
        it = self.seen.areas[area]
        if not it.points or it.controller != self.seen.side:
            return 0.0
        coming = self._threats.get(area, ())
        return GUARD * place(self.seen, area) * max((t.chance for t in coming), default=0.0)

    @cached_property
    def _threats(self) -> dict[str, list[Threat]]:
        return threats(self.seen)
