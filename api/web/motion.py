"""A game in motion: a small map that steps through a game, for a first visit.

It is a recorded game (`tools/motion.py` says which), so it is the same for everybody and costs
nothing: one drawing of the ground, and the pieces of each position over it. A style shows one
position after the other; readers who want no motion see the last one.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import msgspec
from markupsafe import Markup

from api.http.stores import stores
from napoleon.rules.picture.mini import HEIGHT

FILE = Path(__file__).parent / "data" / "first_visit.json"

FRAMES = 12
"""Positions of the game: ``css/first_visit.css`` shows as many."""


class Frame(msgspec.Struct, frozen=True):
    """A position: what its turn is called, and the pieces as parts of SVG."""

    turn_name: str
    marks: str


class Motion(msgspec.Struct, frozen=True):
    """A game by its positions, the first one first, on ground that is `width` wide."""

    ruleset: str
    rules_version: str
    width: int
    ground: str
    frames: tuple[Frame, ...]

    @property
    def svg(self) -> Markup:
        """All positions over one another, as an element without words for screen readers."""
        frames = "".join(f'<g class="frame">{it.marks}</g>' for it in self.frames)
        # It was drawn from numbers and names of looks alone.
        return Markup(  # noqa: S704
            f'<svg class="mini" viewBox="0 0 {self.width} {HEIGHT}" aria-hidden="true">'
            f"{self.ground}{frames}</svg>"
        )


@cache
def _shipped() -> Motion:
    return msgspec.json.decode(FILE.read_bytes(), type=Motion)


def motion() -> Motion | None:
    """The game in motion; None where its game is not installed."""
    found = _shipped()
    return found if found.ruleset in stores().games.rulesets else None
