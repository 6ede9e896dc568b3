"""Bundles read back: the events that were recorded, from their leaves and openings.

Only a record with its secret seed can be played back: that of the operator, or anybody's once the
game is over. Every event is restored as it was stored, and has to give the leaf that the bundle
has; so what is read back has the same hashes and checkpoints as before. If something does
not hold, everything before it is good.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple, cast, get_type_hints

import msgspec
from eventsourcing.persistence import JSONTranscoder, MapperDeserialisationError, StoredEvent

from napoleon.log.events.texts import text_id
from napoleon.log.game import GameCreated
from napoleon.log.store.mapper import EventMapper
from napoleon.log.store.recorder import TextRow
from napoleon.record import tree
from napoleon.record.leaves import (
    STORED_NAMES,
    Closing,
    closing,
    hashed,
    leaf,
    openings,
    opens,
    unknown,
)
from napoleon.record.verifier import (
    CREATED,
    Checkpoint,
    Counts,
    Record,
    Wrong,
    check_by,
    event_of,
    is_closed,
    read_record,
    unhex,
)
from napoleon.rules.contract import Ruleset, UnknownRuleset, replaying
from napoleon.rules.events import TOPICS, Event


class BundleRefused(Exception):
    """Nothing in a bundle can be read back: why, in a sentence."""


class Stop(msgspec.Struct, frozen=True):
    """Where reading stopped."""

    version: int
    """The first version that is not good."""
    reason: str
    """A sentence."""


class ReadBack(NamedTuple):
    """The good events of a bundle, and what goes with them."""

    game: str
    size: int
    """How many events the record claims to have."""
    rules: Ruleset
    rows: list[StoredEvent]
    """The good events as they are stored."""
    events: list[Event]
    """The same ones decoded."""
    hashes: list[bytes]
    """The hashes of their leaves."""
    notes: dict[int, str]
    """The checkpoints of the good events by size, as they were signed."""
    texts: list[TextRow]
    names: dict[str, str]
    """Display names by seat; only the operator's bundle has them."""
    stop: Stop | None
    """None if all of it is good."""


def read(source: str | Path | BinaryIO, rulesets: Mapping[str, Ruleset]) -> ReadBack:
    """Read a bundle, a zip file or the folder that it was unpacked to, as far as it is good.

    Raises BundleRefused for what is not a bundle, was played by other rules than `rulesets` has, or
    is what a party may see of a running game.
    """
    try:
        record = read_record(source, {}, None, Counts())
    except Wrong as wrong:
        raise BundleRefused(wrong.detail) from None
    rules = _rules(record.manifest, rulesets)
    shown = {(row["version"], row["field"]): row.get("value") for row in record.openings}
    if not shown.get((1, "seed")):
        raise BundleRefused(
            "The bundle is what a party may see of a running game. Only the operator's bundle can "
            "be played back, or one that was made after the end of the game."
        )
    reader = _Reader(record, rules, shown)
    stop = reader.read_all()
    size = record.manifest.get("size")
    return ReadBack(
        record.game,
        size if type(size) is int and size > len(record.lines) else len(record.lines),
        rules,
        reader.rows,
        reader.events,
        reader.hashes,
        reader.notes,
        list(_texts(record)),
        record.names,
        stop,
    )


def events(source: str | Path | BinaryIO, rulesets: Mapping[str, Ruleset]) -> list[Event]:
    """The good events of a bundle, decoded; see `read`. Raises BundleRefused."""
    return read(source, rulesets).events


class _Reader:
    """Reads events one by one, and holds those that are good."""

    def __init__(
        self, record: Record, rules: Ruleset, shown: Mapping[tuple[int, str], Any]
    ) -> None:
        self.rows: list[StoredEvent] = []
        self.events: list[Event] = []
        self.hashes: list[bytes] = []
        self.notes: dict[int, str] = {}
        self._tree = tree.Growing()
        self._record = record
        self._rules = rules
        self._shown = shown
        self._mapper = EventMapper(JSONTranscoder())
        self._closed_by: Closing | None = None
        # Where a size was signed for twice, as it was first.
        self._due = {checkpoint.size: checkpoint for checkpoint in reversed(record.checkpoints)}

    def read_all(self) -> Stop | None:
        """Read to the end of the record, or to the first version that is not good."""
        try:
            for version, line in enumerate(self._record.lines, 1):
                self._read(version, line)
            self._check_end()
        except Wrong as wrong:
            version = wrong.version or len(self.rows) + 1
            for good in (self.rows, self.events, self.hashes):
                del good[version - 1 :]
            return Stop(version, wrong.detail)
        return None

    def _read(self, version: int, line: bytes) -> None:
        recorded = event_of(line, self._record.game, version)
        if version == 1 and recorded["type"] != CREATED:
            raise Wrong(f"The log does not begin with the event {CREATED}.", 1)
        row = self._stored(recorded)
        try:
            event = cast("Event", self._mapper.to_domain_event(row))
        except MapperDeserialisationError as error:
            raise Wrong(f"The {error}.", version) from None
        if event.topic == row.topic:
            # With its fields in the order in which they are stored.
            row = self._mapper.to_stored_event(event)
        made = leaf(row, self._closing(event))
        if made != recorded:
            raise Wrong(f"What is shown of event {version} is not what the log has.", version)
        self.hashes.append(hashed(made))
        self._tree.add(self.hashes[-1])
        if self._record.leaves[version - 1 : version] != [self.hashes[-1].hex()]:
            raise Wrong(f"Event {version} does not have the hash that was recorded.", version)
        if version in self._due:
            self._check_signed(self._due[version])
        self.rows.append(row)
        self.events.append(event)

    def _stored(self, recorded: Mapping[str, Any]) -> StoredEvent:
        """The event as it was stored, from its leaf and its openings."""
        version, topic = recorded["version"], recorded["type"]
        needed = _needed(topic)
        named = {**recorded["data"], **{it: recorded[it] for it in STORED_NAMES if it in recorded}}
        stored = {}
        for name, value in named.items():
            known = self._opened(recorded, name, value) if is_closed(value) else value
            # What the store omits counts as null in a commitment.
            if known is not None or name in needed or not is_closed(value):
                stored[STORED_NAMES.get(name, name)] = known
        state = json.dumps(stored, ensure_ascii=False, separators=(",", ":")).encode()
        return StoredEvent(self._record.game, version, topic, state)

    def _opened(self, recorded: Mapping[str, Any], name: str, value: Mapping[str, str]) -> Any:
        """What the store holds in a field for which the leaf has the commitment `value`."""
        version, topic = recorded["version"], recorded["type"]
        if (version, name) in self._shown:
            return self._shown[version, name]
        if topic not in TOPICS or name not in TOPICS[topic].sealed:
            raise Wrong(f"The field {name} of event {version} is not opened.", version)
        if self._closed_by is not None:
            # In a fork the tokens of the other game are left empty.
            empty = StoredEvent(self._record.game, version, topic, json.dumps({name: ""}).encode())
            [opening] = openings(empty, self._closed_by, [name])
            if opens(opening, recorded):
                return ""
        return unknown(value["sha256"], _hints(TOPICS[topic])[name])

    def _closing(self, event: Event) -> Closing:
        if self._closed_by is None:
            assert isinstance(event, GameCreated), "a log begins with game_created"
            self._check_pinned(event)
            try:
                fades = self._rules.cards_fade(event.options)
                self._closed_by = closing(event, fades=fades)
            except (ValueError, LookupError, TypeError, AttributeError):
                raise Wrong("The seed or the options of the game make no sense.", 1) from None
        return self._closed_by

    def _check_pinned(self, created: GameCreated) -> None:
        said = self._record.manifest
        for name in ("ruleset", "rules_version", "pack"):
            if said[name] != getattr(created, name):
                raise Wrong(f"The first event and manifest.json differ in the {name}.", 1)

    def _check_signed(self, checkpoint: Checkpoint) -> None:
        """A checkpoint that does not hold does not say which of the events before it is wrong."""
        before = max(self.notes, default=0)
        try:
            check_by(checkpoint, self._record)
        except Wrong as wrong:
            raise Wrong(wrong.detail, before + 1) from None
        if checkpoint.root != self._tree.root:
            raise Wrong(f"{checkpoint.called} is of another log.", before + 1)
        self.notes[checkpoint.size] = checkpoint.note

    def _check_end(self) -> None:
        read, size = len(self.rows), self._record.manifest.get("size")
        newest = self._record.checkpoints[-1].size
        if read < newest or size != read:
            end = read if read < newest else newest
            raise Wrong(f"The log ends at version {read}, and should have {size}.", end + 1)
        if newest < read:
            raise Wrong(f"What follows version {newest} was never signed for.", newest + 1)


@cache
def _hints(event: type[Event]) -> dict[str, Any]:
    return get_type_hints(event)


@cache
def _needed_of(event: type[Event]) -> frozenset[str]:
    fields: Sequence[Any] = msgspec.structs.fields(event)
    return frozenset(field.name for field in fields if field.required)


def _needed(topic: str) -> frozenset[str]:
    """The fields that the store never omits, and that may be null."""
    return _needed_of(TOPICS[topic]) if topic in TOPICS else frozenset()


def _rules(manifest: Mapping[str, Any], rulesets: Mapping[str, Ruleset]) -> Ruleset:
    name, version, pack = manifest["ruleset"], manifest["rules_version"], manifest["pack"]
    today = rulesets.get(name)
    if today is None:
        raise BundleRefused(f"The game is one of the ruleset {name!r}, which is not installed.")
    with suppress(UnknownRuleset):
        return replaying(rulesets, name, version, pack)
    if version not in (today.version, *(it for it, _ in today.replays)):
        raise BundleRefused(
            f"The game was played by version {version!r} of {name}, and {today.version} is "
            "installed."
        )
    raise BundleRefused(f"The game was played with another data pack of {name}: {pack!r}.")


def _texts(record: Record) -> Iterator[TextRow]:
    """The texts that have the ids under which the log knows them."""
    for row in record.texts:
        salt = unhex(row["salt"])
        if text_id(salt, row["text"]) == row["id"]:
            yield TextRow(record.game, row["id"], salt, row["text"])
