"""Time by mail: each reminder, and each notice that somebody is late, is sent once."""

from __future__ import annotations

from api.mail.letters.composing import composed
from api.mail.letters.timing import letters_about_time
from api.mail.office import Office, is_observer
from api.mail.rows import MailboxRow
from napoleon.log.game import Game


def tell_time(office: Office, box: MailboxRow, game: Game) -> int:
    """Have mails sent about the deadlines of a game; returns how many are made.

    There is one about each thing, however often this is done. Raises UnknownRuleset.
    """
    if is_observer(box):
        # Their turn mails say who is waited for.
        return 0
    outbox, now = office.store.outbox, office.games.clock()
    return sum(
        outbox.put(composed(office, box, letter, now))
        for letter in letters_about_time(office, box, office.reading(game, box))
        if not outbox.has(box.id, letter.about)
    )
