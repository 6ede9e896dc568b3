"""How sides are told apart: by a letter and a shape, by hatching, and by one of nine colours.

Nobody needs the colours: except for a grey they are those of Okabe and Ito, which most people can
tell apart, and each side has a letter and a shape of its own as well, and hatching where it covers
ground.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec


class Side(msgspec.Struct, frozen=True, cache_hash=True):
    """A side of a game. `look` is one of `LOOKS`; sides of one `camp` stand together."""

    id: str
    name: str
    letter: str
    look: str
    camp: str


class Look(msgspec.Struct, frozen=True):
    """A colour, the ink that is read on it, the shape of an emblem, and a hatching.

    `line` is the colour of lines, where it is not the same in the light and in the dark.

    `block` and `figure` are colour and ink of pieces and emblems, where they are not the same in
    the light and in the dark. `ring` is how the ring of a place's holder is dashed, so that rings
    differ without colours.

    `shape` and `hatching` are what SVG calls the data of a path: the shape lies around 0, 0 and
    is 15 units wide, the hatching fills a tile of 8 by 8.
    """

    colour: str
    ink: str
    shape: str
    hatching: str
    line: str = ""
    ring: str = ""
    block: str = ""
    figure: str = ""


BADGES: Mapping[str, tuple[str, str]] = {
    "french": ("F", "blue"),
    "allied": ("A", "purple"),
    "anglo_dutch": ("AD", "vermillion"),
    "anglo": ("AD", "vermillion"),
    "british": ("B", "vermillion"),
    "prussian": ("P", "black"),
}
"""Letters and looks of the sides that are in several games: who knows one finds it in the next."""


def badged(side: str, name: str, camp: str) -> Side:
    """A side with the badge that it has in every game. Raises KeyError if it has none."""
    letter, look = BADGES[side]
    return Side(side, name, letter, look, camp)


WHITE, BLACK = "#ffffff", "#111111"

LOOKS: Mapping[str, Look] = {
    "blue": Look(
        "#0072b2", WHITE, "M-7,-7H7V7H-7Z", "M-2,2L2,-2M-2,10L10,-2M6,10L10,6", "var(--map-azure)"
    ),
    "vermillion": Look(
        "#d55e00",
        BLACK,
        "M0,-7.6A7.6,7.6 0 1 1 0,7.6A7.6,7.6 0 1 1 0,-7.6Z",
        "M2,0V8M6,0V8",
        ring="9 3.5",
    ),
    "black": Look(
        "#222222",
        WHITE,
        "M-8.4,0L-4.2,-7.4H4.2L8.4,0L4.2,7.4H-4.2Z",
        "M0,2H8M0,6H8",
        "var(--map-coal)",
        ring="0.1 4.6",
        block="var(--map-coal)",
        figure="var(--map-oncoal)",
    ),
    "purple": Look(
        "#cc79a7",
        BLACK,
        "M-7,-7.5H7V1Q7,6 0,8.5Q-7,6 -7,1Z",
        "M-2,6L2,10M-2,-2L10,10M6,-2L10,2",
        ring="13 3 0.1 3",
    ),
    "orange": Look("#e69f00", BLACK, "M0,-9L9,0L0,9L-9,0Z", "M0,2H8M2,0V8", ring="4 3.5"),
    "green": Look("#009e73", BLACK, "M0,-9L9,6.5H-9Z", "M0,0L8,8M0,8L8,0", ring="18 4"),
    "stone": Look("#9a9a9a", BLACK, "M-9,-6.5H9L0,9Z", "M0,6L4,2L8,6", ring="6 3 0.1 3"),
    "yellow": Look(
        "#f0e442",
        BLACK,
        "M-4,-8H4V-4H8V4H4V8H-4V4H-8V-4H-4Z",
        "M2.5,4H5.5M4,2.5V5.5",
        ring="0.1 4 4 4",
    ),
    "sky": Look("#56b4e9", BLACK, "M-7,7.5V-3L0,-8.5L7,-3V7.5Z", "M4,0V8M0,4H8", ring="2 3"),
}
"""Looks by their names."""
