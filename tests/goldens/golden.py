"""Goldens: finished games, recorded for ever.

A golden is a JSON file: what the game was created from, the orders that were given, the events
that they caused, topic and payload as the log keeps them, and a digest of the position at the
end. Whatever becomes of the rules, the events replay to that digest.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, cast

import msgspec
from eventsourcing.persistence import JSONTranscoder, StoredEvent

from napoleon.log.store.mapper import EventMapper
from napoleon.rules.events import Event

FOLDER = Path(__file__).parent

_MAPPER = EventMapper(JSONTranscoder())


class Golden(msgspec.Struct, frozen=True):
    """A recorded game."""

    ruleset: str
    rules_version: str
    pack: str
    scenario: str
    options: dict[str, Any]
    seed: str
    game: str
    digest: str
    orders: list[tuple[str, dict[str, Any]]]
    """Seat and order."""
    events: list[tuple[str, msgspec.Raw]]
    """Topic and payload, from version 1 on."""

    def replayed(self) -> Iterator[Event]:
        """The events as the service reads them from its log."""
        for version, (topic, payload) in enumerate(self.events, 1):
            row = StoredEvent(self.game, version, topic, bytes(payload))
            yield cast("Event", _MAPPER.to_domain_event(row))


def logged(events: Iterable[Event]) -> list[tuple[str, msgspec.Raw]]:
    """Topic and payload of each event as the log keeps them."""
    rows = (_MAPPER.to_stored_event(event) for event in events)
    return [(row.topic, msgspec.Raw(row.state)) for row in rows]


def read(path: Path) -> Golden:
    """The golden in a file."""
    return msgspec.json.decode(path.read_bytes(), type=Golden)


def write(golden: Golden, path: Path) -> None:
    """Write a golden, an order or an event to the line."""
    fields = {
        name: b"[\n%b\n]" % b",\n".join(map(msgspec.json.encode, value))
        if isinstance(value, list)
        else msgspec.json.encode(value)
        for name, value in msgspec.structs.asdict(golden).items()
    }
    lines = (b'"%b":%b' % (name.encode(), value) for name, value in fields.items())
    path.write_bytes(b"{%b}\n" % b",\n".join(lines))


def digest(state: msgspec.Struct) -> str:
    """SHA-256 of a position.

    Fields at their defaults are left out: later rules may know more of a position than the
    recorded ones, as long as all the rest of it stays the same.
    """
    canonical = msgspec.json.encode(_without_defaults(state), order="sorted")
    return hashlib.sha256(canonical).hexdigest()


def _without_defaults(value: Any) -> Any:
    if isinstance(value, msgspec.Struct):
        return {
            field.name: _without_defaults(getattr(value, field.name))
            for field in msgspec.structs.fields(value)
            if getattr(value, field.name) != _default(field)
        }
    if isinstance(value, dict):
        return {key: _without_defaults(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [_without_defaults(each) for each in value]
    return value


def _default(field: Any) -> Any:
    if field.default_factory is not msgspec.NODEFAULT:
        return field.default_factory()
    return field.default
