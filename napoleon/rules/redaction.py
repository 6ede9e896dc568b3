"""The gate: what a reader may know of an event, in one place.

Whatever leaves the house about an event, in views, logs, streams and texts, comes through here.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypeVar

import msgspec

from napoleon.rules.events import CARD_CLAUSES, Event, Line
from napoleon.rules.phrases import PLAIN, Speak, told, with_phrases_told
from napoleon.rules.viewer import Viewer

E = TypeVar("E", bound=Event)


def unread(event: Event, viewer: Viewer) -> frozenset[str]:
    """The fields of `event` that `viewer` may not read."""
    veil = event.sealed
    if not viewer.may_read(event):
        veil = veil | event.hidden | (event.fogged if event.fog else frozenset())
    return veil | event.fading if viewer.has_forgotten(event.version) else veil


def redacted(event: Event, viewer: Viewer, speak: Speak = PLAIN) -> dict[str, Any]:
    """The one gate: `event` as `viewer` may see it, ready for JSON.

    The answer always has the same fields in the same order; what the reader may not know is
    null. Phrases are told by `speak`.
    """
    veil = unread(event, viewer)
    forgotten = viewer.has_forgotten(event.version)
    data = {
        name: None if name in veil else _plain(event, name, speak)
        for name in event.payload
        if name != "breakdown"
    }
    answer = {
        "version": event.version,
        "type": event.type,
        "at": event.at,
        "by": event.by or None,
        "behalf": event.behalf or None,
        "order_id": event.order_id or None,
        "turn": event.turn,
        "phase": event.phase or None,
        "clauses": [it for it in event.clauses if not (forgotten and _names_card(it))],
        "data": data,
    }
    if "breakdown" in event.payload:
        answer["breakdown"] = lines_of(event, viewer, speak)["breakdown"]
    return answer


def _plain(event: Event, name: str, speak: Speak) -> Any:
    plain = msgspec.to_builtins(getattr(event, name))
    return with_phrases_told(plain, speak) if name in event.phrased else plain


def lines_of(event: Event, viewer: Viewer, speak: Speak) -> dict[str, list[dict[str, Any]] | None]:
    """Each field of `event` that holds lines, as `viewer` may see it: null if they may not.

    Notes that are phrases are told by `speak`.
    """
    veil = unread(event, viewer)
    forgotten = viewer.has_forgotten(event.version)
    answer: dict[str, list[dict[str, Any]] | None] = {}
    for name in event.worked_out:
        lines: Iterable[Line] = getattr(event, name)
        if forgotten:
            lines = map(_without_card, lines)
        answer[name] = None if name in veil else [_line(it, speak) for it in lines]
    return answer


def _line(it: Line, speak: Speak) -> dict[str, Any]:
    return {"amount": it.amount, "clause": it.clause, "note": told(it.note, speak)}


def _names_card(clause: str) -> bool:
    return clause.startswith(CARD_CLAUSES)


def _without_card(line: Line) -> Line:
    """A line that does not say which card it is due to; its note may name one, too."""
    return Line(line.amount, "" if _names_card(line.clause) else line.clause)


def as_read(event: E, viewer: Viewer) -> E:
    """`event` with None in every field that `viewer` may not read: to be told, never recorded.

    Check that a field is not None before you tell it, whatever its type says.
    """
    veil = unread(event, viewer)
    changes: dict[str, Any] = dict.fromkeys(veil)
    if viewer.has_forgotten(event.version):
        changes["clauses"] = tuple(it for it in event.clauses if not _names_card(it))
        if "breakdown" in event.payload and "breakdown" not in veil:
            lines: Iterable[Line] = event.breakdown  # type: ignore[attr-defined]
            changes["breakdown"] = tuple(map(_without_card, lines))
    return msgspec.structs.replace(event, **changes) if changes else event
