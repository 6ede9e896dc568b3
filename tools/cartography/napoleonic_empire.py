"""The land of Napoleonic Empire: what the data pack does not say about it."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable

from napoleon.rules.picture.drawings import Drawing
from napoleon.rulesets import napoleonic_empire
from napoleon.rulesets.napoleonic_empire.packs.loader import load_pack
from napoleon.rulesets.napoleonic_empire.packs.pack import Board
from napoleon.rulesets.napoleonic_empire.picture import ACROSS, BOX, DOWN, STRAITS
from tools.cartography.land import drawn
from tools.cartography.relief import features, with_relief
from tools.cartography.terrain import Terrain, Wild

GAME = files(napoleonic_empire)
PACK = GAME / "data"

REACH = 82.0
"""How far the land reaches around a country, in units of the picture."""

WILDS = tuple(
    Wild(place, x * ACROSS, y * DOWN, radius)
    for place, x, y, radius in (
        ("england", 98, 180, 40),
        ("england", 222, 122, 48),
        ("england", 205, 76, 36),
        ("denmark", 520, 20, 46),
        ("sweden", 600, 20, 78),
        ("sweden", 690, 15, 70),
        ("russia", 775, 40, 70),
        ("russia", 880, 60, 110),
        ("russia", 1010, 90, 120),
        ("russia", 1010, 230, 130),
        ("russia", 1020, 360, 130),
        ("russia", 905, 330, 110),
        ("ottoman", 760, 640, 50),
        ("ottoman", 742, 702, 34),
        ("ottoman", 960, 640, 100),
        ("ottoman", 1030, 560, 100),
        ("ottoman", 930, 730, 70),
        ("ottoman", 1020, 720, 90),
        ("egypt", 850, 880, 90),
        ("naples", 545, 752, 30),
        ("", 1000, 850, 100),
        ("", 740, 900, 90),
        ("", 640, 905, 80),
        ("", 540, 900, 70),
        ("", 440, 880, 70),
        ("", 340, 870, 80),
        ("", 240, 870, 90),
        ("", 140, 860, 95),
        ("", 40, 870, 100),
        ("italy", 440, 642, 22),
        ("italy", 447, 592, 16),
    )
)
"""Land where no armies stand, from Ireland to Asia Minor and the coast of Africa: in units of the
data pack, and of the picture for how far it reaches."""


def drawings(pack: Traversable) -> Iterator[tuple[str, Drawing]]:
    """The drawings of a pack, each with its name: with Russia as one country, and divided."""
    found = load_pack(pack)
    yield "whole", _drawing(found.board(divided=False))
    yield "divided", _drawing(found.board(divided=True))


def _drawing(board: Board) -> Drawing:
    countries = board.countries.values()
    terrain = Terrain(
        {it.id: (it.x * ACROSS, it.y * DOWN) for it in countries},
        tuple(
            (it.a, it.b)
            for it in board.borders.values()
            if it.kind == "land" and it.id not in STRAITS
        ),
        WILDS,
        REACH,
        BOX,
    )
    ground = features("napoleonic_empire", lambda x, y: (x * ACROSS, y * DOWN))
    return Drawing({it.id: (it.x, it.y) for it in countries}, with_relief(drawn(terrain), ground))
