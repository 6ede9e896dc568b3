"""A board whose places lie in rows, as a page lays it out: cards in positions, side by side."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

from flask import current_app
from markupsafe import Markup

from api.web.catalogue import gettext
from api.web.pages import web
from napoleon.rules.picture.cards import CardFace
from napoleon.rules.picture.model import Ground, Picture, Piece, Place, Trail, by_id

_SIGNS = {
    "infantry_card": "infantry",
    "cavalry_card": "cavalry",
    "artillery_card": "artillery",
    "horse_artillery_card": "horse_artillery",
    "general_card": "general",
    "forest": "woods",
    "fortified_farm": "building",
    "hill": "hill",
}
"""The signs of cards by the arms of pieces, and by the kinds of terrain."""

MOST_ABREAST = 3
"""Cards of a camp that stand one below the other; more stand in two columns, if it is alone."""


class Held(NamedTuple):
    """Terrain, and those who stand on it."""

    ground: Ground
    pieces: Sequence[Piece]


class Camp(NamedTuple):
    """What a camp has in a position."""

    grounds: Sequence[Held]
    others: Sequence[Piece]

    @property
    def size(self) -> int:
        """How many cards there are."""
        return len(self.others) + sum(1 + len(it.pieces) for it in self.grounds)


class Spot(NamedTuple):
    """A position or a Reserve with all that lies there."""

    place: Place
    name: str
    note: str
    own: Camp
    theirs: Camp
    held: Sequence[CardFace]
    """The cards that wait there, as far as the reader may know them."""
    backs: Sequence[tuple[str, int]]
    """How many other cards wait there, by their sides."""
    marks: str
    came: Sequence[tuple[str, str]] = ()
    """From where cards have come since the reader was here, in words, each with its side."""

    @property
    def alone(self) -> bool:
        """Whether one camp has more cards there than one column holds, and the other none."""
        counts = sorted((self.own.size, self.theirs.size))
        return not counts[0] and counts[1] > MOST_ABREAST

    @property
    def words(self) -> str:
        """What the board tells of it where it is looked at."""
        return ". ".join(filter(None, (self.name, ", ".join(self.place.words))))


class Field(NamedTuple):
    """All of a board."""

    rows: Sequence[Sequence[Sequence[Spot]]]
    titles: Sequence[str]
    looks: Mapping[str, str]


@web.app_template_filter()
def sign_of_arm(arm: str) -> str:
    """The sign of cards for an arm of pieces, or for a kind of terrain."""
    return _SIGNS.get(arm, "special")


@web.app_template_filter()
def after_title(text: str, title: str) -> str:
    """What a card does, without the name of the card with which a clause may begin."""
    head, colon, rest = text.partition(": ")
    return rest if colon and head.startswith(title) else text


def field_of(
    drawn: Picture,
    cards: Iterable[CardFace],
    seat: str | None,
    changed: Collection[str],
    chosen: Collection[str],
    came: Iterable[Trail] = (),
) -> Markup:
    """The board as HTML, as the holder of `seat` looks at it: their own cards lie on the left.

    `changed` and `chosen` are ids of places, as in `napoleon.rules.picture.svg.draw`; `came` are
    the ways that cards have come.
    """
    camps = {it.id: it.camp for it in drawn.sides}
    own = camps.get(seat or "", drawn.sides[0].camp)
    places, held, ways = by_id(drawn), list(cards), list(came)

    def spot(name: str) -> Spot:
        place = places[name]
        mine = [it for it in place.pieces if camps[it.side] == own]
        waiting = [it for it in held if it.place == name]
        known = len(waiting)
        backs = [(it.side, it.count or 0) for it in place.pieces if it.count is not None]
        fought = gettext("fought over") if place.contested else ""
        marks = "".join(
            f" {kind}" for kind, ids in (("changed", changed), ("chosen", chosen)) if name in ids
        )
        return Spot(
            place,
            place.name,
            ", ".join(filter(None, (fought, place.note))),
            _camp(mine, [it for it in place.grounds if camps[it.side] == own]),
            _camp(
                [it for it in place.pieces if camps[it.side] != own],
                [it for it in place.grounds if camps[it.side] != own],
            ),
            waiting,
            [] if known else backs,
            marks,
            [(it.side, places[it.places[0]].name) for it in ways if it.places[-1] == name],
        )

    rows = [[[spot(name) for name in row] for row in rows] for rows in drawn.rows]
    field = Field(
        rows,
        [", ".join(filter(None, (drawn.title, drawn.caption)))] * len(rows),
        {it.id: it.look for it in drawn.sides},
    )
    html = current_app.jinja_env.get_template("game/_field.html").render(field=field)
    return Markup(html)  # noqa: S704 - a template has escaped what is in it


def _camp(pieces: Sequence[Piece], grounds: Iterable[Ground]) -> Camp:
    upon = [Held(it, [piece for piece in pieces if piece.id in it.on]) for it in grounds]
    standing = {piece.id for it in upon for piece in it.pieces}
    return Camp(upon, [it for it in pieces if it.id not in standing and it.count is None])
