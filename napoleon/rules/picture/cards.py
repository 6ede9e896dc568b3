"""The faces of cards, as their holders read them."""

from __future__ import annotations

import msgspec


class CardFace(msgspec.Struct, frozen=True, kw_only=True):
    """A card that the reader may see. `holder` is the seat that holds it.

    `look` is one of the looks of `picture.sides`, for its edge, or empty. `kind` says in
    words what sort of card it is, `lines` are its figures by their names, `text` is what it does
    and `clause` the id of the clause that says so. `status` tells where its data come from.
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
