"""What people have written, found by the events that hold its ids."""

from __future__ import annotations

from collections.abc import Iterable

from napoleon.log.events.house import HouseEvent
from napoleon.log.store.recorder import TextRow
from napoleon.rules.events import Event
from napoleon.rules.reader import Reader
from napoleon.rules.redaction import unread

HOLDING = ("why", "claim", "text", "reason")
"""Names of fields that hold ids of texts. Anything else that looks like an id, such as a nonce, is
not one."""


def may_read_words(event: Event, reader: Reader) -> bool:
    """Whether `reader` may read what was written about `event`.

    Claims, statements and reasons of rulings are for everybody, letters for those who may read
    their ids. The reason of a correction may tell as much as the correction does, and is for
    whoever may read all of that.
    """
    closed = unread(event, reader) - event.sealed
    return closed.isdisjoint(HOLDING) if isinstance(event, HouseEvent) else not closed


def words_of(event: Event, texts: Iterable[TextRow], reader: Reader) -> list[str]:
    """What was written in the course of `event`, if still kept, as far as `reader` may read it."""
    if not may_read_words(event, reader):
        return []
    held = {getattr(event, name) for name in HOLDING if name in event.payload}
    return [row.text for row in texts if row.id in held]
