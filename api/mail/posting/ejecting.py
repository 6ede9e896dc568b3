"""Ejected players: people who lost their part in a game by somebody else's act are told so once.

They had a seat that a judge took, a share that was ended or given to somebody else, or the chair of
the deputy. It is the last mail of the game to them.
"""

from __future__ import annotations

from typing import TypeGuard

from msgspec.structs import replace

from api.mail.letters.composing import composed
from api.mail.letters.ejected import Parting, ejected
from api.mail.mailboxes import OFF
from api.mail.office import Office, is_observer
from api.mail.rows import SENT, MailboxRow
from api.reading import Reading
from napoleon.log.errors import UnknownGame
from napoleon.log.events.seats import (
    DeputyAppointed,
    DeputyDismissed,
    SeatHandedOver,
    SeatShared,
    ShareEnded,
)
from napoleon.log.game import Game
from napoleon.log.replayer import UNREADABLE
from napoleon.log.times import DAY
from napoleon.rules.events import DEPUTY, JUDGES, SPECTATOR

NEWS = DAY
"""For how long it is told: no release writes to those who lost their part long before it."""

ABOUT = "ejected"
"""What the mail is about; a mailbox is that of one player, so there is no second one."""


def tell_ejected(office: Office, box: MailboxRow) -> int:
    """Have somebody told who has lost their part; how many mails are made.

    It goes to the address that they had left there, whichever door was used, and is answered at the
    service's own, as they have no part in the game any more.
    """
    if is_observer(box) or box.wish == OFF:
        return 0
    try:
        game = office.games.open(box.game)
    except (UnknownGame, *UNREADABLE):
        return 0
    if game.tokens.get(box.holder) == box.token or office.store.outbox.has(box.id, ABOUT):
        return 0
    if box.holder in game.created.seats and game.handed_over.get(box.holder) not in JUDGES:
        return 0
    event, now = _lost_by(office, game, box), office.games.clock()
    if event is None:
        return 0
    reading = Reading(office.games, game, SPECTATOR, box.language, box.zone)
    letter = ejected(reading, ABOUT, box.holder, event)
    row = composed(office, box, letter, now, reply_to=office.settings.address)
    if event.by == box.holder or now - event.at > NEWS:
        # Kept as if it had been told, so that nobody looks for it in the log again.
        office.store.outbox.put(replace(row, message=b"", state=SENT))
        return 0
    return int(office.store.outbox.put(row))


def _lost_by(office: Office, game: Game, box: MailboxRow) -> Parting | None:
    """The event by which the owner of the mailbox has lost their part; None for none.

    A holder who only has another token has lost nothing, and their mailbox follows.
    """
    for event in office.games.backwards(game.id, game.version):
        if _is_parting(event, box.holder):
            before = office.games.at(game.id, event.version - 1)
            if before.tokens.get(box.holder) == box.token:
                return event
    return None


def _is_parting(event: object, holder: str) -> TypeGuard[Parting]:
    """Whether an event takes the part of a holder from the person who had it."""
    match event:
        case SeatHandedOver(seat=of) | ShareEnded(share=of) | SeatShared(share=of):
            return of == holder
        case DeputyDismissed() | DeputyAppointed():
            return holder == DEPUTY
    return False
