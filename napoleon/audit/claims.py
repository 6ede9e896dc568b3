"""Claims: the bundle of a running game opens what its reader may read, no more and no less.

The verifier cannot know which fields that is: the rules say it of each event.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, get_type_hints

import msgspec

from napoleon.record.leaves import CLAUSES, marks, veil
from napoleon.record.reading import watches_as
from napoleon.record.verifier import CLOSED, OPERATOR, Check, Record, Wrong, is_closed, said
from napoleon.rules.events import TOPICS, Event
from napoleon.rules.viewer import Viewer

READER = "reader"
"""The name of the check that compares what is open with whose bundle it is."""


def claimed(record: Record) -> Check:
    """What comes of comparing what is open in a bundle with what its reader may read.

    The record has passed the checks of the verifier. What fades, as cards do in some games, and
    what releases before these recorded under topics of their own is passed over; so is, and that
    is told, an event that does not hold what such an event holds here.
    """
    viewer, strange = str(record.manifest["reader"]), list[int]()
    try:
        if viewer != OPERATOR and record.value(1, "seed") is CLOSED:
            _check(record, viewer, strange)
    except Wrong as wrong:
        return Check(READER, False, wrong.version, wrong.detail)
    detail = f"What is open in it is what {said(viewer)} may read."
    if strange:
        many = len(strange)
        detail = (
            f"What is open in it is what {said(viewer)} may read; {many} events were passed over, "
            "as they do not hold what such events hold."
        )
    return Check(READER, True, None, detail)


def _check(record: Record, viewer: str, strange: list[int]) -> None:
    """Raise Wrong at the first field that is open and should be closed, or the other way round."""
    for version, field, may_read in _judged(record, Viewer(watches_as(viewer)), strange):
        if ((version, field) in record.values) != may_read:
            detail = f"{said(viewer)} may read {said(field)} of event {version}: closed."
            if not may_read:
                open_to = said(field)
                detail = f"{said(viewer)} may not read {open_to} of event {version}: open."
            raise Wrong(detail, version)


def _judged(record: Record, viewer: Viewer, strange: list[int]) -> Iterator[tuple[int, str, bool]]:
    """Closed fields by version and name, and whether the reader may read them.

    Versions of events that cannot be judged are added to `strange`.
    """
    for told in record.events:
        version, topic, data = told["version"], told["type"], told["data"]
        try:
            fading = marks(topic).fading
        except LookupError:
            continue
        closed = [it for it in data if is_closed(data[it]) and it not in fading and it != CLAUSES]
        if closed and topic in TOPICS:
            event = _as_opened(record, told)
            if event is None:
                strange.append(version)
                continue
            unread = veil(topic, event, viewer)
            yield from ((version, field, field not in unread) for field in closed)


def _as_opened(record: Record, told: Mapping[str, Any]) -> Event | None:
    """An event with what the bundle opens of it; () stands for what stays closed.

    None if that is no event of its topic.
    """
    event, version = TOPICS[told["type"]], told["version"]
    known: dict[str, Any] = {"version": version, "fog": bool(told.get("fog"))}
    for field in msgspec.structs.fields(event):
        if field.name not in event.payload:
            continue
        value = record.value(version, field.name)
        if value is CLOSED:
            known[field.name] = ()
        elif value is not None or field.required:
            try:
                known[field.name] = msgspec.convert(value, _hints(event)[field.name], str_keys=True)
            except (msgspec.ValidationError, RecursionError):
                return None
    return event(**known)


@cache
def _hints(event: type[Event]) -> dict[str, Any]:
    return get_type_hints(event)
