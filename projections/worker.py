"""The projection worker: follows the log, and draws the read models in batches.

Several workers may run: each writes from the position that it knows, and whoever comes second
finds the read models moved on and goes on from there. A worker that is killed leaves nothing
half done, as views and position are written in one transaction.
"""

from __future__ import annotations

import logging
import signal
from collections.abc import Sequence
from contextlib import suppress
from threading import Thread
from types import FrameType

from eventsourcing.persistence import IntegrityError, Notification, Tracking

from napoleon.games import Games
from napoleon.record.checkpoints import keep_due
from napoleon.record.keys import KeyUnusable
from napoleon.replay import UNREADABLE
from projections.projector import changes, edition
from projections.store import ViewStore

BATCH = 500
"""Most events that are drawn and written at once."""

_log = logging.getLogger(__name__)


def run(games: Games, views: ViewStore) -> None:
    """Follow the log until the process is told to stop (SIGTERM, SIGINT)."""
    position = views.begin(edition(games))
    _log.info("drawing from position %d", position)
    with games.recorder.subscribe(gt=position) as subscription:

        def stop(number: int, frame: FrameType | None) -> None:
            # In a thread, as stopping takes a lock which the interrupted code may hold.
            Thread(target=subscription.stop).start()

        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, stop)
        newest, batch = 0, list[Notification]()
        for notification in subscription:
            batch.append(notification)
            if notification.id >= newest:
                newest = games.recorder.max_notification_id() or 0
            if notification.id >= newest or len(batch) >= BATCH:
                position = draw(games, views, batch, position)
                batch.clear()


def catch_up(games: Games, views: ViewStore) -> int:
    """Draw all that the log holds now; the position reached. For a process that does not stay."""
    position = views.begin(edition(games))
    while batch := games.recorder.select_notifications(position + 1, BATCH):
        position = draw(games, views, batch, position)
    return position


def draw(games: Games, views: ViewStore, batch: Sequence[Notification], position: int) -> int:
    """Draw what of `batch` comes after `position`, where the read models stand; the new position.

    If another worker was first, what is left is drawn from where it has come to. Raises
    IntegrityError if it has begun the read models anew, by other rules than these.
    """
    drawn_by = edition(games)
    while left := [notification for notification in batch if notification.id > position]:
        reached = left[-1].id
        found = changes(games, views, left)
        # In case the process that brought a question up ended before it was answered; and before
        # the position is written, as nobody comes back to what lies behind it.
        for game_id in found.games:
            games.follow_instructions(game_id)
            _keep_checkpoints(games, game_id)
        try:
            views.record(found, after=position, tracking=Tracking(drawn_by, reached))
        except IntegrityError:
            moved_on = views.max_tracking_id(drawn_by) or 0
            if moved_on <= position:
                raise
            position = moved_on
        else:
            position = reached
            for game_id in found.games:
                with suppress(*UNREADABLE):
                    games.take_snapshots(game_id)
    return position


def _keep_checkpoints(games: Games, game_id: str) -> None:
    """Sign what is due. Boards are drawn all the same if that fails, and it is tried again."""
    try:
        keep_due(games, game_id)
    except (KeyUnusable, *UNREADABLE):
        _log.exception("the record of game %s could not be signed", game_id)
