"""Ejected players: who has a seat no more, as a judge took it, is told so in one last mail."""

from __future__ import annotations

from msgspec.structs import replace

from api.mail.letters.composing import composed
from api.mail.letters.notices import ejected
from api.mail.mailboxes import OFF
from api.mail.office import Office, is_observer
from api.mail.rows import SENT, MailboxRow
from api.reading import Reading
from napoleon.log.errors import UnknownGame
from napoleon.log.events.seats import SeatHandedOver
from napoleon.log.game import Game
from napoleon.log.replayer import UNREADABLE
from napoleon.log.times import DAY
from napoleon.rules.events import JUDGES, SPECTATOR

NEWS = DAY
"""For how long it is told: no release writes to those who were ejected long before it."""


def tell_ejected(office: Office, box: MailboxRow) -> int:
    """Have a player told whose seat a judge has taken from them; how many mails are made.

    It goes to the address that they had left there, whichever door the judge used, and is answered
    at the service's own, as they have no part in the game any more.
    """
    if is_observer(box) or box.wish == OFF:
        return 0
    try:
        game = office.games.open(box.game)
    except (UnknownGame, *UNREADABLE):
        return 0
    is_taken = game.handed_over.get(box.holder) in JUDGES
    if not is_taken or game.tokens.get(box.holder) == box.token:
        return 0
    if office.store.outbox.has(box.id, ABOUT):
        return 0
    event, now = _taken(office, game, box), office.games.clock()
    reading = Reading(office.games, game, SPECTATOR, box.language, box.zone)
    letter = ejected(reading, ABOUT, box.holder, str(game.handed_over[box.holder]))
    row = composed(office, box, letter, now, reply_to=office.settings.address)
    if event is None or now - event.at > NEWS:
        # Kept as if it had been told, so that nobody looks for it in the log again.
        office.store.outbox.put(replace(row, message=b"", state=SENT))
        return 0
    return int(office.store.outbox.put(row))


ABOUT = "ejected"
"""What the mail is about; a mailbox is that of one player, so there is no second one."""


def _taken(office: Office, game: Game, box: MailboxRow) -> SeatHandedOver | None:
    """The event by which a judge took the seat from the owner of the mailbox; None if none did."""
    for event in office.games.backwards(game.id, game.version):
        if isinstance(event, SeatHandedOver) and event.seat == box.holder:
            before = office.games.at(game.id, event.version - 1)
            if before.tokens.get(box.holder) == box.token:
                return event if event.by in JUDGES else None
    return None
