"""Outputs as a page shows them: JSON laid out for people, and `…` for what is left out.

In JSON `…` stands for any value, for any other members of an object or elements of a list, and in
a text for any characters. In any other output it stands for any characters of a line, or alone in
its line for any lines.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

REST = "…"
WIDTH = 100

_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[\[\]{},:]|[^\s\[\]{},:"]+')
_JSON = re.compile(r"((?:data: )?)([\[{].*)", re.DOTALL)
_KIND = ("type", "order", "seat", "kind")


class Json(NamedTuple):
    """A JSON document among the lines of an output."""

    mark: str
    """What stands before it in its line."""
    value: Any
    """Where something is left out of an object, it has a member `REST`."""
    text: str
    """The lines that show it."""


Piece = str | Json


def shown_anew(shown: str, printed: str) -> str:
    """What was printed, in the form in which it is shown: `shown` itself if that is true still."""
    laid_out = [
        it._replace(text=it.mark + layout(it.value, len(it.mark))) if isinstance(it, Json) else it
        for it in pieces(printed)
    ]
    return "\n".join(
        it.text if isinstance(it, Json) else it
        for it in _sequence(list(pieces(shown)), laid_out, _piece)
    )


def documents(text: str) -> list[Any]:
    """The JSON documents in an output."""
    return [it.value for it in pieces(text) if isinstance(it, Json)]


def pieces(text: str) -> Iterator[Piece]:
    """The lines of an output, those that are one JSON document together."""
    lines = text.splitlines()
    while lines:
        for count in range(1, len(lines) + 1):
            found = _document("\n".join(lines[:count]))
            if found is not None:
                yield found
                del lines[:count]
                break
            if not _JSON.match(lines[0]):
                yield lines.pop(0)
                break
        else:
            yield lines.pop(0)


def _document(text: str) -> Json | None:
    found = _JSON.fullmatch(text)
    if found is None:
        return None
    tokens, inside = list[str](), list[str]()
    for token in _TOKEN.findall(found[2]):
        if token in "{[":
            inside.append(token)
        elif token in "}]" and inside:
            inside.pop()
        if token == REST:
            is_member = inside[-1:] == ["{"] and tokens[-1] in "{,"
            token = f'"{REST}": null' if is_member else f'"{REST}"'
        tokens.append(token)
    try:
        return Json(found[1], json.loads(" ".join(tokens)), text)
    except ValueError:
        return None


# -- what is shown, made true again ----------------------------------------------------------------


def _piece(shown: Piece, printed: Piece) -> Piece:
    if isinstance(shown, str) and isinstance(printed, str):
        return _text(shown, printed)
    if isinstance(shown, Json) and isinstance(printed, Json) and shown.mark == printed.mark:
        value = renewed(shown.value, printed.value)
        if value != shown.value:
            return Json(shown.mark, value, shown.mark + layout(value, len(shown.mark)))
        return shown
    return printed


def renewed(shown: Any, actual: Any) -> Any:
    """A value as it is now, without what is left out of the one that is shown."""
    if shown == REST:
        return shown
    match shown, actual:
        case dict(), dict():
            members = {key: renewed(shown[key], actual[key]) for key in shown if key in actual}
            if REST not in shown:
                return actual | members if set(members) != set(actual) else members
            return {key: members.get(key) for key in shown if key in members or key == REST}
        case list(), list():
            return _sequence(shown, actual, renewed)
        case str(), str():
            return _text(shown, actual)
    return actual


def _text(shown: str, actual: str) -> str:
    if REST in shown:
        if re.fullmatch(".*".join(map(re.escape, shown.split(REST))), actual, re.DOTALL):
            return shown
        if shown.endswith(REST) and len(actual) >= len(shown):
            return actual[: len(shown) - 1] + REST
    return actual


def _sequence(
    shown: Sequence[Any], actual: Sequence[Any], renew: Callable[[Any, Any], Any]
) -> list[Any]:
    found, at, skipping = list[Any](), 0, False
    for number, one in enumerate(shown):
        if one == REST:
            found.append(one)
            skipping = True
            continue
        rest = shown[number:]
        if not skipping:
            index = at
        elif REST in rest:
            same = (i for i in range(at, len(actual)) if renew(one, actual[i]) == one)
            alike = (i for i in range(at, len(actual)) if _alike(one, actual[i]))
            index = next(same, next(alike, len(actual)))
        else:
            index = max(at, len(actual) - len(rest))
        if index < len(actual):
            found.append(renew(one, actual[index]))
            at, skipping = index + 1, False
    return found if skipping else [*found, *actual[at:]]


def _alike(one: Any, other: Any) -> bool:
    """Whether one may be shown now where the other was: they tell of the same, as by a label.

    Lines do if their first four words, or strokes of a table, are the same.
    """
    match one, other:
        case dict(), dict():
            return any(key in one and one[key] == other.get(key) for key in _KIND)
        case Json(), Json():
            return one.mark == other.mark and _alike(one.value, other.value)
        case str(), str():
            return one.split()[:4] == other.split()[:4]
    return False


# -- layout ----------------------------------------------------------------------------------------


def layout(value: Any, column: int = 0) -> str:
    """JSON that begins in a column: in one line if it fits in, else in as few as possible."""
    flat = _flat(value)
    if column + len(flat) <= WIDTH or not isinstance(value, dict | list):
        return flat
    opening, closing = "{}" if isinstance(value, dict) else "[]"
    lines, left, broken = [opening], column + 1, False
    parts = _parts(value)
    for number, (label, part) in enumerate(parts):
        comma = "," if number < len(parts) - 1 else closing
        blank = "" if lines[-1] == opening and len(lines) == 1 else " "
        flat = f"{blank}{label}{_flat(part)}{comma}"
        used = len(lines[-1]) + (column if len(lines) == 1 else 0)
        if used + len(flat) <= WIDTH and not broken:
            lines[-1] += flat
            continue
        if blank:
            lines.append(" " * left)
        below = layout(part, left + len(label)).splitlines()
        broken = len(below) > 1
        lines[-1] += label + below[0]
        lines += below[1:]
        lines[-1] += comma
    return "\n".join(lines)


def _parts(value: Any) -> list[tuple[str, Any]]:
    if isinstance(value, list):
        return [("", part) for part in value]
    return [("", REST) if key == REST else (f"{json.dumps(key)}: ", part)
            for key, part in value.items()]  # fmt: skip


def _flat(value: Any) -> str:
    if value == REST:
        return REST
    if isinstance(value, dict | list):
        inner = ", ".join(label + _flat(part) for label, part in _parts(value))
        return f"{{{inner}}}" if isinstance(value, dict) else f"[{inner}]"
    return json.dumps(value, ensure_ascii=False)
