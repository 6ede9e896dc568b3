"""The land of The Napoleonic Wars: coasts around its duchies and wilds, and its mountains."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable
from math import sqrt
from re import sub

from msgspec.structs import replace

from napoleon.rules.picture.drawings import Drawing
from napoleon.rules.picture.model import Land
from napoleon.rulesets import napoleonic_wars
from napoleon.rulesets.napoleonic_wars.packs.loader import load_pack
from napoleon.rulesets.napoleonic_wars.picture import ACROSS, BOX, DOWN
from tools.cartography.land import drawn
from tools.cartography.relief import features, with_relief
from tools.cartography.terrain import Terrain, Wild

GAME = files(napoleonic_wars)
PACK = GAME / "data"

REACH = 50.0
"""How far the land reaches around a duchy, in units of the picture."""

STEPPE = tuple(
    Wild("", x, y, 120.0) for x in (3010.0, 3120.0, 3230.0, 3330.0) for y in range(-20, 1400, 110)
)
"""Land of nobody beyond Moscow, on which the legend stands."""


def drawings(pack: Traversable) -> Iterator[tuple[str, Drawing]]:
    """The drawing of a pack, with its name."""
    found = load_pack(pack)
    spaces = found.spaces.values()
    terrain = Terrain(
        {it.id: (it.x * ACROSS, it.y * DOWN) for it in spaces},
        tuple((it.a, it.b) for it in found.connections.values() if it.kind != "strait"),
        tuple(
            Wild(it.place, it.x * ACROSS, it.y * DOWN, it.radius * sqrt(ACROSS * DOWN))
            for it in found.wilds
        )
        + STEPPE,
        REACH,
        BOX,
    )
    ground = features("napoleonic_wars", lambda x, y: (x * ACROSS, y * DOWN))
    zones = {it.id: (it.x, it.y) for it in found.zones.values()}
    places = {it.id: (it.x, it.y) for it in spaces}
    yield "europe", Drawing({**places, **zones}, with_relief(_plain(drawn(terrain)), ground))


def _plain(land: Land) -> Land:
    """The land to whole units and with fewer lines along the coast: there is a lot of it."""
    return replace(
        land,
        depths=land.depths[:2],
        grounds={place: _whole(data) for place, data in land.grounds.items()},
        borders=_whole(land.borders),
    )


def _whole(data: str) -> str:
    """The data of a path to whole units, without the ground of wilds that are beyond the sheet."""
    return sub(r"-?\d+\.\d+", lambda it: str(round(float(it[0]))), data).replace("MZ", "")
