"""Land in the form that a picture takes."""

from __future__ import annotations

from napoleon.rules.picture.model import Land
from tools.cartography.coast import coastlines
from tools.cartography.terrain import Terrain
from tools.cartography.territories import territories


def drawn(terrain: Terrain) -> Land:
    """Coast, depths, grounds and borders of some terrain."""
    coast, *depths = coastlines(terrain)
    grounds, borders = territories(terrain)
    # A wild may belong to a country that is not on this map, as Russia where it is divided.
    own = {place: data for place, data in grounds.items() if place in terrain.places}
    return Land(coast, tuple(depths), own, borders)
