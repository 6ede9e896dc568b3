"""Bundles of games in which a text was erased are deleted from the store, by the worker.

That a text was erased is an event, whatever door it came by; so the log itself is the list of what
is to be deleted, and the store holds how much of it has been done. Nothing is forgotten by a worker
that is killed, or while the store is away. Nobody is given such a bundle meanwhile: it was kept
under the name of an earlier position.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Iterator, Sequence
from threading import Event
from typing import NamedTuple

import msgspec
from eventsourcing.persistence import Notification, PersistenceError

from api.bundles.store import BundleStore, StoreAway
from api.telemetry.metrics import ERASURES_WAITING
from napoleon.log.events.press import LetterErased
from napoleon.log.events.texts import TextErased
from napoleon.log.store.recorder import Places
from napoleon.play.games import Games
from projections.rows import Mark
from projections.witness import mark_of

LOOKING = 1.0
"""Seconds between looks at the log."""

TRYING = 10.0
"""Seconds until the store is asked again after it has failed."""

SETTLED = 300.0
"""Seconds after which bundles are deleted once more.

A web process that was killed just after it had put a bundle there could not look whether a text had
been erased meanwhile. It has looked just before, so that takes seconds.
"""

RARELY = 3600.0
"""Seconds between notes of how far the log was read where nothing was erased."""

_BATCH = 500

_TOPICS = (TextErased.topic, LetterErased.topic)

_log = logging.getLogger(__name__)


class _Noted(msgspec.Struct, frozen=True):
    """How far in the log all is done, and by which events that log is known again."""

    places: Places
    marks: tuple[Mark | None, ...]
    """Of each partition the event at its place; None where nothing is recorded yet."""


class _Found(NamedTuple):
    """What a look has found."""

    due: float
    places: Places
    games: Sequence[str]


class Erasures:
    """What is erased in `games`, as it is carried out in the store."""

    def __init__(self, games: Games, store: BundleStore) -> None:
        self._games, self._store = games, store
        self._seen: Places | None = None
        """How far the log was read; None before the store was asked how far that was."""
        self._waiting: list[_Found] = []
        """What is to be deleted once more, the oldest first."""
        self._noted_at = time.monotonic()

    def look(self) -> int:
        """Delete what is to be deleted now; returns of how many games.

        Raises StoreAway and PersistenceError; the next look goes on where this one has failed.
        """
        recorder, now = self._games.recorder, time.monotonic()
        if self._seen is None:
            self._seen = self._done_before()
        places, found = recorder.places(), list[str]()
        if places != self._seen:
            found = [*dict.fromkeys(self._erased(self._seen, places))]
            ERASURES_WAITING.set(len(found))
            self._clear(found)
            self._seen = places
            self._waiting.append(_Found(now + SETTLED, places, found))
        settled = [it for it in self._waiting if it.due <= now]
        again = [*dict.fromkeys(game for it in settled for game in it.games)]
        self._clear(again)
        if again or (settled and now - self._noted_at >= RARELY):
            self._note(settled[-1].places)
            self._noted_at = now
        self._waiting = self._waiting[len(settled) :]
        ERASURES_WAITING.set(0)
        return len(found) + len(again)

    def _clear(self, games: Sequence[str]) -> None:
        for game_id in games:
            if gone := self._store.clear(game_id):
                _log.info("deleted %d bundles of game %s: a text was erased", gone, game_id)

    def _erased(self, after: Places, upto: Places) -> Iterator[str]:
        """The games in which something was erased between two places of the log."""
        for number, (start, stop) in enumerate(zip(after, upto, strict=True)):
            partition = self._games.recorder.partition(number)
            while start < stop:
                found = partition.select_notifications(start + 1, _BATCH, stop, _TOPICS)
                yield from (str(it.originator_id) for it in found)
                start = found[-1].id if len(found) == _BATCH else stop

    def _done_before(self) -> Places:
        """How far all is done; the beginning if that was in another log, or is not known."""
        beginning: Places = (0,) * self._games.recorder.partitions
        content = self._store.noted()
        if content is None:
            return beginning
        try:
            noted = msgspec.json.decode(content, type=_Noted)
        except msgspec.ValidationError:
            # Another release has noted it in another way.
            return beginning
        # A log that was moved into another number of partitions is another log.
        if len(noted.places) != len(beginning) or noted.marks != self._marks(noted.places):
            return beginning
        return noted.places

    def _note(self, places: Places) -> None:
        self._store.note(msgspec.json.encode(_Noted(places, self._marks(places))))

    def _marks(self, places: Places) -> tuple[Mark | None, ...]:
        return tuple(self._mark(number, place) for number, place in enumerate(places))

    def _mark(self, number: int, place: int) -> Mark | None:
        if place == 0 or number >= self._games.recorder.partitions:
            return None
        at: Sequence[Notification] = self._games.recorder.partition(number).select_notifications(
            place, 1, place
        )
        return mark_of(at[0]) if at else None


def erase_bundles(erasures: Erasures, ended: Event) -> None:
    """Carry out what is erased until `ended` is set, whether the store is there or not.

    See `projections.worker.Companion`.
    """
    pause, is_silent = 0.0, False
    while not ended.wait(pause):
        try:
            erasures.look()
            pause, is_silent = LOOKING, False
        except (StoreAway, PersistenceError) as error:
            pause = TRYING
            if not is_silent:
                kind = str(error) if isinstance(error, StoreAway) else type(error).__name__
                _log.warning("bundles of games with erased texts wait to be deleted: %s", kind)
            is_silent = True
