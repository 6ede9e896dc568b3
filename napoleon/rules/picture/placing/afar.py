"""Names for the whole of a map on a phone, where its own are too small to be read.

There is room for some of them: cities first, then towns by how much they are worth and how many
ways meet there. They keep off each other and the marks of each other, and as far as they can off
berths. Each has a few boxes, so that it finds room beside the pieces of a position.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from napoleon.rules.picture.layout import Rectangle
from napoleon.rules.picture.model import Link
from napoleon.rules.picture.placing.berths import Berth
from napoleon.rules.picture.placing.boxes import around, meet, meets_any, rounded
from napoleon.rules.picture.placing.names import (
    CITY,
    FIELD,
    POSITIONS,
    REALM,
    TOWN,
    WATERS,
    Choice,
    Named,
)
from napoleon.rules.picture.placing.widths import serif

PHONE = (354.0, 240.0)
"""Pixels that the whole of a map has on a phone."""

LETTERS = 10.0
"""How large the letters are there, in pixels."""

_MOST = 20
"""Names that are enough for an eye to find its way."""

_BOXES = 3
"""Boxes of a name: one after the other is tried where pieces stand."""

_APART = 2.0
"""Pixels between two names."""

_BERTHS = (40.0, 16.0, 8.0)
"""What it costs to lie over the first, second and third berth of a place."""

_DEAR = 40.0
"""What the first box of a town costs less than: its name is seen nearly always."""

_REACHES = (1.0, 4.0, 7.0, 10.0)
"""Pixels between a mark and its name."""

_BOLD, _PLAIN, _LATER = 1.08, 1.02, 0.3
_ORDER = (CITY, REALM, TOWN, FIELD)


class Afar(NamedTuple):
    """The name of the place `id`, and the boxes in which it may stand, the best first."""

    id: str
    boxes: tuple[Choice, ...]


def phone_unit(box: tuple[float, float, float, float]) -> float:
    """How many units of a map are a pixel of a phone that shows all of it."""
    _, _, width, height = box
    return max(width / PHONE[0], height / PHONE[1])


def afar(
    places: Sequence[Named],
    links: Sequence[Link],
    stands: Mapping[str, Sequence[Berth]],
    box: tuple[float, float, float, float],
    sheet: Rectangle,
) -> tuple[Afar, ...]:
    """The names that have room there, the most important first."""
    unit = phone_unit(box)
    ways = Counter(end for it in links for end in (it.a, it.b))
    known = [it for it in places if it.rank != WATERS]
    known.sort(key=lambda it: (_ORDER.index(it.rank), -it.stars, -ways[it.id], it.y, it.x))
    found: dict[str, list[Choice]] = {}
    marks: list[Rectangle] = []
    for place in known:
        taken = [*(box.box for it in found.values() for box in it), *marks]
        own = around(place.x, place.y, place.radius)
        best = _free(place, taken, stands, sheet, unit)
        if len(found) == _MOST or not best or meets_any(own, taken):
            continue
        if best[0].cost < _DEAR or place.rank in (CITY, REALM):
            found[place.id] = best[:1]
            marks.append(own)
    for place in known:
        if place.id in found:
            others = [box.box for name, it in found.items() for box in it if name != place.id]
            rims = [it for it in marks if it != around(place.x, place.y, place.radius)]
            spare = _free(place, [*others, *rims], stands, sheet, unit)
            found[place.id] += _apart(found[place.id], spare)
    return tuple(
        Afar(name, tuple(Choice(0.0, rounded(it.box), it.anchor) for it in boxes))
        for name, boxes in found.items()
    )


def _apart(chosen: Sequence[Choice], spare: Sequence[Choice]) -> Iterator[Choice]:
    """Boxes that do not lie over those that were chosen: where one is covered, they are not."""
    boxes = [*chosen]
    for it in spare:
        if len(boxes) < _BOXES and not meets_any(it.box, [one.box for one in boxes]):
            boxes.append(it)
            yield it


def _free(
    place: Named,
    taken: Sequence[Rectangle],
    stands: Mapping[str, Sequence[Berth]],
    sheet: Rectangle,
    unit: float,
) -> list[Choice]:
    """Where a name may stand beside what is taken, the best first."""
    free = []
    for it in _boxes(place, unit):
        inside = _within(it.box, sheet)
        if inside and not meets_any(it.box, taken, _APART * unit):
            cost = it.cost + sum(
                _BERTHS[rank]
                for every in stands.values()
                for rank, berth in enumerate(every)
                if meet(it.box, berth.box)
            )
            free.append(it._replace(cost=cost))
    return sorted(free)


def _boxes(place: Named, unit: float) -> Iterator[Choice]:
    size = LETTERS * unit
    width = serif(place.name, size) * (_BOLD if place.rank == CITY else _PLAIN)
    height = size * 0.9
    for gap in _REACHES:
        reach = place.radius + gap * unit
        for rank, (across, down) in enumerate(POSITIONS):
            if across == 0:
                left, anchor = place.x - width / 2, "middle"
            elif across > 0:
                left, anchor = place.x + reach * across, "start"
            else:
                left, anchor = place.x + reach * across - width, "end"
            over = 0.5 * (1 - down) if abs(down) < 1 else 0.0 if down > 0 else 1.0
            top = place.y + reach * down - height * over
            box = Rectangle(left, top, left + width, top + height)
            yield Choice(gap + rank * _LATER, box, anchor)


def _within(box: Rectangle, sheet: Rectangle) -> bool:
    return sheet[0] <= box[0] and sheet[1] <= box[1] and box[2] <= sheet[2] and box[3] <= sheet[3]
