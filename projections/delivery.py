"""Delivery: sending what is due, at least once each, by any of several workers.

A worker takes an item by putting off when it is due (a lease), sends it, and then notes how it
went. If it is killed in between, the lease runs out and the item is sent again, under the same id.
What kind of item it is, a message to a webhook or a mail, is a `Work`.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterable
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ThreadPoolExecutor, wait
from threading import Event
from typing import Protocol, TypeVar

from eventsourcing.persistence import PersistenceError

from napoleon.log.store.leases import LeaseLost
from napoleon.log.times import DAY, HOUR, MINUTE, SECOND

SENDERS = 8
"""Items that one worker sends at a time, so a few slow receivers do not hold up the others."""

LOOK_SECONDS = 0.2
"""Seconds between looks at whether there is something new to send."""

POLL_SECONDS = 5.0
"""Seconds between looks at what is due to be tried again."""

LEASE = MINUTE
"""How long a worker has an item to itself: longer than sending takes, even with a slow
resolver."""

PAUSES = (
    5 * SECOND,
    MINUTE,
    10 * MINUTE,
    HOUR,
    6 * HOUR,
    *[DAY] * 5,
)
"""How long to wait after each failure in a row. After one more, in the sixth day, it is over."""

T = TypeVar("T")

_log = logging.getLogger(__name__)


class Work(Protocol[T]):
    """Items of one kind that are to be sent."""

    @property
    def kind(self) -> str:
        """What the items are, in the plural, for readers of the logs."""

    def newest(self) -> object:
        """Something that is another thing as soon as there may be more to send.

        Raises PersistenceError.
        """

    def take(self, most: int) -> Iterable[T]:
        """At most `most` of the items that are due; no other worker has them during the `LEASE`.

        Raises PersistenceError.
        """

    def attempt(self, taken: T) -> None:
        """Send an item and note how it went."""


def nobody_listens(status: str) -> None:
    """Nobody is told that work goes on."""


def deliver(work: Work[T], ended: Event, beat: Callable[[str], None] = nobody_listens) -> None:
    """Send what is due until `ended` is set; what is under way is then waited for.

    It waits for a database that is gone. See `projections.worker.Companion`. `beat` is called
    several times a second, with what it waits for, "" if for nothing.
    """
    with ThreadPoolExecutor(SENDERS, thread_name_prefix=work.kind) as pool:
        deliver_by(pool, work, ended, beat)


def senders() -> ThreadPoolExecutor:
    """Threads for `deliver_by`, more than send at a time: some may be at what was taken before."""
    return ThreadPoolExecutor(8 * SENDERS, thread_name_prefix="sending")


def deliver_by(
    pool: Executor, work: Work[T], ended: Event, beat: Callable[[str], None] = nobody_listens
) -> None:
    """As `deliver`, in threads of `pool`; there goes on what is under way at the end."""
    under_way: set[Future[None]] = set()
    seen, looked, away = None, -POLL_SECONDS, False
    while not ended.is_set():
        still = _rest(under_way, ended)
        is_time = len(still) < len(under_way) or time.monotonic() - looked >= POLL_SECONDS
        under_way = still
        beat("waiting for a database" if away else "")
        try:
            newest = work.newest()
            if newest == seen and not is_time:
                continue
            free = SENDERS - len(under_way)
            for taken in work.take(free) if free else ():
                under_way.add(pool.submit(_attempt, work, taken))
            seen, looked, away = newest, time.monotonic(), False
        except PersistenceError as error:
            if not away:
                _log.warning("%s are not looked up: %s", work.kind, type(error).__name__)
            seen, away = None, True


def _rest(under_way: set[Future[None]], ended: Event) -> set[Future[None]]:
    """Wait a little, at most until an attempt ends; returns those that are still under way."""
    if under_way:
        return wait(under_way, LOOK_SECONDS, FIRST_COMPLETED).not_done
    ended.wait(LOOK_SECONDS)
    return under_way


def _attempt(work: Work[T], taken: T) -> None:
    try:
        work.attempt(taken)
    except LeaseLost as error:
        _log.warning("one of the %s is left to another worker: %s", work.kind, error)
    except Exception:
        # Whatever it is, it is tried again when the lease has run out.
        _log.exception("one of the %s could not be sent", work.kind)
