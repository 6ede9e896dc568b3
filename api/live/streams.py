"""The streams of a process: how many there may be, their channels, and their end."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from random import random
from threading import Lock
from typing import TypeVar

from eventsourcing.persistence import InterfaceError, OperationalError
from flask import Flask, current_app

from api.http.tokens import viewer
from api.live.bells import Bell, Bells
from api.live.channel import Channel
from api.live.follower import PAUSE, Follower
from api.live.messages import DESK_GONE, GONE, HEARTBEAT
from api.telemetry.metrics import LIVE_STREAMS
from napoleon.log.errors import UnknownGame
from napoleon.log.game import Game
from napoleon.log.replayer import UNREADABLE
from napoleon.play.games import Games

HEARTBEATS = 15.0
"""Seconds of silence after which a client is sent a sign of life."""

LASTING = 3600.0
"""Seconds after which a stream ends, so that clients spread again over the processes there are."""

SPREAD = 0.2
"""The part of that time by which a stream may end earlier.

Clients that came together, as they do after a restart, would otherwise come back together every
time.
"""

_READERS = 4
"""Threads that read the log for clients."""

_EXTENSION = "napoleon-live"

_Found = TypeVar("_Found")

_log = logging.getLogger(__name__)


class Streams:
    """All streams of a process.

    `capacity` is how many there may be at once, `heartbeats` after how many seconds of silence one
    is sent a sign of life, `lasting` after how many it ends, or up to `SPREAD` of them earlier:
    `chance` says by how much for each stream, from 0 to 1.
    """

    def __init__(
        self,
        capacity: int,
        *,
        heartbeats: float = HEARTBEATS,
        lasting: float = LASTING,
        chance: Callable[[], float] = random,
    ) -> None:
        self.open = 0
        """How many there are now."""
        self._capacity = capacity
        self._heartbeats = heartbeats
        self._lasting = lasting
        self._chance = chance
        self._closed = False
        self._channels: dict[str, Channel] = {}
        self._bells = Bells()
        self._follower: Follower | None = None
        self._lock = Lock()
        # A store keeps a connection for each thread that reads. It takes a greenlet for a thread,
        # and two thousand of them would hold as many connections for as long as they live.
        self._readers = ThreadPoolExecutor(_READERS, thread_name_prefix="live-reader")

    def read(self, look_up: Callable[[], _Found]) -> _Found:
        """What `look_up` finds in the log; done in one of a few threads for all streams."""
        return self._readers.submit(look_up).result()

    def enter(self, games: Games, game: Game) -> Channel | None:
        """The channel of `game` for one more stream, to be left again; None if there is no place.

        It may be behind the log, until it is refreshed for the first time.
        """
        with self._lock:
            if not self._take_place(games):
                return None
            channel = self._channels.get(game.id)
            if channel is None or channel.ended:
                channel = self._channels[game.id] = Channel(games, game)
            channel.clients += 1
            return channel

    def hang(self, games: Games) -> Bell | None:
        """A bell for one more stream, to be taken down again; None if there is no place."""
        with self._lock:
            if not self._take_place(games):
                return None
            bell = Bell()
            self._bells.hang(bell)
            return bell

    def take_down(self, bell: Bell) -> None:
        """Give the place of a bell back."""
        with self._lock:
            self._bells.take_down(bell)
            self._give_place_back()

    def leave(self, channel: Channel) -> None:
        """Give a place back. The log is no longer followed when the last client has left."""
        with self._lock:
            channel.clients -= 1
            game_id = channel.latest.game.id
            if not channel.clients and self._channels.get(game_id) is channel:
                del self._channels[game_id]
            self._give_place_back()

    def close(self) -> None:
        """End every stream, and begin no other."""
        with self._lock:
            self._closed = True
            self._stop_following()
            channels = list(self._channels.values())
        for channel in channels:
            channel.end()
        self._bells.end()

    def messages(self, channel: Channel, token: str | None, after: int) -> Iterator[bytes]:
        """What the holder of `token` is told of what happens after version `after`, and heartbeats.

        Before each batch the game is asked whether the token still opens a seat. While the log
        cannot be reached there are only heartbeats. It ends with the channel, perhaps with
        something left to tell, for which the client comes back; and where the log cannot be read.
        """
        ends = self._end()
        while (left := ends - time.monotonic()) > 0:
            latest = channel.newer(after, min(left, self._heartbeats))
            if channel.ended:
                return
            if latest.game.version <= after:
                yield HEARTBEAT
                continue
            holder = latest.game.seat_of(token)
            if holder is None:
                yield GONE
                return
            seat = viewer(latest.game, holder)
            told = latest.told(seat, after)
            if told is None:
                try:
                    told = self.read(partial(latest.read, seat, after))
                except (OperationalError, InterfaceError):
                    yield HEARTBEAT
                    channel.newer(latest.game.version, PAUSE)
                    continue
                except (UnknownGame, *UNREADABLE) as why:
                    # Clients that connect again are told what is wrong.
                    _log.error("a stream is ended: %s", why)
                    return
            body, after = told
            yield body

    def rung(self, bell: Bell, look: Callable[[], bytes | None]) -> Iterator[bytes]:
        """What `look` finds, as often as that is something new, and heartbeats.

        It looks when the bell has rung, and at every heartbeat. The stream ends when it finds
        None. While a store cannot be reached there are only heartbeats.
        """
        ends, before = self._end(), b""
        while (left := ends - time.monotonic()) > 0 and not bell.ended:
            heard, wait = bell.rung, min(left, self._heartbeats)
            try:
                found = self.read(look)
            except (OperationalError, InterfaceError):
                found, wait = before, min(wait, PAUSE)
            if found is None:
                yield DESK_GONE
                return
            yield HEARTBEAT if found == before else found
            before = found
            bell.wait(heard, wait)

    def _end(self) -> float:
        return time.monotonic() + self._lasting * (1 - SPREAD * self._chance())

    def _take_place(self, games: Games) -> bool:
        if self._closed or self.open >= self._capacity:
            return False
        self.open += 1
        LIVE_STREAMS.inc()
        if self._follower is None:
            self._follower = Follower(games, self._channels, self._bells)
        return True

    def _give_place_back(self) -> None:
        self.open -= 1
        LIVE_STREAMS.dec()
        if not self.open:
            self._stop_following()

    def _stop_following(self) -> None:
        if self._follower is not None:
            self._follower.stop()
            self._follower = None


def register(app: Flask, streams: Streams) -> None:
    """Let `app` give out `streams`."""
    app.extensions[_EXTENSION] = streams


def streams_of(app: Flask) -> Streams:
    """The streams that `app` gives out."""
    found: Streams = app.extensions[_EXTENSION]
    return found


def streams() -> Streams:
    """The streams of the application that answers the current request."""
    return streams_of(current_app)
