"""Delivery: telling the webhooks that are due, at least once each, by any of several workers.

A worker takes a webhook by putting off when it is due (a lease), sends, and then notes how it
went. If it is killed in between, the lease runs out and the message is sent again under the same
id. A webhook that lags behind is told only of the newest version.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from enum import StrEnum
from threading import Event

from eventsourcing.persistence import PersistenceError
from msgspec.structs import replace

from napoleon.log.replayer import UNREADABLE
from napoleon.log.store.recorder import WebhookRow
from napoleon.log.times import DAY, HOUR, MINUTE, SECOND
from napoleon.play.games import Games
from projections.metrics import count_webhook
from projections.webhooks.messages import message, signed
from projections.webhooks.sending import Send, Unsent

SENDERS = 8
"""Messages that one worker sends at a time, so a few slow receivers do not hold up the others."""

LOOK_SECONDS = 0.2
"""Seconds between looks at whether the log has grown."""

POLL_SECONDS = 5.0
"""Seconds between looks at which webhooks are due to be tried again."""

LEASE = MINUTE
"""How long a worker has a webhook to itself: longer than sending takes, even with a slow
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

GONE = 410
"""The status by which a receiver says that it wants to hear no more."""

_log = logging.getLogger(__name__)


class Outcome(StrEnum):
    """What became of an attempt."""

    DELIVERED = "delivered"
    FAILED = "failed"
    """It will be tried again."""
    DROPPED = "dropped"
    """The webhook was forgotten without having been told."""


def deliver(games: Games, send: Send, ended: Event) -> None:
    """Tell webhooks as the log grows, until `ended` is set; what is under way is then waited for.

    It waits for a database that is gone. See `projections.worker.Companion`.
    """
    under_way: set[Future[None]] = set()
    seen, looked, away = None, -POLL_SECONDS, False
    with ThreadPoolExecutor(SENDERS, thread_name_prefix="webhook") as pool:
        while not ended.is_set():
            still = _rest(under_way, ended)
            is_time = len(still) < len(under_way) or time.monotonic() - looked >= POLL_SECONDS
            under_way = still
            try:
                newest = games.recorder.max_notification_id()
                if newest == seen and not is_time:
                    continue
                for taken in take(games, SENDERS - len(under_way)):
                    under_way.add(pool.submit(_attempt, games, send, taken))
                seen, looked, away = newest, time.monotonic(), False
            except PersistenceError as error:
                if not away:
                    _log.warning("webhooks are not looked up: %s", type(error).__name__)
                seen, away = None, True


def _rest(under_way: set[Future[None]], ended: Event) -> set[Future[None]]:
    """Wait a little, at most until an attempt ends; returns those that are still under way."""
    if under_way:
        return wait(under_way, LOOK_SECONDS, FIRST_COMPLETED).not_done
    ended.wait(LOOK_SECONDS)
    return under_way


def _attempt(games: Games, send: Send, taken: WebhookRow) -> None:
    try:
        count_webhook(tell(games, send, taken))
    except Exception:
        # Whatever it is, it is tried again when the lease has run out.
        _log.exception("webhook %s of game %s could not be told", taken.id, taken.game)


def take(games: Games, most: int) -> Iterator[WebhookRow]:
    """At most `most` of the webhooks that are due; no other worker has them during the lease."""
    now = games.clock()
    for row in games.recorder.webhooks_due(now, most) if most else ():
        taken = replace(row, due=now + LEASE)
        if games.recorder.move_webhook(row, taken):
            yield taken


def tell(games: Games, send: Send, taken: WebhookRow) -> Outcome:
    """Tell a webhook that was taken of the newest version of its game, and note how it went.

    It is dropped if the token it was left with is dead, if the receiver wants no more or has failed
    for days, and once it has been told that the game is over.
    """
    try:
        game = games.open(taken.game)
        if game.holder_of(taken.token) is None:
            return _dropped(games, taken, "its token is dead")
        news = message(game, games.rules(game), taken)
        headers = signed(news, taken.secret, games.clock())
        status = send(taken.url, headers, news.body)
    except UNREADABLE as why:
        return _put_off(games, taken, type(why).__name__)
    except Unsent as why:
        return _put_off(games, taken, str(why))
    if status == GONE:
        return _dropped(games, taken, "its receiver is gone")
    if not 200 <= status < 300:
        return _put_off(games, taken, f"status {status}")
    if game.over:
        games.recorder.drop_webhook(taken.game, taken.id)
    else:
        told = replace(taken, sent=game.version, failures=0, due=games.clock())
        games.recorder.move_webhook(taken, told)
    return Outcome.DELIVERED


def _put_off(games: Games, taken: WebhookRow, why: str) -> Outcome:
    failures = taken.failures + 1
    if failures > len(PAUSES):
        return _dropped(games, taken, f"it has failed for days, at last: {why}")
    _log.warning("webhook %s of game %s: failure %d: %s", taken.id, taken.game, failures, why)
    later = games.clock() + PAUSES[failures - 1]
    games.recorder.move_webhook(taken, replace(taken, failures=failures, due=later))
    return Outcome.FAILED


def _dropped(games: Games, taken: WebhookRow, why: str) -> Outcome:
    _log.info("webhook %s of game %s is dropped: %s", taken.id, taken.game, why)
    games.recorder.drop_webhook(taken.game, taken.id)
    return Outcome.DROPPED
