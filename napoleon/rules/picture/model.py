"""What is on a map: places, links between them, pieces in them."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from napoleon.rules.picture.sides import Side
from napoleon.rules.prose.language import ENGLISH, Language

Point = tuple[float, float]
"""x grows to the right and y downwards, in units of a picture: about one pixel on a screen."""


class Piece(msgspec.Struct, frozen=True, kw_only=True, cache_hash=True):
    """A block, a commander or a number of armies, as far as the reader knows it.

    `label` is what is written on it, `words` tell everything about it. `kind` is one of
    `PIECE_KINDS`. `ready` says that it may still act; one that has acted is drawn in another shape.
    A `hidden` one is an outline, and one that is `lying` is drawn as a block that lies on its face.
    `count` is written large; None for a single piece. `strength` is written large beside the label,
    None where there is none or it is not known, and each point of `fatigue` is a pip under it.
    `arm` is its arm of service, one of `ARMS`, or empty; `marks` of `MARKS` say how it fights.
    A card has more `figures` in a line under its label, and a burst with its number of `hits`.
    A `fleet` is a number of ships, and has a `count`.
    """

    id: str
    side: str
    label: str
    words: str
    kind: str = "unit"
    ready: bool = True
    hidden: bool = False
    count: int | None = None
    strength: int | None = None
    fatigue: int = 0
    lying: bool = False
    arm: str = ""
    marks: tuple[str, ...] = ()
    figures: str = ""
    hits: int = 0


PIECE_KINDS = ("unit", "commander", "scout", "card", "fleet")

ARMS = (
    *("infantry", "cavalry", "foot_artillery", "horse_artillery"),
    *("infantry_card", "cavalry_card", "artillery_card", "horse_artillery_card", "general_card"),
)
"""Signs of blocks as on maps of armies, and plain shapes on cards."""

MARKS = (
    *("square", "sheltered", "holder", "charge", "first_fire", "fired", "shaken"),
    *("column", "blown", "decoy"),
)
"""In square, sheltered by one, on ground that serves it alone; about to charge or to fire for the
first time, having fired, and about to give way; in column, blown, and no unit at all."""


class Ground(msgspec.Struct, frozen=True, kw_only=True):
    """Terrain that lies in a place with a frame, before the pieces `on` it, by their ids.

    `kind` is one of `PLACE_KINDS`, for its sign; `side` is that which holds it. `words` tell
    everything about it except the pieces.
    """

    id: str
    kind: str
    label: str
    words: str
    side: str
    on: tuple[str, ...] = ()


class Place(msgspec.Struct, frozen=True, kw_only=True, cache_hash=True):
    """An area of a map where it is on the picture, with what stands there.

    `kind` is one of `PLACE_KINDS`. `control` is the id of a side, or empty; unless its flag `flies`
    there it is told by the ground alone. `value` is written beside it if it is not 0, `strength` is
    that of a fortress. One with a `port` has an anchor. `words` are facts about it in words, except
    its pieces.

    One that has `room` is a frame of that width and height, and its pieces stand in it: those of
    the first camp from the top, others from the bottom. `grounds` lie in it, and a `note` is
    written beside its name.
    """

    id: str
    name: str
    x: float
    y: float
    kind: str
    control: str = ""
    flies: bool = True
    contested: bool = False
    fortified: bool = False
    strength: int = 0
    port: bool = False
    value: int = 0
    words: tuple[str, ...] = ()
    pieces: tuple[Piece, ...] = ()
    room: Point | None = None
    grounds: tuple[Ground, ...] = ()
    note: str = ""


PLACE_KINDS = (
    *("plain", "forest", "hill", "town", "citadel", "fortified_farm", "reserve"),
    *("country", "closed", "position", "capital", "fortress", "waters"),
)
"""A reserve is where nobody fights, a position is part of a line of battle. Countries have borders
and a value in the middle; nobody enters a closed one. A fortress has its strength in the middle.
Waters are where ships sail."""


class Link(msgspec.Struct, frozen=True, kw_only=True, cache_hash=True):
    """A way between the places `a` and `b`, of a kind of `LINK_KINDS`.

    One that is `one_way` leads from `a` to `b`. `via` are points that it is led past. What lies
    across it may have a `name`.
    """

    id: str
    a: str
    b: str
    kind: str = "road"
    one_way: bool = False
    via: tuple[Point, ...] = ()
    name: str = ""


LINK_KINDS = (
    *("road", "bridge", "broken", "minor_road", "minor_bridge", "ground", "stream"),
    *("border", "strait", "sea", "closed", "closed_sea"),
    *("rough", "pass", "marsh", "lane"),
)
"""Ground is where no road leads; a stream runs across some. A border is crossed by land, which may
be rough, a pass or a marsh, a strait over water without a ship. Ships sail along a lane, both ways.
Closed ones are never used."""


class Arrow(msgspec.Struct, frozen=True):
    """A direction on the link `link` that leads away from the place `place`, for a side."""

    place: str
    link: str
    side: str


class Trail(msgspec.Struct, frozen=True):
    """The way that pieces of a side have gone, from place to place: two of them or more."""

    side: str
    places: tuple[str, ...]


class River(msgspec.Struct, frozen=True):
    """A river through some points, in their order."""

    name: str
    course: tuple[Point, ...]


class Line(msgspec.Struct, frozen=True):
    """A line across the land that no river is, of a kind of `LINE_KINDS`, through some points."""

    kind: str
    course: tuple[Point, ...]


LINE_KINDS = ("frontier", "zone")
"""The frontier of a country, and the limit of zones that hold for a time."""


class Land(msgspec.Struct, frozen=True):
    """Land in a sea, as the data of paths drawn once. Without a `coast` there is no sea.

    `depths` are lines along the coast, the nearest one first. `grounds` are those of places, by
    their ids, with `borders` between them: they reach out into the sea, and are clipped at the
    coast. `steep` and `gentle` are lines along the slopes of heights, `trees` stand in woods.
    """

    coast: str = ""
    depths: tuple[str, ...] = ()
    grounds: Mapping[str, str] = {}
    borders: str = ""
    steep: str = ""
    gentle: str = ""
    trees: tuple[Point, ...] = ()


class Picture(msgspec.Struct, frozen=True, kw_only=True):
    """A map with all that the reader may see on it. Without places there is nothing to draw.

    `box` is its left, top, width and height. `legend_at` is where the legend begins, its upper
    left corner, and `explained` are signs that it explains, by the names that
    `napoleon.rules.picture.legend` has for them, with what they mean here. A map has a compass, as
    `north` is up on it; its pieces fold into stacks, as those of a board do not, and its letters
    have their full size where it is `magnified` so many times. What the renderer itself has to say
    is told in the `language` of its words.

    Where its places are frames, `rows` may say how a page lays them out: field by field, and row by
    row, the ids of the places from left to right.
    """

    title: str
    caption: str
    box: tuple[float, float, float, float]
    sides: tuple[Side, ...]
    legend_at: Point
    places: tuple[Place, ...] = ()
    links: tuple[Link, ...] = ()
    arrows: tuple[Arrow, ...] = ()
    trails: tuple[Trail, ...] = ()
    rivers: tuple[River, ...] = ()
    lines: tuple[Line, ...] = ()
    explained: tuple[tuple[str, str], ...] = ()
    north: bool = True
    magnified: float = 1.0
    land: Land = Land()
    language: Language = ENGLISH
    rows: tuple[tuple[tuple[str, ...], ...], ...] = ()


def by_id(picture: Picture) -> Mapping[str, Place]:
    """The places of a picture by their ids."""
    return {place.id: place for place in picture.places}
