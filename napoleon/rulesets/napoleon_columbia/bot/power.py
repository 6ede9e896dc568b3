"""What units are worth in a fight, by their steps and firepower [3.3, 3.5]."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from napoleon.rulesets.napoleon_columbia.packs.pack import Block as Label
from napoleon.rulesets.napoleon_columbia.state import Block

HIDDEN_STEPS, HIDDEN_FIREPOWER = 2.8, 1.6
"""What an upright block of somebody else is taken for."""
FACES = 6
HOLDS = 0.5
"""What a step is worth that only takes hits, beside what it fires with."""
RANGE = 0.25
"""What artillery is worth in addition, as it fires at long range."""


class Unit(NamedTuple):
    """A block as far as the seat knows it."""

    id: str
    army: str
    type: str
    """``leader``, ``inf``, ``cav``, ``foot_art`` or ``horse_art``; empty for a hidden block."""
    steps: float
    firepower: float
    corps: str
    town: str
    marched: int
    disrupted: bool
    revealed: bool

    @property
    def is_artillery(self) -> bool:
        """Whether it fires at long range."""
        return self.type in ("foot_art", "horse_art")

    @property
    def power(self) -> float:
        """What it is worth in a fight; a fresh unit of 3 steps and F2 has 3."""
        return self.steps * (HOLDS + self.firepower / 4 + RANGE * self.is_artillery)


def unit(name: str, block: Block, label: Label | None) -> Unit:
    """A block under the name by which the seat knows it; its label is None if that is hidden."""
    return Unit(
        id=name,
        army=block.army,
        type=label.type if label else "",
        steps=block.strength if label else HIDDEN_STEPS,
        firepower=label.firepower if label else HIDDEN_FIREPOWER,
        corps=label.corps if label else "",
        town=block.town,
        marched=len(block.path),
        disrupted=block.disrupted,
        revealed=block.revealed,
    )


def total(units: Iterable[Unit]) -> float:
    """What units are worth together."""
    return sum(it.power for it in units)


def hits(units: Iterable[Unit], bonus: float = 0.0) -> float:
    """Hits that units score on average when all of them fire once; `bonus` adds to firepower."""
    return sum(it.steps * min(5.0, it.firepower + bonus) / FACES for it in units)


def steps(units: Iterable[Unit]) -> float:
    """Hits that they can take."""
    return sum(it.steps for it in units)


def edge(ours: list[Unit], theirs: list[Unit], *, first: bool) -> float:
    """How much better `ours` fight it out with `theirs` in one position; 1 if they are equal.

    Both fire turn by turn, each with what is left; `first` says whether `ours` begin.
    """
    if not ours or not theirs:
        return 10.0 if ours else 0.0
    mine, other = steps(ours), steps(theirs)
    fire, back = hits(ours) / mine, hits(theirs) / other
    if first:
        other = max(0.1, other - mine * fire)
    else:
        mine = max(0.1, mine - other * back)
    return mine * mine * fire / max(0.01, other * other * back)
