"""Claims: the bundle of a running game opens what its reader may read, no more and no less.

What the verifier cannot know is which fields that is: the rules say it of each event.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from napoleon.record.leaves import CLAUSES, marks
from napoleon.record.reading import watches_as
from napoleon.record.verifier import CLOSED, OPERATOR, Check, Record, is_closed, said
from napoleon.rules.events import REFEREE, TOPICS

READER = "reader"
"""The name of the check that compares what is open with whose bundle it is."""


def claimed(record: Record) -> Check:
    """What comes of comparing what is open in a bundle with what its reader may read.

    The record has passed the checks of the verifier. What fades, as cards do in some games, and
    what releases before these recorded under topics of their own is passed over.
    """
    reader = str(record.manifest["reader"])
    if reader != OPERATOR and record.value(1, "seed") is CLOSED:
        for version, field, may_read in _judged(record, watches_as(reader)):
            is_open = (version, field) in record.values
            if is_open != may_read:
                detail = f"{said(reader)} may read {said(field)} of event {version}: closed."
                if is_open:
                    open_to = said(field)
                    detail = f"{said(reader)} may not read {open_to} of event {version}: open."
                return Check(READER, False, version, detail)
    detail = f"What is open in it is what {said(reader)} may read."
    return Check(READER, True, None, detail)


def _judged(record: Record, reader: str) -> Iterator[tuple[int, str, bool]]:
    """Closed fields by version and name, and whether the reader may read them."""
    for event in record.events:
        version, topic = event["version"], event["type"]
        if topic not in TOPICS:
            continue
        known = marks(topic)
        owner = record.value(version, TOPICS[topic].owner)
        owns = owner is not CLOSED and _is(reader, owner)
        for field, value in {**event["data"], CLAUSES: event.get(CLAUSES)}.items():
            if is_closed(value) and field not in known.fading and field != CLAUSES:
                yield version, field, field not in known.sealed and (reader == REFEREE or owns)


def _is(reader: str, owner: Any) -> bool:
    return reader in owner if isinstance(owner, list) else reader == owner
