"""Whether the log still holds what was drawn from it.

A disk that loses a page of the write-ahead log, an older backup, a standby that had not received
everything: each gives a shorter log that looks sound. The read models are then the last witness of
what players saw accepted. So they are left as they are, and nothing is added to the log, until it
has been brought back or a person has confirmed the loss.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress

import msgspec
from eventsourcing.persistence import IntegrityError, Notification, PersistenceError, StoredEvent

from napoleon.log.errors import BrokenLog, EventsLost, UnknownGame
from napoleon.play.games import Games
from projections.projector import edition, stamp
from projections.rows import Mark
from projections.store import ViewsMissing, ViewStore
from projections.store.contract import tracked

LOOKING = 1.0
"""Seconds for which a process believes what it has found."""

PAUSE = 5.0
"""Seconds for which a store that is away is not asked again."""


class _Stamp(msgspec.Struct):
    """What a stored event says of its time and its order."""

    at: int = 0
    order_id: str = msgspec.field(default="", name="o")


_stamp = msgspec.json.Decoder(_Stamp).decode


class Loss(msgspec.Struct, frozen=True):
    """A log that holds less than what was drawn from it, or other events in its place."""

    recorded: int
    """The newest position in the log."""
    drawn: int
    """The farthest position that was drawn."""
    partition: int | None = None
    """In which partition; None where the log is not divided."""

    def __str__(self) -> str:
        if self.recorded < self.drawn:
            where = "it" if self.partition is None else f"its partition {self.partition}"
            what = f"{where} holds {self.recorded} events, and {self.drawn} were drawn from it"
        else:
            what = f"what was drawn as its event {self.drawn} is not the one that it holds there"
        return f"the log has lost events: {what}"


class LostGame(msgspec.Struct, frozen=True):
    """A game of which more was drawn than the log holds, or something else."""

    game: str
    drawn: int
    """The version to which it was drawn."""
    recorded: int
    """Its version in the log; 0 if the log does not hold it at all."""

    @property
    def missing(self) -> int | None:
        """How many of its events the log does not have; None if it has others in their place."""
        return self.drawn - self.recorded if self.recorded < self.drawn else None


def loss(games: Games, views: ViewStore) -> Loss | None:
    """What the log has lost, as far as `views` tell; None if it holds all that was drawn.

    The event that was drawn last tells it, even if the log has grown past it since: what is
    recorded after a loss has another time, and belongs to another order. An event that cannot be
    read, or was changed where it stands, is damage, and is reported where it is read. Raises what
    the stores raise.
    """
    found = (_loss(games, views, number) for number in games.recorder.numbers)
    return next((it for it in found if it is not None), None)


def _loss(games: Games, views: ViewStore, number: int) -> Loss | None:
    """What a partition of the log has lost."""
    partition = games.recorder.partition(number)
    named = number if games.recorder.partitions > 1 else None
    last, drawn = None, 0
    # If what was drawn has been lost itself, it tells nothing.
    with suppress(IntegrityError):
        drawn = views.max_tracking_id(tracked(edition(games), number)) or 0
        last = views.last(number)
    if last is not None:
        drawn = max(drawn, last[0])
    recorded = partition.max_notification_id() or 0
    if recorded < drawn:
        return Loss(recorded, drawn, named)
    if last is not None:
        position, mark = last
        found = partition.select_notifications(position, 1, position)
        if not found or _is_another(found[0], mark):
            return Loss(recorded, position, named)
    return None


def lost_games(games: Games, views: ViewStore) -> list[LostGame]:
    """The games of which more was drawn than the log holds, or something else, by their ids.

    Raises what the stores raise.
    """
    found = []
    for game_id, mark in sorted(views.marks(edition(games)).items()):
        head = games.recorder.head(game_id) or 0
        if head < mark.version or _is_lost(games, mark):
            found.append(LostGame(game_id, mark.version, head))
    return found


def refuse_if_lost(games: Games, views: ViewStore) -> None:
    """Raise EventsLost if the log does not hold what was drawn from it."""
    found = loss(games, views)
    if found is not None:
        raise EventsLost(
            f"{found}. Nothing is recorded and nothing is drawn until somebody has seen to it: "
            "bring the whole log back; or see with 'napoleon rebuild' what is missing, and "
            "confirm that it is lost"
        )


def mark_of(row: StoredEvent | Notification) -> Mark:
    """The mark of a stored event; one that cannot be read has no stamp."""
    return Mark(str(row.originator_id), row.originator_version, _stamp_of(row))


class Witness:
    """Whether the log is whole, as a process asks before it adds to it; looked at once a second.

    See `napoleon.log.game_log.GameLog.is_whole`.
    """

    def __init__(self, games: Games, views: Callable[[], ViewStore]) -> None:
        self._games, self._views = games, views
        self._next = 0.0
        self._whole = True

    def __call__(self) -> bool:
        """Whether it is. A log or a store that is away has nothing to say: it is believed."""
        now = time.monotonic()
        if now >= self._next:
            # Meanwhile other threads believe what was found before.
            self._next = now + LOOKING
            try:
                self._whole = loss(self._games, self._views()) is None
            except (PersistenceError, ViewsMissing):
                self._whole = True
                self._next = time.monotonic() + PAUSE
        return self._whole


def _is_lost(games: Games, mark: Mark) -> bool:
    """Whether the log has another event where `mark` was drawn; not if it cannot be read."""
    try:
        found = games.recorder.select_events(mark.game, gt=mark.version - 1, lte=mark.version)
    except (BrokenLog, UnknownGame):
        return False
    return any(_is_another(it, mark) for it in found)


def _is_another(row: StoredEvent | Notification, mark: Mark) -> bool:
    found = mark_of(row)
    if found.game and found[:2] != mark[:2]:
        return True
    return "" not in (found.stamp, mark.stamp) and found.stamp != mark.stamp


def _stamp_of(row: StoredEvent | Notification) -> str:
    try:
        found = _stamp(row.state)
    except (ValueError, RecursionError):
        return ""
    return stamp(found.at, found.order_id)
