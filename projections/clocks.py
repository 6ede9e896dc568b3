"""Clocks of all games, run by the worker: what falls due is recorded at its time.

All that is known comes from the log: a worker that starts reads only the events about time, of the
games that are awake, so a thousand games are known in a moment. Several workers do not harm each
other: the second finds it done.

If the clock of the machine jumps ahead, nothing is done for an hour, in which somebody may notice.
"""

from __future__ import annotations

import heapq
import logging
import time
from collections.abc import Callable, Iterator
from threading import Event

import msgspec
from eventsourcing.persistence import MapperDeserialisationError, Notification, PersistenceError

from napoleon.log.clocks import Timekeeping
from napoleon.log.errors import UnknownGame
from napoleon.log.events.clocks import KINDS
from napoleon.log.events.rewinds import GameForked
from napoleon.log.replayer import UNREADABLE
from napoleon.log.store.recorder import LogPartition, Places, is_put_back
from napoleon.log.times import HOUR, MINUTE, SECOND
from napoleon.play.clock.running import next_due, run
from napoleon.play.games import Games

LOOKING = 1.0
"""Seconds between looks: deadlines are told to the minute."""

PAUSE = MINUTE
"""Until a game whose clock could not be run is looked at again."""

JUMP = 5 * MINUTE
"""By how much more than time has passed a clock may be ahead before it is distrusted."""

DISTRUST = HOUR
"""For how long nothing falls due after a jump."""

TOPICS = [*(kind.topic for kind in KINDS), GameForked.topic]

_CHUNK = 1000
"""Notifications read from the log at a time."""

_log = logging.getLogger(__name__)


def run_clocks(games: Games, ended: Event) -> None:
    """Record what falls due until `ended` is set.

    It waits for a database that is gone. See `projections.worker.Companion`.
    """
    clocks, trust = Clocks(games), Trust(games.now)
    away = False
    while not ended.wait(LOOKING):
        try:
            clocks.look()
            if trust.is_sound():
                clocks.run_due()
            away = False
        except PersistenceError as error:
            if not away:
                _log.warning("clocks are not looked at: %s", type(error).__name__)
            away = True


class Known(msgspec.Struct):
    """A game, as far as the events about time tell of it."""

    timekeeping: Timekeeping = Timekeeping()
    version: int = 0
    broken: bool = False
    """Whether one of them could not be read."""


class Clocks:
    """The clocks of all games, and when something comes of each of them."""

    def __init__(self, games: Games) -> None:
        self._games = games
        self._forget()

    def _forget(self) -> None:
        """Start again, with nothing read yet."""
        self._known: dict[str, Known] = {}
        self._due: list[tuple[int, str]] = []
        """When to look at which game, the next one first; what is out of date is passed over."""
        self._at: dict[str, int] = {}
        """When each game is to be looked at, as far as that is known."""
        self._position: Places = ()

    def look(self) -> None:
        """Take in what has been recorded since the last look. Raises PersistenceError."""
        newest = self._games.recorder.places()
        if is_put_back(self._position, newest):
            self._forget()
        changed: set[str] = set()
        # All are read before one is taken in: what is taken in and not planned, as the database
        # fails at the next question, would pass for known from then on.
        for it in [*self._news(newest)]:
            if (game_id := self._taken_in(it)) is not None:
                changed.add(game_id)
        self._position = newest
        for game_id in changed:
            self._plan(game_id, next_due(self._known[game_id].timekeeping))
            if self._known[game_id].timekeeping.clock is None and not self._known[game_id].broken:
                del self._known[game_id]

    def _news(self, newest: Places) -> Iterator[Notification]:
        """The events about time since the last look, with all of games that nothing was known of.

        Such a game has no clock, or it slept.
        """
        recorder = self._games.recorder
        if not any(self._position):
            yield from recorder.marked(TOPICS)
        elif newest != self._position:
            strange = {*recorder.games_since(self._position)} - self._known.keys()
            if strange:
                yield from recorder.marked(TOPICS, strange)
            for number, (after, upto) in enumerate(zip(self._position, newest, strict=True)):
                for it in _between(recorder.partition(number), after, upto):
                    if str(it.originator_id) not in strange:
                        yield it

    def _taken_in(self, it: Notification) -> str | None:
        """The game that an event about time has changed; None if it cannot be read, or was known.

        A game whose log is broken is left alone: an audit tells where.
        """
        game_id = str(it.originator_id)
        known = self._known.setdefault(game_id, Known())
        if known.broken or it.originator_version <= known.version:
            return None
        try:
            event = self._games.mapper.to_domain_event(it)
            if isinstance(event, GameForked):
                known.timekeeping = Timekeeping()
            else:
                event.change(known)  # type: ignore[attr-defined]
        except (MapperDeserialisationError, LookupError, AttributeError, TypeError) as why:
            _log.error("the clock of game %s stands still: %s", game_id, why)
            known.timekeeping, known.broken = Timekeeping(), True
        known.version = it.originator_version
        return game_id

    def run_due(self) -> int:
        """Do what is due by now; returns in how many games. Raises PersistenceError."""
        now, due = self._games.clock(), list[str]()
        while self._due and self._due[0][0] <= now:
            when, game_id = heapq.heappop(self._due)
            if self._at.get(game_id) == when:
                del self._at[game_id]
                due.append(game_id)
        for game_id in due:
            self._plan(game_id, self._run(game_id))
        return len(due)

    def _run(self, game_id: str) -> int | None:
        """Run the clock of a game; returns when to look at it again."""
        try:
            return run(self._games, game_id)
        except PersistenceError:
            self._plan(game_id, self._games.clock())
            raise
        except (UnknownGame, *UNREADABLE) as why:
            _log.warning("the clock of game %s waits: %s", game_id, type(why).__name__)
        except Exception:
            _log.exception("the clock of game %s could not be run", game_id)
        return self._games.clock() + PAUSE

    def _plan(self, game_id: str, due: int | None) -> None:
        if due is None:
            self._at.pop(game_id, None)
        elif self._at.get(game_id) != due:
            self._at[game_id] = due
            heapq.heappush(self._due, (due, game_id))


def _between(partition: LogPartition, after: int, upto: int) -> Iterator[Notification]:
    """The events about time in a part of the log, after one place and up to another."""
    while after < upto and (
        found := partition.select_notifications(after + 1, _CHUNK, upto, TOPICS)
    ):
        yield from found
        after = found[-1].id


class Trust:
    """Whether the clock of the machine goes on as time does."""

    def __init__(
        self, now: Callable[[], int], passed: Callable[[], float] = time.monotonic
    ) -> None:
        """`now` is what is distrusted, in microseconds; `passed` the seconds since some moment."""
        self._now, self._passed = now, passed
        self._last = (now(), passed())
        self._distrusted_until = 0.0

    def is_sound(self) -> bool:
        """Whether what the clock says may be acted upon. After a jump ahead it is not for a time.

        >>> hour, clock, passed = 3600, [0], [0.0]
        >>> trust = Trust(lambda: clock[0], lambda: passed[0])
        >>> clock[0] += 365 * 24 * hour * SECOND; passed[0] += 1.0
        >>> trust.is_sound()
        False
        >>> clock[0] += hour * SECOND; passed[0] += hour
        >>> trust.is_sound()
        True
        """
        (before, then), (now, passed) = self._last, (self._now(), self._passed())
        self._last = (now, passed)
        ahead = (now - before) - round((passed - then) * SECOND)
        if ahead > JUMP:
            _log.error(
                "the clock of this machine is %d seconds ahead of a moment ago: "
                "deadlines wait for an hour",
                ahead // SECOND,
            )
            self._distrusted_until = passed + DISTRUST / SECOND
        elif ahead < -JUMP:
            # It was put back, perhaps right.
            self._distrusted_until = 0.0
        return passed >= self._distrusted_until
