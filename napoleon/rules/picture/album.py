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
        self._before: Picture | None = None
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
        before, self._before = self._before, picture
        self._used |= used(picture)
        if before is None or not before.places:
            # Which turn it is changes, and is not part of what can be replaced.
            self.first = draw(replace(picture, caption="")) if picture.places else ""
            return []
        numbers = self._numbers
        return [numbers.setdefault(it, len(numbers)) for it in altered(before, picture)]


def altered(before: Picture, after: Picture) -> list[str]:
    """The fragments of all that is drawn differently than before."""
    if before == after:
        return []
    ready = sheet(after)
    links = {link.id: link for link in before.links}
    return [
        *_grounds(before, ready),
        *([scenery.lines(after)] if before.lines != after.lines else []),
        *(link_of(ready, it) for it in after.links if links.get(it.id) != it),
        *([trails_fragment(ready)] if before.trails != after.trails else []),
        *_places(before, ready),
    ]


def _grounds(before: Picture, ready: Sheet) -> Iterable[str]:
    control = {place.id: place.control for place in before.places}
    for place in with_ground(ready):
        if control.get(place.id) != place.control:
            yield ground_fragment(ready, place)


def _places(before: Picture, ready: Sheet) -> Iterable[str]:
    places, earlier = {place.id: place for place in before.places}, sheet(before)
    gone, here = _by_place(before.arrows), _by_place(ready.picture.arrows)
    for place in in_order(ready.picture):
        name = place.id
        moved = earlier.columns.get(name) != ready.columns.get(name)
        moved = moved or earlier.plates.get(name) != ready.plates.get(name)
        if moved or places.get(place.id) != place or gone.get(place.id) != here.get(place.id):
            yield place_of(ready, place, named=False)
        fan = fan_of(ready, place)
        if moved and (name not in places or fan_of(earlier, places[name]) != fan):
            yield fan


def _by_place(arrows: Iterable[Arrow]) -> Mapping[str, list[Arrow]]:
    found: dict[str, list[Arrow]] = {}
    for arrow in arrows:
        found.setdefault(arrow.place, []).append(arrow)
    return found
