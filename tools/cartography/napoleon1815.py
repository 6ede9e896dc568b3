"""The ground of Napoléon 1815: heights and woods of Belgium, where they really are."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable

from napoleon.rules.picture.drawings import Drawing
from napoleon.rules.picture.model import Land, Point
from napoleon.rulesets import napoleon1815
from napoleon.rulesets.napoleon1815.packs.loader import load_pack
from napoleon.rulesets.napoleon1815.picture import ACROSS, DOWN
from tools.cartography.relief import features, with_relief

GAME = files(napoleon1815)
PACK = GAME / "data"

WEST, NORTH = 3.973, 50.277
"""A point of the earth, in degrees, which is at `LEFT`, `TOP` on the drawing of the data pack."""

LEFT, TOP = 224.0, 780.0

EASTWARDS, NORTHWARDS = 789.7, 1105.3
"""Units of the data pack to a degree."""


def drawings(pack: Traversable) -> Iterator[tuple[str, Drawing]]:
    """The drawing of a pack, with its name."""
    areas = load_pack(pack).areas.values()
    ground = with_relief(Land(), features("napoleon1815", placed))
    yield "ground", Drawing({it.id: (it.x, it.y) for it in areas}, ground)


def placed(longitude: float, latitude: float) -> Point:
    """Where a point of the earth is on the picture."""
    x = LEFT + (longitude - WEST) * EASTWARDS
    y = TOP - (latitude - NORTH) * NORTHWARDS
    return x * ACROSS, y * DOWN
