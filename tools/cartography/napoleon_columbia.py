"""The ground of Napoleon, 4th edition: heights and woods of Belgium, where they really are."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable

from napoleon.rules.picture.drawings import Drawing
from napoleon.rules.picture.model import Land, Point
from napoleon.rulesets import napoleon_columbia
from napoleon.rulesets.napoleon_columbia.packs.loader import load_pack
from napoleon.rulesets.napoleon_columbia.picture.map import ACROSS, DOWN
from tools.cartography.relief import features, with_relief

GAME = files(napoleon_columbia)
PACK = GAME / "data"

WEST, NORTH = 3.388, 50.606
"""A point of the earth, in degrees, which is at `LEFT`, `TOP` on the drawing of the data pack."""

LEFT, TOP = 59.8, 451.8

EASTWARDS, NORTHWARDS = 403.7, 875.6
"""Units of the data pack to a degree."""


def drawings(pack: Traversable) -> Iterator[tuple[str, Drawing]]:
    """The drawing of a pack, with its name."""
    towns = load_pack(pack).towns.values()
    ground = with_relief(Land(), features("napoleon_columbia", placed))
    yield "ground", Drawing({it.id: (it.x, it.y) for it in towns}, ground)


def placed(longitude: float, latitude: float) -> Point:
    """Where a point of the earth is on the picture."""
    x = LEFT + (longitude - WEST) * EASTWARDS
    y = TOP - (latitude - NORTH) * NORTHWARDS
    return x * ACROSS, y * DOWN
