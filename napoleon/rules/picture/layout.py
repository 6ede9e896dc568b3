"""How large what stands on pictures is, and the boxes that it covers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

PLATE_WIDTH, PLATE_HEIGHT = 140, 34
"""What the plate of a piece takes up, with the gap to the next one."""

COUNT_WIDTH = 80
"""What the plate of a number of armies takes up instead."""

SIZES: Mapping[str, float] = {
    "plain": 7, "forest": 9, "hill": 9, "town": 11, "citadel": 15, "fortified_farm": 12,
    "reserve": 11, "country": 13, "closed": 11, "position": 11,
    "capital": 14, "fortress": 15, "waters": 11,
}  # fmt: skip
"""The radius of the sign of a place, by its kind."""


class Rectangle(NamedTuple):
    """A part of a picture."""

    left: float
    top: float
    right: float
    bottom: float

    def common(self, other: Rectangle) -> float:
        """How much of a picture both cover."""
        width = min(self.right, other.right) - max(self.left, other.left)
        height = min(self.bottom, other.bottom) - max(self.top, other.top)
        return max(0.0, width) * max(0.0, height)
