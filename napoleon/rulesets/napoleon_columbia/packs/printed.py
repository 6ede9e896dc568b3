"""What the rulebook itself prints about map, blocks and turn record: every pack must agree.

Everything else in a pack may be replaced by the owner of a printed copy [N-01].
"""

from __future__ import annotations

import datetime
from typing import NamedTuple

TOWNS = {
    "brussels",
    "ghent",
    "liege",
    "alost",
    "ninove",
    "hal",
    "waterloo",
    "wavre",
    "louvain",
    "malines",
    "quatre_bras",
    "nivelles",
    "ligny",
    "laneffe",
    "charleroi",
    "gembloux",
    "namur",
}
"""The towns that are named [1.0]."""

SUPPLY = {"ghent": ("anglo", 1), "brussels": ("anglo", 1), "liege": ("prussian", 2)}
"""The cities, which army suffers for the loss of each, and how many units it loses [10.0]."""


class PrintedRoad(NamedTuple):
    """A road of an example; what the example does not tell is None."""

    a: str
    b: str
    kind: str | None = None
    river: bool | None = None


ROADS = (
    *(
        PrintedRoad("brussels", town)
        for town in ("alost", "ninove", "hal", "waterloo", "wavre", "louvain", "malines")
    ),
    PrintedRoad("waterloo", "quatre_bras"),
    PrintedRoad("quatre_bras", "nivelles"),
    PrintedRoad("quatre_bras", "ligny"),
    PrintedRoad("waterloo", "nivelles"),
    PrintedRoad("waterloo", "wavre"),
    PrintedRoad("laneffe", "charleroi", "major", True),
    PrintedRoad("ligny", "gembloux"),
    PrintedRoad("ligny", "namur"),
)
"""The roads that examples name [5.1, 5.2, 5.3, 5.5, 7.5]."""

NOT_JOINED = (("waterloo", "ligny"),)
"""Towns that an example says no road joins [5.2]."""

BLOCKS = 58
"""The unit blocks of the three armies together [3.1]."""

DEFEATED_AT = {"french": 12, "anglo": 8, "prussian": 9}
"""By army, at how many eliminated units it is defeated [11.0]."""

CAPS = {"french": 12, "anglo": 4, "prussian": 4}
"""By army, most units in a town at set-up [4.1, 4.2]."""

LAST_DATE = datetime.date(1815, 6, 22)
"""The date with which the turn record ends [11.1]."""

POOL = 8
"""Terrain markers: 3 are drawn and 5 remain [FAQ.1]."""

STREAMS = 1
"""Streams among them, as there is never a second one [FAQ.1]."""

GREEN_BLOCKS = 12
"""Terrain markers and markers of squares together [6.21, 6.5]."""
