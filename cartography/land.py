"""Land in the form that a picture takes."""

from __future__ import annotations

from cartography.coast import coastlines
from cartography.terrain import Terrain
from cartography.territories import territories
from napoleon.rules.picture.model import Land


def drawn(terrain: Terrain) -> Land:
    """Coast, depths, grounds and borders of some terrain."""
    coast, *depths = coastlines(terrain)
    grounds, borders = territories(terrain)
    # A wild may belong to a country that is not on this map, as Russia where it is divided.
    own = {place: data for place, data in grounds.items() if place in terrain.places}
    return Land(coast, tuple(depths), own, borders)
