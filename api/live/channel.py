"""A channel: what the clients of one game are told, read once and encoded once for all of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from threading import Condition, Lock

from api.events import aspect, presenter
from api.live.messages import message
from napoleon.log.game import Game
from napoleon.play.games import Games
from napoleon.rules.events import Event

KEPT = 200
"""How many of a game's latest events are kept for clients who are a little behind."""

PORTION = 200
"""How many events are read from the log at a time for a client who is further behind."""


class Latest:
    """The newest position of a game and its latest events, for all who are told of them.

    It is published: many threads read it, and it is replaced, never moved on. Only the messages
    are added when the first client asks for them; the others wait for it, and nobody else does.
    """

    def __init__(
        self, games: Games, game: Game, events: Sequence[Event] = (), before: Latest | None = None
    ) -> None:
        self.game = game
        self._games = games
        self._events = events
        self._lock = Lock()
        # Replaced whole and never changed, so that it can be read while somebody makes more.
        self._messages: Mapping[str, Mapping[int, bytes]] = {}
        self._batches: dict[str, tuple[int, bytes]] = {}
        if before is not None and aspect(before.game) == aspect(game):
            self._messages = before.messages_from(self._first)

    @property
    def _first(self) -> int:
        """Version of the first event that is kept; the next one's if none is."""
        return self._events[0].version if self._events else self.game.version + 1

    def messages_from(self, version: int) -> dict[str, dict[int, bytes]]:
        """The messages made so far, for each reader, of events from `version` on.

        It waits for nobody: what `told` is about to make is not among them, and is made again for
        those who need it.
        """
        return {
            viewer: {number: kept for number, kept in encoded.items() if number >= version}
            for viewer, encoded in self._messages.items()
        }

    def moved_on(self, game: Game, events: Sequence[Event]) -> Latest:
        """The same for `game`, a later position, to which `events` have led."""
        return Latest(self._games, game, (*self._events, *events)[-KEPT:], self)

    def told(self, viewer: str, after: int) -> tuple[bytes, int] | None:
        """The messages of all events after version `after`, and the version that they lead to.

        They are as `viewer` may see them in this position. None if not all are kept any more. It
        waits while others are told.
        """
        if after + 1 < self._first:
            return None
        with self._lock:
            # Most clients have come to the same version, and are sent the same bytes.
            start, batch = self._batches.get(viewer, (None, b""))
            if start != after:
                batch = self._joined(viewer, after)
                self._batches[viewer] = after, batch
            return batch, self.game.version

    def _joined(self, viewer: str, after: int) -> bytes:
        events = [event for event in self._events if event.version > after]
        encoded = self._messages.get(viewer, {})
        missing = [event for event in events if event.version not in encoded]
        encoded = {**encoded, **self._encoded(viewer, missing)}
        self._messages = {**self._messages, viewer: encoded}
        return b"".join(encoded[event.version] for event in events)

    def read(self, viewer: str, after: int) -> tuple[bytes, int]:
        """As `told`, for a portion of the events that are not kept, from the log.

        Raises what the store raises.
        """
        upto = min(after + PORTION, self.game.version)
        events = self._games.history(self.game.id, after=after, upto=upto)
        return b"".join(self._encoded(viewer, events).values()), upto

    def _encoded(self, viewer: str, events: Sequence[Event]) -> dict[int, bytes]:
        """The messages of `events`, in their order, by version."""
        present = presenter(self._games, self.game, viewer)
        return {it.version: message("event", present(it), it.version) for it in events}


class Channel:
    """One game that clients follow; `latest` is what they are told.

    A client holds only the version that it has come to, however slow it is.
    """

    def __init__(self, games: Games, game: Game) -> None:
        self.clients = 0
        """How many there are; the caller that lets them in counts them."""
        self.latest = Latest(games, game)
        self.ended = False
        self._games = games
        self._changed = Condition()
        self._refreshing = Lock()

    def refresh(self, upto: int | None = None) -> None:
        """Read what is new in the log, at least up to version `upto`, and wake the clients.

        Raises UnknownGame, UnknownRuleset, BrokenLog and what the store raises.
        """
        with self._refreshing:
            known = self.latest.game
            if upto is not None and upto <= known.version:
                return
            game, events = self._games.caught_up(known)
            if events:
                self._move_on(game, events)

    def take(self, game: Game, events: Sequence[Event]) -> None:
        """Wake the clients with what this process has just recorded, without reading it again.

        What is not the next to be told is left to `refresh`, and so is all while that is at work.
        It waits for nobody, not even for what is being worded for others, and raises nothing.
        """
        if self._refreshing.acquire(blocking=False):
            try:
                if events and events[0].version == self.latest.game.version + 1:
                    self._move_on(game, events)
            finally:
                self._refreshing.release()

    def _move_on(self, game: Game, events: Sequence[Event]) -> None:
        latest = self.latest.moved_on(game, events)
        with self._changed:
            self.latest = latest
            self._changed.notify_all()

    def newer(self, version: int, timeout: float) -> Latest:
        """The latest as soon as it is newer than `version`, or else after `timeout` seconds.

        At once when the channel ends.
        """
        with self._changed:
            self._changed.wait_for(
                lambda: self.ended or self.latest.game.version > version, timeout
            )
            return self.latest

    def end(self) -> None:
        """Let all clients go."""
        with self._changed:
            self.ended = True
            self._changed.notify_all()
