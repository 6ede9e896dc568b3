"""The faces of cards, as their holders read them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import msgspec

SIGNS = (
    *("infantry", "cavalry", "artillery", "horse_artillery", "general", "special"),
    *("hill", "woods", "building", "river", "order", "battle"),
)
"""Signs of cards: arms of service, terrain, and cards that are played for what they say."""


class Figure(NamedTuple):
    """A figure in the foot of a card: `short` as it is written there, `words` in full."""

    short: str
    words: str


class CardFace(msgspec.Struct, frozen=True, kw_only=True):
    """A card that the reader may see. `holder` is the seat that holds it.

    `look` is one of the looks of `picture.sides`, for its edge, or empty. `kind` says in
    words what sort of card it is, `lines` are its figures by their names, `text` is what it does
    and `clause` the id of the clause that says so. `status` tells where its data come from.

    Where it is drawn as a card, its band has a `sign` of `SIGNS` and a few letters, such as its
    corps, and its foot a `strength`, written large, and other `figures`. `gist` is one line of what
    it does. One that is `spent` can do nothing now. `place` is the id of the place on the map
    where it waits, by its `label`, which is its name in few letters; empty for a card that is only
    in a hand.
    """

    id: str
    holder: str
    title: str
    look: str
    kind: str
    lines: tuple[tuple[str, str], ...]
    text: str
    clause: str
    status: str
    sign: str = "order"
    band: str = ""
    strength: str = ""
    figures: tuple[Figure, ...] = ()
    gist: str = ""
    spent: bool = False
    place: str = ""
    label: str = ""


def initialled(lines: Iterable[tuple[str, str]]) -> tuple[Figure, ...]:
    """Figures by the first letters of their names.

    >>> initialled([("Losses", "2")])
    (Figure(short='L2', words='Losses: 2'),)
    """
    return tuple(Figure(f"{name[:1]}{value}", f"{name}: {value}") for name, value in lines)
