"""Counters that stand together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from napoleon.rules.picture.layout import COUNT_WIDTH, PLATE_HEIGHT, PLATE_WIDTH, Rectangle
from napoleon.rules.picture.model import Piece, Place
from napoleon.rules.picture.placing.widths import sans
from napoleon.rules.picture.sides import Side

PLATE_LETTER = 16.0
"""About the width of a letter on a plate."""

ELLIPSIS = "\N{HORIZONTAL ELLIPSIS}"

LABEL = 25.5
"""How large the letters of a label are; the style says the same."""

LETTERS: Mapping[str, float] = {"": LABEL, "medium": 20, "small": 16, "tight": 14, "fine": 11.4}
"""How large the letters of a name on a counter may be, by their class; the style says the same."""

MARKED = 16
"""How large they are at most over marks."""

NARROW, CAPITAL = 7.5, 18.5
"""That of a narrow letter, and of a capital."""


class Column(NamedTuple):
    """Counters of a place that stand together, in rows of `abreast`, the first ones on top.

    A counter is drawn at `scale` times its size. Numbers of armies stand to the `right` of a row
    that is made for wider counters, close to the place. Each counter takes up `high` units.
    """

    box: Rectangle
    pieces: tuple[Piece, ...]
    abreast: int
    scale: float
    right: bool
    high: int = PLATE_HEIGHT

    def counters(self) -> Iterator[tuple[Piece, Rectangle]]:
        """Each counter, and what it covers."""
        wide, high = width_of(self.pieces) * self.scale, self.high * self.scale
        for number, piece in enumerate(self.pieces):
            row, across = divmod(number, self.abreast)
            own = width_of((piece,)) * self.scale
            left = self.box.left + across * wide + (wide - own if self.right else 0.0)
            top = self.box.top + row * high
            yield piece, Rectangle(left, top, left + own, top + high)


def width_of(pieces: Sequence[Piece]) -> int:
    """How wide the widest of some counters is."""
    return PLATE_WIDTH if any(it.count is None for it in pieces) else COUNT_WIDTH


def camps_of(place: Place, sides: Mapping[str, Side]) -> list[tuple[Piece, ...]]:
    """The pieces of a place camp by camp, each in the order of the sides."""
    if not place.pieces:
        return []
    order = list(sides)
    by_side = sorted(place.pieces, key=lambda piece: order.index(piece.side))
    return [
        tuple(together)
        for _, together in groupby(by_side, key=lambda piece: sides[piece.side].camp)
    ]


def shortened(words: str, room: float, size: float = 1.0) -> str:
    """Words that have no more than some room, in letters of a size compared with a label's.

    What has no room is left out behind an ellipsis: letters are never squeezed.

    >>> shortened("Ney", 106), shortened("Grenadiers of the Guard", 106)
    ('Ney', 'Grenad\N{HORIZONTAL ELLIPSIS}')
    """
    kept = words
    while kept and sans(kept + ELLIPSIS * (kept != words), LABEL * size) > room:
        kept = kept[:-1].rstrip()
    return kept if kept == words else f"{kept}{ELLIPSIS}"


def lettered(words: str, room: float, *, large: bool = True) -> tuple[str, str]:
    """A name in the largest letters in which all of it has room, and the class of these letters.

    Only what has no room in the smallest ones is shortened; `large` ones may be ruled out.

    >>> lettered("Ney", 90), lettered("Wellington", 90), lettered("Kellermann", 63, large=False)
    (('Ney', ''), ('Wellington', 'small'), ('Kellermann', 'fine'))
    """
    sizes = LETTERS if large else {it: size for it, size in LETTERS.items() if size <= MARKED}
    for name, size in sizes.items():
        if sans(words, size) <= room:
            return words, name
    return shortened(words, room, size / LABEL), name


def length_of(label: str) -> float:
    """About how long a label is on a plate."""
    return sum(
        NARROW if letter in "Iil. '1" else CAPITAL if letter.isupper() else PLATE_LETTER
        for letter in label
    )
