"""Where the names of places stand on a map: once, whatever happens in a game.

Each name has thirteen positions around its mark. Those of cities choose first; a name keeps off
marks, other names and the edge of the sheet, and as far as it can off roads and rivers.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from napoleon.rules.picture.layout import Rectangle
from napoleon.rules.picture.placing.boxes import Points, around, meet
from napoleon.rules.picture.placing.widths import serif

CITY, TOWN, FIELD, REALM, WATERS = "of-city", "of-town", "of-field", "of-realm", "of-waters"

RANKS: Mapping[str, str] = {
    "citadel": CITY, "capital": CITY, "town": TOWN, "fortified_farm": TOWN, "fortress": TOWN,
    "country": REALM, "waters": WATERS,
}  # fmt: skip
"""What letters the name of a place of a kind has; any other one has those of a field."""

LETTERS: Mapping[str, float] = {CITY: 15.5, TOWN: 12.5, FIELD: 11.5, REALM: 14, WATERS: 12}
"""How large they are, in pixels; the style says the same."""

_WIDER: Mapping[str, float] = {CITY: 1.08, WATERS: 1.2}
"""How much wider than plain ones bold letters are, and those with a space between them."""

_ORDER = (CITY, REALM, TOWN, WATERS, FIELD)

POSITIONS = (
    *((0.0, 1.0), (0.0, -1.0), (1.0, 0.0), (-1.0, 0.0), (0.75, 0.8), (-0.75, 0.8)),
    *((0.75, -0.8), (-0.75, -0.8), (0.0, 1.35), (1.0, 0.45), (-1.0, 0.45), (1.0, -0.45)),
    (-1.0, -0.45),
)
"""Where a name stands from its mark, in radiuses to the right and downwards, the best first."""

AFAR = tuple((1.9 * across, 1.9 * down) for across, down in POSITIONS[4:])
"""Where those of waters may stand as well: there is room around them, and land not far."""

_ROUNDS = 4
BARRED = 200.0
"""What it costs that a name covers a mark, or another name."""

_BEYOND, _ROAD, _RIVER, _SHORE, _LATER = 1000.0, 2.0, 0.6, 8.0, 1.6
_CLOSE, _ROOM = 12.0, 22.0
"""What it costs that a name leaves a block no room beside a mark, which is so many pixels."""


class Named(NamedTuple):
    """A place that has a name: its middle, how far its mark reaches, and a row of stars over it."""

    id: str
    name: str
    kind: str
    x: float
    y: float
    radius: float
    stars: int

    @property
    def rank(self) -> str:
        """What letters its name has."""
        return RANKS.get(self.kind, FIELD)

    @property
    def mark(self) -> Rectangle:
        """What its mark covers."""
        return around(self.x, self.y, self.radius)

    @property
    def covered(self) -> tuple[Rectangle, ...]:
        """What is drawn of it besides its name."""
        if not self.stars:
            return (self.mark,)
        half, foot = 6.5 * self.stars, self.y - self.radius + 4
        return self.mark, Rectangle(self.x - half, foot - 13, self.x + half, foot)


class Choice(NamedTuple):
    """A box in which a name may stand, from which end it is written, and what that costs.

    `anchor` is what SVG calls it: ``start``, ``middle`` or ``end``.
    """

    cost: float
    box: Rectangle
    anchor: str


def choices(
    place: Named,
    places: Sequence[Named],
    roads: Points,
    rivers: Points,
    shore: Points,
    sheet: Rectangle,
    legend: Rectangle,
    unit: float,
) -> list[Choice]:
    """Where the name of a place may stand among the others, the best first.

    That of waters keeps off the shore: letters of the sea are not read on the land.
    """
    found = []
    close = [
        box
        for it in places
        if it is not place and abs(it.x - place.x) < 190 * unit and abs(it.y - place.y) < 60 * unit
        for box in it.covered
    ]
    for rank, (box, anchor) in enumerate(_boxes(place, unit)):
        cost = rank * _LATER + roads.within(box) * _ROAD + rivers.within(box) * _RIVER
        cost += BARRED * (sum(meet(box, it) for it in close) + meet(box, legend))
        cost += BARRED * sum(meet(box, it) for it in place.covered[1:])
        cost += _CLOSE * sum(meet(box, it, _ROOM * unit) for it in close)
        if place.rank == WATERS:
            cost += _SHORE * shore.within(box)
        if not (
            sheet[0] <= box[0] and sheet[1] <= box[1] and box[2] <= sheet[2] and box[3] <= sheet[3]
        ):
            cost += _BEYOND
        found.append(Choice(cost, box, anchor))
    return sorted(found, key=lambda it: it.cost)


def chosen(places: Sequence[Named], offered: Mapping[str, list[Choice]]) -> dict[str, Choice]:
    """A box for every name; names that meet choose again, cities before towns."""
    waiting = sorted(places, key=lambda it: (_ORDER.index(it.rank), it.y, it.x))
    found: dict[str, Choice] = {}
    for _ in range(_ROUNDS):
        before = dict(found)
        for place in waiting:
            others = [it.box for name, it in found.items() if name != place.id]
            costs = [
                it.cost + BARRED * sum(meet(it.box, other, 2.0) for other in others)
                for it in offered[place.id]
            ]
            found[place.id] = offered[place.id][costs.index(min(costs))]
        if found == before:
            break
    return found


def _boxes(place: Named, unit: float) -> Iterator[tuple[Rectangle, str]]:
    size = LETTERS[place.rank] * unit
    width = serif(place.name, size) * _WIDER.get(place.rank, 1.02)
    height, reach = size * 0.9, place.radius - 1
    for across, down in (*POSITIONS, *AFAR) if place.rank == WATERS else POSITIONS:
        if across == 0:
            left, anchor = place.x - width / 2, "middle"
        elif across > 0:
            left, anchor = place.x + reach * across + 2, "start"
        else:
            left, anchor = place.x + reach * across - width - 2, "end"
        over = 13 if place.stars and down < 0 and across == 0 else 0
        if down == 0:
            top = place.y - height / 2
        elif down > 0:
            top = place.y + reach * down
        else:
            top = place.y + reach * down - height - over
        yield Rectangle(left, top, left + width, top + height), anchor
