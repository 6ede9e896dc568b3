"""Many pictures of one map in little space: the first one whole, then only what has changed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec.structs import replace

from napoleon.rules.picture import scenery
from napoleon.rules.picture.legend import Sign, meanings, used
from napoleon.rules.picture.model import Arrow, Picture
from napoleon.rules.picture.svg import (
    Sheet,
    draw,
    fan_of,
    ground_fragment,
    in_order,
    link_of,
    place_of,
    sheet,
    trails_fragment,
    with_ground,
)


class Album:
    """The pictures of a game, one after the other. Every fragment is kept once.

    A fragment stands for the element of the map that has the same ``data-place``, ``data-link``,
    ``data-fan``, ``data-territory``, ``data-lines`` or ``data-trails``. It has no id, so that many
    can be held in one document.
    """

    def __init__(self) -> None:
        self.first = ""
        """The first picture as an element; empty before there is any, or if it shows nothing."""
        self._numbers: dict[str, int] = {}
        self._before: Sheet | None = None
        self._used: set[str] = set()

    @property
    def fragments(self) -> list[str]:
        """All fragments, in the order of their numbers."""
        return list(self._numbers)

    @property
    def signs(self) -> list[Sign]:
        """What the signs on all of the pictures mean."""
        return meanings(self._used)

    def add(self, picture: Picture) -> list[int]:
        """The numbers of the fragments that make the last picture into this one."""
        # Which turn it is changes, and is not part of what can be replaced.
        picture, before = replace(picture, caption=""), self._before
        if before is not None and before.picture == picture:
            return []
        self._used |= used(picture)
        self._before = ready = sheet(picture)
        if before is None or not before.places:
            self.first = draw(picture) if picture.places else ""
            return []
        numbers = self._numbers
        return [numbers.setdefault(it, len(numbers)) for it in altered(before, ready)]


def altered(before: Sheet, after: Sheet) -> list[str]:
    """The fragments of all that is drawn differently than before."""
    old, new = before.picture, after.picture
    return [
        *_grounds(before, after),
        *([scenery.lines(new)] if old.lines != new.lines else []),
        *(link_of(after, it) for it in new.links if before.links.get(it.id) != it),
        *([trails_fragment(after)] if old.trails != new.trails else []),
        *_places(before, after),
    ]


def _grounds(before: Sheet, after: Sheet) -> Iterable[str]:
    for place in with_ground(after):
        earlier = before.places.get(place.id)
        if earlier is None or earlier.control != place.control:
            yield ground_fragment(after, place)


def _places(before: Sheet, after: Sheet) -> Iterable[str]:
    gone, here = _by_place(before.picture.arrows), _by_place(after.picture.arrows)
    for place in in_order(after.picture):
        name = place.id
        earlier = before.places.get(name)
        moved = before.columns.get(name) != after.columns.get(name)
        moved = moved or before.plates.get(name) != after.plates.get(name)
        if moved or earlier != place or gone.get(name) != here.get(name):
            yield place_of(after, place, named=False)
        if moved:
            fan = fan_of(after, place)
            if earlier is None or fan_of(before, earlier) != fan:
                yield fan


def _by_place(arrows: Iterable[Arrow]) -> Mapping[str, list[Arrow]]:
    found: dict[str, list[Arrow]] = {}
    for arrow in arrows:
        found.setdefault(arrow.place, []).append(arrow)
    return found
