"""The difference of two views: what was added, removed or changed between them.

A view is JSON: dictionaries, lists and plain values. Dictionaries are compared key by key, lists
of records entry by entry, everything else as a whole.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from typing import Any

import msgspec

ADDED = "added"
REMOVED = "removed"
CHANGED = "changed"

KEYS = ("id", "army", "player", "side", "seat", "block", "number", "event")
"""Fields that name a record within its list; the first one that a record has counts."""

Path = tuple[str, ...]


class Change(msgspec.Struct, frozen=True):
    """One thing that has changed.

    A record in a list is named in `path` by its key, or by its place if its kind has none. What is
    absent before (`ADDED`) or after (`REMOVED`) is None there. `index` is the place of an added
    record in the later list; None for everything else.
    """

    path: Path
    kind: str
    before: Any
    after: Any
    index: int | None = None


def difference(before: Any, after: Any) -> list[Change]:
    """What leads from the view `before` to the view `after`, in an order that is always the same.

    Lists of records are matched by their `KEYS`. If they have none, a list that has grown at its
    end is told by what was added; any other list, and one whose order has changed, is told as a
    whole.

    >>> difference({"value": 3, "hands": []}, {"value": 4, "hands": []})
    [Change(path=('value',), kind='changed', before=3, after=4, index=None)]
    """
    return list(_changes(before, after, ()))


def applied(before: Any, changes: Iterable[Change]) -> Any:
    """The view that `changes` make of the view `before`, which is left as it was.

    They are carried out one after the other, each in what those before it have left.
    """
    after = deepcopy(before)
    for change in changes:
        if not change.path:
            return deepcopy(change.after)
        parent = after
        for step in change.path[:-1]:
            parent = parent[_place(parent, step)]
        _carry_out(parent, change)
    return after


def pointer(path: Path) -> str:
    """A path as a JSON pointer (RFC 6901), in which a record is named by its key.

    >>> pointer(("areas", "ligny", "and/or"))
    '/areas/ligny/and~1or'
    """
    return "".join("/" + step.replace("~", "~0").replace("/", "~1") for step in path)


def _changes(before: Any, after: Any, path: Path) -> Iterator[Change]:
    # Who compares many positions hands in the same object for what has not changed.
    if before is after or before == after:
        return
    if isinstance(before, Mapping) and isinstance(after, Mapping):
        yield from _of_members(before, after, path)
    elif not (_is_list(before) and _is_list(after)):
        yield Change(path, CHANGED, before, after)
    elif _has_grown(before, after):
        for index in range(len(before), len(after)):
            yield Change((*path, str(index)), ADDED, None, after[index], index)
    elif (entries := _matched(before, after)) is not None:
        yield from _of_entries(*entries, path)
    else:
        yield Change(path, CHANGED, before, after)


def _of_members(
    before: Mapping[str, Any], after: Mapping[str, Any], path: Path
) -> Iterator[Change]:
    same = [it for it, value in before.items() if it in after and after[it] is value]
    for name in sorted({*before, *after}.difference(same)):
        if name not in after:
            yield Change((*path, name), REMOVED, before[name], None)
        elif name not in before:
            yield Change((*path, name), ADDED, None, after[name])
        else:
            yield from _changes(before[name], after[name], (*path, name))


def _of_entries(before: dict[str, Any], after: dict[str, Any], path: Path) -> Iterator[Change]:
    """Records that left, then those of the later list in its order."""
    for name in before:
        if name not in after:
            yield Change((*path, name), REMOVED, before[name], None)
    for index, name in enumerate(after):
        if name not in before:
            yield Change((*path, name), ADDED, None, after[name], index)
        elif before[name] is not after[name]:
            yield from _changes(before[name], after[name], (*path, name))


def _matched(
    before: Sequence[Any], after: Sequence[Any]
) -> tuple[dict[str, Any], dict[str, Any]] | None:
    """The records of two lists by their key; None if the lists cannot be told record by record."""
    keys = {_key(side) for side in (before, after) if side}
    key = keys.pop() if len(keys) == 1 else None
    if key is None:
        return None
    old = {str(entry[key]): entry for entry in before}
    new = {str(entry[key]): entry for entry in after}
    stayed = [name for name in old if name in new]
    return (old, new) if stayed == [name for name in new if name in old] else None


def _key(entries: Sequence[Any]) -> str | None:
    """The field that names the records of a list; None if it is not a list of such records.

    It is the first of `KEYS` that any of them has, so that it stays the same while records come
    and go. Names have to be different when they are written in a path.
    """
    # Nearly all are dictionaries, which is known at once.
    if {*map(type, entries)} != {dict} and not all(isinstance(it, Mapping) for it in entries):
        return None
    key = next((key for key in KEYS if any(key in entry for entry in entries)), None)
    if key is None:
        return None
    names = [entry.get(key) for entry in entries]
    if not {*map(type, names)} <= {str, int}:
        return None
    return key if len(set(map(str, names))) == len(entries) else None


def _has_grown(before: Sequence[Any], after: Sequence[Any]) -> bool:
    """Whether `after` is `before` with nameless records after it."""
    return (
        len(before) < len(after)
        and all(isinstance(entry, Mapping) for entry in after)
        and _key(before or after) is None
        and all(old == new for old, new in zip(before, after, strict=False))
    )


def _is_list(value: Any) -> bool:
    return isinstance(value, list | tuple)


def _carry_out(parent: Any, change: Change) -> None:
    """Make one change where it belongs: to a member of a dictionary or an entry of a list."""
    name = change.path[-1]
    if change.index is not None:
        parent.insert(change.index, deepcopy(change.after))
    elif change.kind == REMOVED:
        del parent[_place(parent, name)]
    else:
        parent[_place(parent, name)] = deepcopy(change.after)


def _place(parent: Any, name: str) -> Any:
    """Where in a dictionary or list of records the step `name` of a path leads."""
    if isinstance(parent, dict):
        return name
    key = _key(parent)
    return next(place for place, entry in enumerate(parent) if str(entry[key]) == name)
