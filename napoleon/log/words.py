"""What people have written, found by the events that hold its ids."""

from __future__ import annotations

from collections.abc import Iterable

from napoleon.log.events.service import ServiceEvent
from napoleon.log.store.recorder import TextRow
from napoleon.rules.events import Event
from napoleon.rules.redaction import unread
from napoleon.rules.viewer import Viewer

HOLDING = ("why", "claim", "text", "reason")
"""Names of fields that hold ids of texts. Anything else that looks like an id, such as a nonce, is
not one."""


def may_read_words(event: Event, viewer: Viewer) -> bool:
    """Whether `viewer` may read what was written about `event`.

    Claims, statements and reasons of rulings are for everybody, letters for those who may read
    their ids. The reason of a correction may tell as much as the correction does, and is for those
    who may read all of that.
    """
    closed = unread(event, viewer) - event.sealed
    return closed.isdisjoint(HOLDING) if isinstance(event, ServiceEvent) else not closed


def words_of(event: Event, texts: Iterable[TextRow], viewer: Viewer) -> list[str]:
    """What was written in the course of `event`, if still kept, as far as `viewer` may read it."""
    if not may_read_words(event, viewer):
        return []
    held = {getattr(event, name) for name in HOLDING if name in event.payload}
    return [row.text for row in texts if row.id in held]
