"""The follower: a process is subscribed to each partition of the log, and wakes the channels."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from threading import Event, Thread
from typing import Any

from eventsourcing.persistence import PersistenceError, Subscription

from api.live.bells import Bells
from api.live.channel import Channel
from napoleon.log.errors import UnknownGame
from napoleon.log.game import Game
from napoleon.log.replayer import UNREADABLE
from napoleon.play.games import Games
from napoleon.rules.events import Event as LogEvent

PAUSE = 1.0
"""Seconds before the log is followed again after it was lost."""

_log = logging.getLogger(__name__)


class Follower:
    """Follows each partition of the log in a thread of its own, until it is stopped.

    It refreshes those of `channels`, by game, in which something has happened, and rings `bells`.
    What this process itself records is told in its channels before that, and is found in the log
    a moment later like everything else. While the log cannot be reached they stay as they are; when
    it can be again all are refreshed.
    """

    def __init__(self, games: Games, channels: Mapping[str, Channel], bells: Bells) -> None:
        self._games = games
        self._channels = channels
        self._bells = bells
        self._stopped = Event()
        self._subscriptions: dict[int, Subscription[Any]] = {}
        games.listeners.add(self._take)
        for number in range(games.recorder.partitions):
            name = f"live-follower-{number}"
            Thread(target=self._run, args=(number,), name=name, daemon=True).start()

    def stop(self) -> None:
        """Let the threads end; they are not waited for."""
        self._games.listeners.discard(self._take)
        self._stopped.set()
        for subscription in [*self._subscriptions.values()]:
            subscription.stop()

    def _take(self, game: Game, events: Sequence[LogEvent]) -> None:
        if (concerned := self._channels.get(game.id)) is not None:
            concerned.take(game, events)

    def _run(self, number: int) -> None:
        while not self._stopped.is_set():
            try:
                self._follow(number)
            except PersistenceError as error:
                _log.error("the log cannot be followed: %s", error)
            except Exception:
                _log.exception("the log cannot be followed")
            self._stopped.wait(PAUSE)

    def _follow(self, number: int) -> None:
        partition = self._games.recorder.partition(number)
        newest = partition.max_notification_id() or 0
        with partition.subscribe(gt=newest) as subscription:
            self._subscriptions[number] = subscription
            # Whatever came before `newest` is read here, whatever comes after it is notified.
            for channel in list(self._channels.values()):
                self._refresh(channel)
            self._bells.ring()
            # It may have been stopped before there was a subscription to stop.
            while not self._stopped.is_set():
                notification = next(subscription, None)
                if notification is None:
                    break
                self._bells.ring(str(notification.originator_id))
                concerned = self._channels.get(str(notification.originator_id))
                if concerned is not None:
                    self._refresh(concerned, notification.originator_version)

    def _refresh(self, channel: Channel, upto: int | None = None) -> None:
        try:
            channel.refresh(upto)
        except (UnknownGame, *UNREADABLE):
            # The others must not suffer for it; clients that connect again are told what is wrong.
            _log.exception("game %s cannot be followed", channel.latest.game.id)
            channel.end()
