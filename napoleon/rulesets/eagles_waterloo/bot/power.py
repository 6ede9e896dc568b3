"""What cards are worth in a fight: their dice, their ratings, and what they stand up to [6, 7]."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from napoleon.rulesets.eagles_waterloo.views.cards import FaceView

FACES = 6
VALUES = {"A": 4, "B": 3, "C": 2, "D": 1}
"""The highest die that each class passes without help [Table M]."""
HIDDEN_DICE, HIDDEN_RATING, HIDDEN_VALUE = 2.8, 1.7, 2.5
"""What a face-down enemy card is taken for."""
UNITS = ("infantry", "cavalry", "artillery", "")
WINNING = ("infantry", "cavalry")
"""Kinds that win a position by holding it [4.3]."""


class Piece(NamedTuple):
    """A card in play as far as the seat knows it."""

    id: str
    side: str
    nation: str
    place: str
    face: FaceView | None
    """None for an enemy card that lies face down."""
    formation: str
    """``line``, ``column`` or ``square``; empty for what is no infantry, or is not known."""
    blown: bool
    acted: bool
    moves: int
    hits: int
    terrain: str
    """Kind of the terrain that it stands on; empty for none."""
    late: bool

    @property
    def kind(self) -> str:
        """Its kind; empty for a face-down enemy card."""
        return self.face.kind if self.face else ""

    @property
    def is_unit(self) -> bool:
        """Whether it is a unit, or a face-down enemy card, which mostly is one."""
        return self.kind in UNITS

    @property
    def wins(self) -> bool:
        """Whether it wins a position by holding it."""
        return self.kind in WINNING

    @property
    def dice(self) -> float:
        """Dice that it fires or shocks with [7.1, 11.1]."""
        cv = HIDDEN_DICE if self.face is None else self.face.cv or 0
        return cv + (self.terrain == "hill")

    @property
    def fire(self) -> int:
        """Rating of its fire among enemies, in the formation that it has [7.21, 7.22, 9]."""
        if self.face is None or self.kind == "artillery":
            return (self.face.fire_short or 1) if self.face else 1
        return 1 if self.formation in ("column", "square") else self.face.fire or 1

    @property
    def shock(self) -> int:
        """Rating of a shock; 0 for a unit that cannot shock as it is [7.31, 7.32]."""
        if self.face is None or self.blown or self.terrain == "building":
            return 0
        if self.kind == "cavalry" or self.formation == "column":
            return self.face.shock or 0
        return 0

    @property
    def rating(self) -> float:
        """The better of both ways of fighting among enemies, in the best formation."""
        if self.face is None:
            return HIDDEN_RATING
        if self.kind == "artillery":
            return self.face.fire_short or 1
        return max(self.fire, self.face.fire or 1, 0 if self.blown else self.face.shock or 0)

    @property
    def routs(self) -> float:
        """The chance that one hit routs it, if no general helps [6.0]."""
        value = HIDDEN_VALUE if self.face is None else VALUES.get(self.face.morale or "", 3)
        return 1 - min(FACES - 1, value + (self.formation == "square")) / FACES

    @property
    def power(self) -> float:
        """What it is worth in a fight: a line brigade of 3 dice has about 3."""
        return self.dice * self.rating / 3 / (2 * self.routs) if self.is_unit else 0.0


def total(pieces: Iterable[Piece]) -> float:
    """What cards are worth together."""
    return sum(it.power for it in pieces)


def hits(pieces: Iterable[Piece]) -> float:
    """Hits that units score on average when each fires or shocks once."""
    return sum(it.dice * it.rating / FACES for it in pieces)


def stand(pieces: Iterable[Piece]) -> float:
    """Hits that units take on average before they rout."""
    return sum(1 / it.routs for it in pieces)


def edge(ours: Sequence[Piece], theirs: Sequence[Piece], *, first: bool) -> float:
    """How much better `ours` fight it out with `theirs` in one position; 1 if they are equal.

    `first` says whether `ours` begin; after entering a position the enemy begins.
    """
    if not ours or not theirs:
        return 10.0 if ours else 0.0
    mine, other = stand(ours), stand(theirs)
    fire, back = hits(ours), hits(theirs)
    if first:
        other = max(0.1, other - fire)
    else:
        mine = max(0.1, mine - back)
    return mine * fire / max(0.01, other * back)
