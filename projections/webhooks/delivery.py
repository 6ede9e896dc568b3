"""Telling the webhooks that are due. One that lags behind is told only of the newest version."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from enum import StrEnum

from msgspec.structs import replace

from napoleon.log.replayer import UNREADABLE
from napoleon.log.store.recorder import WebhookRow
from napoleon.play.games import Games
from projections.delivery import LEASE, PAUSES
from projections.metrics import count_webhook
from projections.webhooks.messages import message, signed
from projections.webhooks.sending import Send, Unsent

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


class Webhooks:
    """The webhooks of all games, for `projections.delivery.deliver`."""

    kind = "webhooks"

    def __init__(self, games: Games, send: Send) -> None:
        self._games = games
        self._send = send

    def newest(self) -> object:
        """The newest events of the log: waiting for news is waiting for another one."""
        return self._games.recorder.places()

    def take(self, most: int) -> Iterator[WebhookRow]:
        """At most `most` of the webhooks that are due."""
        return take(self._games, most)

    def attempt(self, taken: WebhookRow) -> None:
        """Tell one of them, and count what became of it."""
        count_webhook(tell(self._games, self._send, taken))


def take(games: Games, most: int) -> Iterator[WebhookRow]:
    """At most `most` of the webhooks that are due; no other worker has them during the lease."""
    now = games.clock()
    for row in games.recorder.webhooks_due(now, most):
        taken = replace(row, due=now + LEASE)
        if games.recorder.move_webhook(row, taken):
            yield taken


def tell(games: Games, send: Send, taken: WebhookRow) -> Outcome:
    """Tell a webhook that was taken of the newest version of its game, and note how it went.

    It is dropped if the token it was left with is dead, if the receiver wants no more or has failed
    for days, and once it has been told that the game is over. How it went is also noted by a worker
    that has lost the game meanwhile, as it would be told again otherwise.
    """
    try:
        game = games.open(taken.game)
        if game.holder_of(taken.token) is None:
            return _dropped(games, taken, "its token is dead")
        missed = games.history(game.id, after=taken.sent, upto=game.version)
        news = message(game, games.rules(game), taken, missed)
        headers = signed(news, taken.secret, games.clock())
        games.recorder.check_held()
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
        games.recorder.whole.drop_webhook(taken.game, taken.id)
    else:
        told = replace(taken, sent=game.version, failures=0, due=games.clock())
        games.recorder.whole.move_webhook(taken, told)
    return Outcome.DELIVERED


def _put_off(games: Games, taken: WebhookRow, why: str) -> Outcome:
    failures = taken.failures + 1
    if failures > len(PAUSES):
        return _dropped(games, taken, f"it has failed for days, at last: {why}")
    _log.warning("webhook %s of game %s: failure %d: %s", taken.id, taken.game, failures, why)
    later = games.clock() + PAUSES[failures - 1]
    games.recorder.whole.move_webhook(taken, replace(taken, failures=failures, due=later))
    return Outcome.FAILED


def _dropped(games: Games, taken: WebhookRow, why: str) -> Outcome:
    _log.info("webhook %s of game %s is dropped: %s", taken.id, taken.game, why)
    games.recorder.whole.drop_webhook(taken.game, taken.id)
    return Outcome.DROPPED
