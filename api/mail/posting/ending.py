"""The end of a game: everybody who wants mail of it is sent one last letter."""

from __future__ import annotations

from api.mail.letters.composing import composed
from api.mail.letters.last import about, last_letter
from api.mail.letters.press import Hides, nobody, press_since
from api.mail.mailboxes import DIGEST
from api.mail.office import Office
from api.mail.rows import MailboxRow
from napoleon.log.game import Game

EARLIER = "over"
"""What the mail about the end was about that releases before this letter sent."""


def tell_end(office: Office, box: MailboxRow, game: Game, hides: Hides = nobody) -> bool:
    """Have the last letter of a game that is over sent to a mailbox; whether one is made.

    Whatever ended it, and whatever else was sent: once for each end. Raises what the letter raises.
    """
    outbox = office.store.outbox
    if not game.over or outbox.has(box.id, about(game)) or _told_earlier(office, box, game):
        return False
    reading, now = office.reading(game, box), office.games.clock()
    # A holder who is told at once has been sent what was written in mails of its own.
    press = press_since(reading, box.told, hides) if box.wish == DIGEST else []
    row = composed(office, box, last_letter(office, box, reading, press), now)
    return outbox.put(row, box, told=game.version, told_at=now)


def _told_earlier(office: Office, box: MailboxRow, game: Game) -> bool:
    """Whether an earlier release has told the mailbox of this end of the game."""
    made = office.store.outbox.made_at(box.id, EARLIER)
    if not made or not game.rewinds:
        return bool(made)
    version, _ = game.rewinds[-1]
    [rewound] = office.games.history(game.id, after=version - 1, upto=version)
    return made >= rewound.at
