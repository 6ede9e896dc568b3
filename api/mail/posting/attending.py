"""Attending: whoever has left an address is written to when there is something new for them.

What the log and the store say is all that is known: a worker that begins looks at every game in
which somebody has left an address, then at those in which something has happened. Several workers
do not harm each other, as a mailbox gets one mail about a state.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable
from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

from api.mail.letters.composing import composed
from api.mail.letters.press import press_since
from api.mail.letters.turn import is_due, state_of, turn_letter
from api.mail.mailboxes import DIGEST, INSTANT
from api.mail.office import Office
from api.mail.posting.press import tell_press
from api.mail.store.mailboxes import MailboxRow
from napoleon.log.errors import UnknownGame
from napoleon.log.game import Game
from napoleon.log.replayer import UNREADABLE
from napoleon.log.times import SECOND

DIGEST_HOUR = 7
"""The hour of the day, in its reader's time zone, at which a digest is made."""

_log = logging.getLogger(__name__)


class Attendance:
    """Which games have been looked at, and what is known of their mailboxes."""

    def __init__(self, office: Office) -> None:
        self._office = office
        self._position = -1
        self._failed: set[str] = set()
        """Games that are looked at again, whether something happens there or not."""

    def look(self) -> int:
        """Make the mails that are due by now; returns how many. Raises PersistenceError."""
        office = self._office
        newest = office.games.recorder.max_notification_id() or 0
        if newest < self._position:
            # The log has been put back, say from a backup.
            self._position = -1
        changed = None
        if self._position >= 0:
            changed = set(office.games.recorder.games_after(self._position)) | self._failed
        boxes = [it for it in office.store.mailboxes.in_games() if it.confirmed]
        made = self._attend(it for it in boxes if it.wish == INSTANT and _among(it, changed))
        made += self._attend(it for it in boxes if it.wish == DIGEST and digest_due(it, self._now))
        self._position = newest
        return made

    @property
    def _now(self) -> int:
        return self._office.games.clock()

    def _attend(self, boxes: Iterable[MailboxRow]) -> int:
        made = 0
        for box in boxes:
            self._failed.discard(box.game)
            made += self._told_press(box)
            if self._office.store.inbox.is_waiting(box.id):
                # The answer to their own mail tells them what is asked by then.
                self._failed.add(box.game)
                continue
            try:
                game = self._office.game_of(box)
                made += game is not None and attend(self._office, box, game)
            except (UnknownGame, *UNREADABLE) as why:
                _log.warning("mails of game %s wait: %s", box.game, type(why).__name__)
                self._failed.add(box.game)
        return made

    def _told_press(self, box: MailboxRow) -> int:
        """How many mails with press were made for a mailbox that is told at once."""
        if box.wish != INSTANT:
            return 0
        try:
            game = self._office.game_of(box)
            return 0 if game is None else tell_press(self._office, box, game)
        except (UnknownGame, *UNREADABLE) as why:
            _log.warning("press of game %s waits: %s", box.game, type(why).__name__)
            self._failed.add(box.game)
            return 0


def attend(office: Office, box: MailboxRow, game: Game) -> bool:
    """Have a mail about the state of a game sent to a mailbox, if one is due.

    Returns whether one is made. Raises UnknownRuleset, KeyUnusable.
    """
    reading = office.reading(game, box)
    if box.wish == DIGEST:
        about = f"digest-{game.version}"
        if game.version == box.told or game.state is None:
            return False
    else:
        about = state_of(reading)
        if not is_due(reading):
            return False
    if office.store.outbox.has(box.id, about):
        return False
    now = office.games.clock()
    press = press_since(reading, box.told) if box.wish == DIGEST else []
    letter = turn_letter(office, box, reading, about, press=press)
    row = composed(office, box, letter, now)
    return office.store.outbox.put(row, box, told=game.version, told_at=now)


def digest_due(box: MailboxRow, now: int) -> bool:
    """Whether the hour of digests has come in the reader's time zone since the last one.

    >>> box = MailboxRow("g", "red", "", "a@b", "digest", "Europe/Paris", "en", told_at=0)
    >>> digest_due(box, 6 * 3600 * SECOND), digest_due(box, 5 * 3600 * SECOND)
    (True, False)
    """
    zone = ZoneInfo(box.zone)
    here = datetime.fromtimestamp(now // SECOND, UTC).astimezone(zone)
    last = datetime.combine(here.date(), time(DIGEST_HOUR), zone)
    if here < last:
        last -= timedelta(days=1)
    return box.told_at < last.timestamp() * SECOND


def _among(box: MailboxRow, games: set[str] | None) -> bool:
    return games is None or box.game in games
