"""Boards as JSON, position after position: what is as it was before is the same value again.

Most of a board stays as it is from order to order. So it is compared as structs, which is quick,
and only what differs is made plain; who compares the plain boards then finds the rest identical.
"""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from typing import Any

import msgspec

from napoleon.rules.views import Views

Plain = dict[str, Any]

_VERSION = "version"


class PlainBoards:
    """The boards of a game for one reader, made plain in the order of its positions."""

    def __init__(self) -> None:
        self._before: dict[str, tuple[msgspec.Struct, Plain]] = {}
        """By the names of the boards, the last ones as they were and as they are in JSON."""

    def of(self, shown: Views) -> dict[str, Plain]:
        """The boards of a position by name as JSON, without the versions; not to be changed.

        A part that equals the same part of the position before is the same object.
        """
        boards = {
            name: getattr(shown, field)
            for field, name in zip(
                shown.__struct_fields__, shown.__struct_encode_fields__, strict=True
            )
        }
        self._before = {name: (it, self._plain(name, it)) for name, it in boards.items()}
        return {name: plain for name, (_, plain) in self._before.items()}

    def _plain(self, name: str, board: msgspec.Struct) -> Plain:
        before = self._before.get(name)
        if before is None or type(before[0]) is not type(board):
            return _whole(board)
        return _moved_on(*before, board)


def _whole(board: msgspec.Struct) -> Plain:
    plain: Plain = msgspec.json.decode(msgspec.json.encode(board))
    plain.pop(_VERSION, None)
    return plain


def _moved_on(before: msgspec.Struct, plain: Plain, after: msgspec.Struct) -> Plain:
    """The board `after` as JSON, of which `plain` was the earlier board `before`."""
    differs, same = copy(after), set[str]()
    origins: dict[str, list[int | None]] = {}
    for field, name in zip(after.__struct_fields__, after.__struct_encode_fields__, strict=True):
        old, new = getattr(before, field), getattr(after, field)
        if old == new or field == _VERSION:
            same.add(name)
            setattr(differs, field, None)
        elif type(old) is type(new) is list and new and name in plain:
            origins[name] = origin = _origins(old, new)
            # Without any items it could be left out, as a default is.
            others = [it for it, at in zip(new, origin, strict=True) if at is None]
            setattr(differs, field, others or new[:1])
    if len(same) == len(after.__struct_fields__):
        return plain
    fresh = _whole(differs)
    for name, origin in origins.items():
        items = iter(fresh[name])
        fresh[name] = [next(items) if at is None else plain[name][at] for at in origin]
    parts = {name: plain if name in same else fresh for name in after.__struct_encode_fields__}
    return {name: part[name] for name, part in parts.items() if name in part}


def _origins(old: Sequence[Any], new: Sequence[Any]) -> list[int | None]:
    """Of each item of `new`, where it stands in `old` just as it is; None for others.

    In lists of one length that is the same place; else as many as are alike at both ends.
    """
    if len(old) == len(new):
        alike = enumerate(zip(old, new, strict=True))
        return [at if before == after else None for at, (before, after) in alike]
    least = min(len(old), len(new))
    first = next((at for at in range(least) if old[at] != new[at]), least)
    last = next((at for at in range(least - first) if old[-1 - at] != new[-1 - at]), least - first)
    return [
        *range(first),
        *[None] * (len(new) - first - last),
        *range(len(old) - last, len(old)),
    ]
