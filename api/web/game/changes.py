"""What has changed on the boards since an earlier version, as their reader may see it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from api.web.game.looking import Look, boards_at
from napoleon.rules.difference import ADDED, KEYS, REMOVED, Change, difference
from napoleon.rules.plain_views import AREAS, in_words

MOST = 40
"""How many changes are told."""

_EVERYWHERE = ("version", "turn", "phase", "turn_name")
"""Facts that every board has, or that the page tells besides."""

Views = Mapping[str, Mapping[str, Any]]


class Difference(NamedTuple):
    """One thing that has changed. `before` and `after` are in words, empty for nothing."""

    board: str
    where: str
    before: str
    after: str


class Changes(NamedTuple):
    """What has changed since a version."""

    since: int
    differences: list[Difference]
    more: int
    """How many differences are not told."""
    places: frozenset[str]
    """The ids of areas and roads in which something has changed."""
    on_the_table: bool
    """Whether pieces, cards or the score have changed, and not only what is going on."""


def changes(seen: Look, views: Views, since: int) -> Changes:
    """What has changed between an earlier version and the position. Raises UnknownVersion."""
    before = boards_at(seen, since)
    found = [
        (name, change)
        for name, view in views.items()
        for change in difference(_compared(before[name]), _compared(view))
    ]
    areas = {area["id"]: str(area.get("name", area["id"])) for area in views["map"].get(AREAS, ())}
    return Changes(
        since,
        [
            _told(seen, name, change, (before[name], views[name]), areas)
            for name, change in found[:MOST]
        ],
        max(0, len(found) - MOST),
        frozenset(_places(change for name, change in found if name == "map")),
        any(name != "map" or change.path[0] in (AREAS, "roads") for name, change in found),
    )


def _compared(view: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in view.items() if name not in _EVERYWHERE}


def _places(found: Iterable[Change]) -> Iterator[str]:
    for change in found:
        if len(change.path) > 1 and change.path[0] in (AREAS, "roads"):
            yield change.path[1]


def _told(
    seen: Look, board: str, change: Change, views: tuple[Any, Any], areas: Mapping[str, str]
) -> Difference:
    old, new = (_named(value, areas) for value in (change.before, change.after))
    title = seen.labelled(board)
    return Difference(
        title[:1].upper() + title[1:],
        ", ".join(_steps(seen, views[change.kind != REMOVED], change.path, areas)),
        "" if change.kind == ADDED else seen.plainly(in_words(old, MOST)),
        "" if change.kind == REMOVED else seen.plainly(in_words(new, MOST)),
    )


def _steps(seen: Look, view: Any, path: Sequence[str], areas: Mapping[str, str]) -> Iterator[str]:
    """The way to what has changed, in words: fields by their labels, records by their names."""
    for step in path:
        if isinstance(view, Mapping):
            view = view.get(step)
            if step != AREAS:
                yield seen.field(step)
        else:
            known = (it for it in view or () if step in (str(it.get(key)) for key in KEYS))
            view = next(known, None)
            yield seen.called(areas[step]) if step in areas else seen.labelled(step)


def _named(value: Any, names: Mapping[str, str]) -> Any:
    """A value with names instead of ids."""
    if isinstance(value, str):
        return names.get(value, value)
    if isinstance(value, Mapping):
        return {key: _named(it, names) for key, it in value.items()}
    return [_named(it, names) for it in value] if isinstance(value, list) else value
