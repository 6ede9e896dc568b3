"""What land is drawn from: where its places are, what joins them, and the wilds around them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from napoleon.rules.picture.model import Point

Box = tuple[float, float, float, float]
"""Left, top, width and height of a picture."""


class Wild(NamedTuple):
    """Land around a point where there is no place, as far as `radius`.

    It belongs to the country with the id `place`, or to none.
    """

    place: str
    x: float
    y: float
    radius: float


class Terrain(NamedTuple):
    """Places of a picture by their ids, in its units; `reach` is how far the land goes around.

    `necks` are pairs of places that are joined by land.
    """

    places: Mapping[str, Point]
    necks: tuple[tuple[str, str], ...]
    wilds: tuple[Wild, ...]
    reach: float
    box: Box
