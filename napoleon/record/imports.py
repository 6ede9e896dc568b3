"""Imports: a game from a bundle, played back into the log of this machine.

It keeps its id, its versions and its hashes. It records all that is good in a bundle at once, up to
the first thing that is not.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import BinaryIO

import msgspec
from eventsourcing.persistence import IntegrityError, StoredEvent

from napoleon.log.events.press import LetterErased
from napoleon.log.events.rewinds import HistoryRewound
from napoleon.log.events.texts import TextErased
from napoleon.log.folding import Walk
from napoleon.log.game_log import GameLog
from napoleon.log.store.recorder import CheckpointRow, SideRecords, TextRow
from napoleon.record import checkpoints
from napoleon.record.readback import BundleRefused, ReadBack, Stop, read
from napoleon.record.writings import text_ids
from napoleon.rules.events import Event


class Imported(msgspec.Struct, frozen=True):
    """The outcome of an import."""

    game: str
    events: int
    """How many events the record claims to have."""
    good: int
    """How many of them are good, from the first one on."""
    recorded: int
    """How many of them were not in the store, and are now."""
    version: int
    """The newest version of the game in the store; 0 if nothing of it was recorded."""
    stop: Stop | None
    """Where and why the good ones end; None if all are good."""


def bring_in(games: GameLog, source: str | Path | BinaryIO, *, extend: bool = False) -> Imported:
    """Play the bundle `source` back, and record what is good in it and not yet in the store.

    An order is one piece: if it is incomplete, nothing of it is recorded. A game that the store
    already has goes on only with `extend`: others may be playing it. Raises BundleRefused, having
    recorded nothing, for what cannot be played back at all, or if the store has another log of the
    same game, or less of it without `extend`.
    """
    back = read(source, games.rulesets)
    good, stop = _played(back)
    kept = len(back.events) if stop is None else _whole(back.events[:good])
    head = games.recorder.head(back.game) or 0
    _compare(games, back, min(head, good))
    if head > good and stop is None:
        raise BundleRefused(
            f"The game has gone on in this store: version {good + 1} is not in the bundle."
        )
    if kept > head > 0 and not extend:
        raise BundleRefused(
            f"The store has this game up to version {head}, and the bundle goes on to version "
            f"{kept}. The game is extended only if that is asked for (--extend)."
        )
    if kept > head:
        _record(games, back, head, kept)
    elif head and stop is None:
        _keep_notes(games, back, head)
    return Imported(back.game, back.size, good, max(0, kept - head), max(head, kept), stop)


def _played(back: ReadBack) -> tuple[int, Stop | None]:
    """How many events can be applied one after another, and why no more."""
    targets = {event.to for event in back.events if isinstance(event, HistoryRewound)}
    walk = Walk(back.rules, targets)
    for event in back.events:
        try:
            walk.step(event)
        except MemoryError:
            raise  # which is no fault of the event
        except Exception as error:
            # Forged events can be anything, and rules may stumble over them in any way.
            reason = f"It cannot be applied to the position before it: {error}."
            return event.version - 1, Stop(event.version, reason)
    return len(back.events), back.stop


def _whole(events: Sequence[Event]) -> int:
    """The last version at which the game was certainly at rest, if more should follow."""
    return next((event.version - 1 for event in reversed(events) if event.begins), 0)


def _compare(games: GameLog, back: ReadBack, upto: int) -> None:
    """Raise BundleRefused if the store has another log of the game."""
    if not upto:
        return
    there = checkpoints.hashes(games, back.game, upto)
    for version, (ours, theirs) in enumerate(zip(there, back.hashes, strict=False), 1):
        if ours != theirs:
            raise BundleRefused(
                f"The store has another log of this game: version {version} is the first that "
                "differs."
            )


def _record(games: GameLog, back: ReadBack, head: int, kept: int) -> None:
    rows = back.rows[head:kept]
    try:
        games.recorder.insert_events(
            rows,
            side_records=SideRecords(
                names={} if head else dict(back.names),
                texts=list(_texts(games, back, rows, kept)),
                checkpoints=list(_checkpoints(games, back, kept)),
            ),
        )
    except IntegrityError as error:
        raise BundleRefused(f"Others have recorded something just now: {error}.") from error
    games.recorder.announce()


def _keep_notes(games: GameLog, back: ReadBack, head: int) -> None:
    """Keep those checkpoints of a bundle whose events are all in the store."""
    for row in _checkpoints(games, back, head):
        games.recorder.put_checkpoint(row)


def _checkpoints(games: GameLog, back: ReadBack, upto: int) -> Iterator[CheckpointRow]:
    """The checkpoints that go on from those kept here, as they were signed.

    Bundles of releases before 0.8.0 lack the first ones of a game that had been brought to the
    service from another one. Those are signed here, so that there is one wherever one was due.
    """
    before = games.recorder.checkpointed(back.game)
    first = min(back.notes, default=0)
    notes = {
        size: checkpoints.signed(games, back.game, back.hashes[:size])
        for size in checkpoints.due(back.rows[:first])
        if before < size < first
    }
    for size, note in sorted((notes | back.notes).items()):
        if before < size <= upto:
            yield CheckpointRow(back.game, size, note, b"".join(back.hashes[before:size]))
            before = size


def _texts(
    games: GameLog, back: ReadBack, rows: Sequence[StoredEvent], kept: int
) -> Iterator[TextRow]:
    """What was written in the new events `rows`, and is neither known here nor erased."""
    gone = {
        event.text for event in back.events[:kept] if isinstance(event, TextErased | LetterErased)
    }
    gone |= {row.id for row in games.recorder.texts(back.game)}
    mentioned = set[str]().union(*(text_ids(row.state) for row in rows))
    for text in back.texts:
        if text.id in mentioned and text.id not in gone:
            yield text
