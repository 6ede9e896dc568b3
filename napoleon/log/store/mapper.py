"""Events to stored JSON and back, under explicit topics, nested no deeper than can be read."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any, cast

import msgspec
from eventsourcing.domain import DomainEventProtocol
from eventsourcing.persistence import (
    Cipher,
    Compressor,
    Mapper,
    MapperDeserialisationError,
    ProgrammingError,
    StoredEvent,
    Transcoder,
)

from napoleon.log.ids import is_guessable, public_order_id
from napoleon.log.times import SECOND
from napoleon.rules.contract import load_topics
from napoleon.rules.events import TOPICS, Event
from napoleon.rules.upcasts import UPCASTS, Upcast

Decode = Callable[[bytes], Event]

_encode = msgspec.json.Encoder().encode
_set = msgspec.structs.force_setattr

DEEPEST = 200
"""Lists and objects within each other. No event comes near it; Python gives up at a few times
that."""
HARMLESS = 2 * DEEPEST
"""Bytes of a state that is too short to be nested deeper, so need not be looked at."""


class EventMapper(Mapper[str]):
    """Maps events to JSON texts; game and version are columns beside them.

    The log is plain JSON on purpose: a dispute is settled with a database shell. So it takes
    neither a cipher nor a compressor.

    What logs of releases before 0.6.0 hold that may give something away leaves the store only in
    another form, so that no reader can be given it: times to the second, except when the game was
    set up, and guessable order ids as `napoleon.log.ids.public_order_id` has them. Those need
    `order_secret_of`.
    """

    order_secret_of: Callable[[str], bytes] | None = None
    """Gives the secret of a game that its public order ids are made with, see
    `napoleon.log.ids.order_secret`; None where events are read as they are stored, as out of a
    bundle."""

    def __init__(
        self,
        transcoder: Transcoder,
        compressor: Compressor | None = None,
        cipher: Cipher | None = None,
        *,
        topics: Mapping[str, type[Event]] = TOPICS,
        upcasts: Mapping[str, Upcast] = UPCASTS,
    ) -> None:
        super().__init__(transcoder, compressor, cipher)
        if compressor or cipher:
            raise ProgrammingError("the log is plain JSON: it takes no compressor and no cipher")
        self._topics = topics
        self._upcasts = upcasts
        self._decoders: dict[str, Decode] = {}

    def to_stored_event(self, domain_event: DomainEventProtocol[str]) -> StoredEvent:
        """The event as a row of the log."""
        event = cast("Event", domain_event)
        body = msgspec.structs.replace(event, game="", version=0)
        return StoredEvent(event.game, event.version, event.topic, _encode(body))

    def to_domain_event(self, stored_event: StoredEvent) -> DomainEventProtocol[str]:
        """The event in a row of the log.

        Raises MapperDeserialisationError, naming game and version, if no installed ruleset knows
        the topic or the stored JSON is not what the topic's class declares.
        """
        game, version = stored_event.originator_id, stored_event.originator_version
        try:
            decode = self._decoders.get(stored_event.topic) or self._decoder(stored_event.topic)
            if len(stored_event.state) > HARMLESS:
                check_nesting(stored_event.state)
            event = decode(stored_event.state)
            if self.order_secret_of is not None:
                if event.at % SECOND and version > 1:
                    _set(event, "at", event.at - event.at % SECOND)
                if is_guessable(event.order_id):
                    secret = self.order_secret_of(str(game))
                    _set(event, "order_id", public_order_id(secret, event.order_id))
        except (LookupError, TypeError, ValueError, RecursionError) as error:
            raise MapperDeserialisationError(
                f"event {version} of game {game} cannot be read ({stored_event.topic}): {error}"
            ) from error
        _set(event, "game", game)
        _set(event, "version", version)
        return cast("DomainEventProtocol[str]", event)

    def learn(self, topics: Iterable[str]) -> None:
        """Be ready to read events under these topics, which takes longest the first time.

        Raises LookupError if no installed ruleset records one of them.
        """
        for topic in topics:
            if topic not in self._decoders:
                self._decoder(topic)

    def stored_as(self, topics: Iterable[str]) -> frozenset[str]:
        """The topics under which events of some topics are stored, also by earlier releases."""
        found = set(topics)
        while earlier := {old for old, it in self._upcasts.items() if it.to in found} - found:
            found |= earlier
        return frozenset(found)

    def _decoder(self, topic: str) -> Decode:
        steps = []
        newest = topic
        if topic not in self._topics:
            load_topics(topic)
        while newest not in self._topics:
            if newest not in self._upcasts:
                raise LookupError("no installed ruleset records this topic")
            step = self._upcasts[newest]
            steps.append(step.change)
            newest = step.to
        event_type = self._topics[newest]
        decode = msgspec.json.Decoder(event_type).decode
        self._decoders[topic] = _upcasting(steps, event_type) if steps else decode
        return self._decoders[topic]


def _upcasting(steps: list[Callable[[dict[str, Any]], dict[str, Any]]], to: type[Event]) -> Decode:
    def decode(stored: bytes) -> Event:
        data = msgspec.json.decode(stored)
        for change in steps:
            data = change(data)
        return msgspec.convert(data, to, str_keys=True)

    return decode


_TEXT = re.compile(rb'"(?:[^"\\]|\\.)*"', re.DOTALL)

_BRACKETS = re.compile(rb"[^][{}]+")


def check_nesting(state: bytes) -> None:
    """Raise ValueError for JSON nested deeper than `DEEPEST`."""
    if state.count(b"[") + state.count(b"{") <= DEEPEST:
        return
    depth = 0
    for bracket in _BRACKETS.sub(b"", _TEXT.sub(b"", state)):
        depth += 1 if bracket in b"[{" else -1
        if depth > DEEPEST:
            raise ValueError(f"it is nested deeper than {DEEPEST} times")
