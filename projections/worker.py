"""The projection worker: follows the log, and draws the read models in batches.

Several workers may run. Of a log on PostgreSQL each partition is held by one of them, which alone
works on it (`napoleon.log.store.leases`); of one in a file each works on everything: it writes from
the position that it knows, and the slower one finds the read models moved on and goes on from
there. A worker that is killed leaves nothing wrong: lists and position are written in one
transaction, games before them or in the same one, and a game that is drawn twice is as it was. A
worker waits for a database that is gone, and draws lost read models again. Where the log is what
has been lost it draws nothing, as the read models are then the only ones to know what was in it.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from threading import Event

from eventsourcing.persistence import (
    IntegrityError,
    InterfaceError,
    Notification,
    OperationalError,
    Tracking,
)

from napoleon.log.replayer import UNREADABLE
from napoleon.log.store.key_files import KeyUnusable
from napoleon.log.store.leases import LeaseLost
from napoleon.log.store.recorder import Places
from napoleon.play.games import Games
from napoleon.record.checkpoints import keep_due
from projections.delivery import nobody_listens
from projections.following import Following
from projections.metrics import DRAWN, HELD, LAST_DRAWN
from projections.projector import changes, edition, group
from projections.stopping import stopped_by_signals
from projections.store import ViewStore
from projections.store.contract import tracked
from projections.witness import loss, mark_of, refuse_if_lost

BATCH = 500
"""How many events are drawn and written at once at most."""

GAMES = 64
"""How many games at most, so that writing them does not hold a database up."""

PAUSES = (0.1, 0.2, 0.5, 1.0, 2.0, 5.0)
"""Seconds between attempts to go on after an error that may pass; the last one is repeated."""

CALM = 30.0
"""Seconds of work after which an error counts as the first of a new trouble."""

LOOKING = 1.0
"""Seconds between looks at whether the read models are still there."""

TURN = 0.1
"""Seconds in which it is noticed that the worker is to stop, or that it holds something else."""

TENDING = 60
"""After how many looks the store is told that a worker is there, or a loss is reported again."""

PASSING = (OperationalError, InterfaceError, IntegrityError)
"""The errors of a database that is gone for a while, or has lost what was drawn."""

Companion = Callable[[Event], None]
"""Work besides drawing: it is called in a thread, with the event that tells it to return."""

Beside = Callable[[Games], Sequence[Companion]]
"""What is done besides drawing, for the games as far as they are held here."""

Beat = Callable[[str], None]
"""Is told that the worker lives, and what it waits for; "" if for nothing."""

STUCK = 120.0
"""Seconds in which something is drawn, if anything is to be; a worker that takes longer hangs."""

Watch = Callable[[int], None]
"""Is told how far in the log drawing has come."""

_log = logging.getLogger(__name__)


def nothing_beside(games: Games) -> Sequence[Companion]:
    """Nothing is done besides drawing."""
    return ()


def run(
    games: Games,
    views: ViewStore,
    beside: Beside = nothing_beside,
    beat: Beat = nobody_listens,
) -> None:
    """Follow the log, as far as it is held here, until the process is told to stop.

    That is by SIGTERM or SIGINT. What is done `beside` is begun again whenever what is held here
    changes; a companion that fails ends the worker, which raises its error. `beat` is called about
    once a second as long as the worker draws what is to be drawn, stands by, waits for a database,
    or ends what is under way. One that is stuck lets go of what it holds.
    """
    ended = Event()
    sharing = games.recorder.leases(group(games, views))
    with stopped_by_signals(ended.set), sharing as leases:
        crew: _Crew | None = None
        try:
            # What is held is renewed until the last thread is done with it.
            while crew is not None or not ended.is_set():
                is_stuck = crew is not None and crew.is_stuck()
                if is_stuck:
                    leases.close()
                working = None if crew is None else crew.recorder
                part = leases.look(working, TURN, leaves=is_stuck or ended.is_set())
                if crew is not None and (ended.is_set() or part is not crew.recorder):
                    crew.end()
                if crew is not None and crew.is_over():
                    crew.close()
                    crew = None
                if crew is None and part is not None and not ended.is_set():
                    theirs = games if part is games.recorder else games.through(part)
                    crew = _Crew(games, theirs, views, beside(theirs), beat)
                if crew is None:
                    beat("waiting for a database" if leases.is_away() else "standing by")
                elif crew.is_ending():
                    beat("ending what is under way")
        finally:
            if crew is not None:
                crew.end()
                crew.close()


class _Crew:
    """The threads that work on the part of the log that is held here; they end together."""

    def __init__(
        self,
        games: Games,
        part: Games,
        views: ViewStore,
        beside: Sequence[Companion],
        beat: Beat,
    ) -> None:
        self.recorder = part.recorder
        self._stuck = Event()
        self._ended_at = 0.0
        ended = Event()
        self._followed = [Following(number, ended) for number in self.recorder.numbers]

        def draw_all(following: Following) -> None:
            _go_on(ended, lambda: _follow(part, views, following))

        tasks: list[Companion] = [
            *(lambda ended, it=it: draw_all(it) for it in self._followed),
            lambda ended: _watch(part, views, *self._followed, beat=beat, stuck=self._stuck),
            *beside,
        ]
        if self.recorder.leads:
            tasks.append(lambda ended: _tend(games, views, ended))
        HELD.clear()
        for number in self.recorder.numbers:
            HELD.labels(number).set(1)
        self._threads = ThreadPoolExecutor(len(tasks))
        self._running: list[Future[None]] = []
        try:
            for task in tasks:
                self._running.append(self._threads.submit(task, ended))
                self._running[-1].add_done_callback(self._end_if_failed)
        except BaseException:
            # As where no more threads can be started.
            self.end()
            self._threads.shutdown(cancel_futures=True)
            raise

    def _end_if_failed(self, done: Future[None]) -> None:
        if done.exception() is not None:
            self.end()

    def end(self) -> None:
        """Tell all of them to stop."""
        self._ended_at = self._ended_at or time.monotonic()
        for following in self._followed:
            following.end()

    def is_stuck(self) -> bool:
        """Whether nothing is drawn that should be, or they do not stop though they were told to."""
        takes = time.monotonic() - self._ended_at if self._ended_at else 0.0
        return self._stuck.is_set() or takes >= STUCK

    def is_ending(self) -> bool:
        """Whether they were told to stop, and do so as far as anybody can tell."""
        return self._ended_at > 0 and not self.is_stuck()

    def is_over(self) -> bool:
        """Whether all of them have stopped."""
        return all(it.done() for it in self._running)

    def close(self) -> None:
        """Wait for them. Raises the error of the first that has failed."""
        self._threads.shutdown()
        HELD.clear()
        for it in self._running:
            it.result()


def _go_on(ended: Event, work: Callable[[], None]) -> None:
    """Do `work` again and again until `ended` is set, whatever happens in between."""
    failures = 0
    while not ended.is_set():
        started = time.monotonic()
        try:
            work()
        except PASSING as error:
            if time.monotonic() - started > CALM:
                failures = 0
            if failures == 0:
                _log.warning("drawing is interrupted: %s: %s", type(error).__name__, error)
            ended.wait(PAUSES[min(failures, len(PAUSES) - 1)])
            failures += 1


def _follow(games: Games, views: ViewStore, following: Following) -> None:
    """Draw what a partition holds and what is recorded there, until the subscription is ended.

    Raises EventsLost if the log does not hold what was drawn from it.
    """
    refuse_if_lost(games, views)
    number = following.partition
    partition = games.recorder.partition(number)
    position = views.begin(tracked(edition(games), number))
    _log.info("drawing from position %d", position)
    with (
        partition.subscribe(gt=position) as subscription,
        following.along(subscription, position),
    ):
        newest, batch = 0, list[Notification]()
        for notification in subscription:
            batch.append(notification)
            if notification.id >= newest:
                newest = partition.max_notification_id() or 0
            if notification.id >= newest or len(batch) >= BATCH:
                position = draw(games, views, batch, position, number)
                following.position = position
                batch.clear()


def _watch(
    games: Games,
    views: ViewStore,
    *followed: Following,
    beat: Beat = nobody_listens,
    stuck: Event | None = None,
) -> None:
    """Start again where the read models have been lost, though nothing is recorded meanwhile.

    And stop drawing where the log has lost something, and report it as long as that is so. It is
    said that the worker lives, unless it gets nowhere; `stuck` is set then.
    """
    stuck = stuck or Event()
    looks, since = 0, 0
    drawn: Places = ()
    moved = time.monotonic()
    while not followed[0].ended.wait(LOOKING):
        looks += 1
        try:
            drawn_by = edition(games)
            expected = [it.position for it in followed]
            found = tuple(
                views.max_tracking_id(tracked(drawn_by, it.partition)) or 0 for it in followed
            )
            places = games.recorder.places()
            newest = tuple(places[it.partition] for it in followed)
            lost = loss(games, views)
            if lost is not None:
                since = since or looks
                if (looks - since) % TENDING == 0:
                    _log.error("%s: nothing is recorded or drawn; see 'napoleon rebuild'", lost)
                for following in followed:
                    following.begin_anew()
                beat("the log has lost events: see 'napoleon rebuild'")
                moved = time.monotonic()
                continue
            since = 0
            states = zip(followed, found, expected, strict=True)
            behind = [following for following, come, place in states if come < place]
            for following in behind:
                following.begin_anew()
            reached = tuple(it.position for it in followed)
            if reached != drawn or found == newest:
                drawn, moved = reached, time.monotonic()
            if time.monotonic() - moved < STUCK:
                beat("")
                stuck.clear()
            else:
                stuck.set()
        except LeaseLost:
            # Who holds nothing any more is told to end; that it waits is for others to say.
            continue
        except PASSING as error:
            beat(f"waiting for a database: {type(error).__name__}")
            moved = time.monotonic()


def _tend(games: Games, views: ViewStore, ended: Event) -> None:
    """Tell the store again and again that a worker is there, and whether all of the log is drawn.

    Not while the log has lost something.
    """
    while not ended.wait(TENDING * LOOKING):
        try:
            drawn_by = edition(games)
            drawn = tuple(
                views.max_tracking_id(tracked(drawn_by, it)) or 0
                for it in range(games.recorder.partitions)
            )
            if loss(games, views) is None:
                views.tend(drawn_by, complete=drawn == games.recorder.places())
        except PASSING as error:
            _log.debug("the read models are not tended just now: %s", error)


def catch_up(games: Games, views: ViewStore, watch: Watch | None = None) -> int:
    """Draw all that the log holds now; returns how many events. For a short-lived process.

    `watch` is told how many have been drawn on the way. Raises EventsLost as `_follow` does.
    """
    refuse_if_lost(games, views)
    drawn_by, before = edition(games), 0
    for number in range(games.recorder.partitions):
        partition = games.recorder.partition(number)
        position = views.begin(tracked(drawn_by, number))
        while batch := partition.select_notifications(position + 1, BATCH):
            position = draw(games, views, batch, position, number)
            if watch is not None:
                watch(before + position)
        before += position
    return before


def draw_anew(games: Games, views: ViewStore, watch: Watch | None = None) -> int:
    """Draw all that the log holds from the beginning, and then show it; otherwise as `catch_up`."""
    with views.rebuilding(edition(games)) as anew:
        return catch_up(games, anew, watch)


def draw(
    games: Games,
    views: ViewStore,
    batch: Sequence[Notification],
    position: int,
    partition: int = 0,
) -> int:
    """Draw what comes in `batch` after `position`, where the read models are; the new position.

    All of it is in that partition of the log.

    If another worker was first, what is left is drawn from where that one has come to. Raises
    IntegrityError if the read models have been started again.
    """
    drawn_by = tracked(edition(games), partition)
    while left := _portion([it for it in batch if it.id > position]):
        reached = left[-1].id
        found = changes(games, views, left)
        found.last = mark_of(left[-1])
        # In case the process that brought a question up ended before it was answered; and before
        # the position is written, as nobody comes back to what lies before it.
        for game_id in found.games:
            games.follow_standing_orders(game_id)
            _keep_checkpoints(games, game_id)
        # Where the database was put back meanwhile, nothing of that may hide what was drawn before.
        refuse_if_lost(games, views)
        try:
            views.record(found, after=position, tracking=Tracking(drawn_by, reached))
        except IntegrityError:
            moved_on = views.max_tracking_id(drawn_by) or 0
            if moved_on <= position:
                raise
            position = moved_on
        else:
            position = reached
            DRAWN.inc(len(left))
            LAST_DRAWN.set_to_current_time()
            for game_id in found.games:
                with suppress(*UNREADABLE):
                    games.take_snapshots(game_id)
    return position


def _portion(notifications: Sequence[Notification]) -> Sequence[Notification]:
    """The first of them, from no more games than are drawn at once."""
    games = set[object]()
    for number, notification in enumerate(notifications):
        games.add(notification.originator_id)
        if len(games) > GAMES:
            return notifications[:number]
    return notifications


def _keep_checkpoints(games: Games, game_id: str) -> None:
    """Sign what is due. Boards are drawn all the same if that fails, and it is tried again."""
    try:
        keep_due(games, game_id)
    except (KeyUnusable, *UNREADABLE):
        _log.exception("the record of game %s could not be signed", game_id)
