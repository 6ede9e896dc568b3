"""Press by mail: each letter has a mail of its own for whoever wants to be told at once."""

from __future__ import annotations

from api.mail.letters.composing import composed
from api.mail.letters.press import MOST_LETTERS, about, concerns, is_kept, press_letter
from api.mail.office import Office
from api.mail.store.mailboxes import CONFIRMATION, MailboxRow
from napoleon.log.game import Game
from napoleon.log.press import Letter, letters


def tell_press(office: Office, box: MailboxRow, game: Game, after: int = 0) -> int:
    """Have mails sent with what was written to a mailbox since its address was left.

    What was written up to version `after` was looked at before, and what a digest has told is told;
    of more than `MOST_LETTERS` the newest are. Each letter has one mail, however often this is
    done; returns how many are made. Raises UnknownRuleset.
    """
    if not game.press or game.press[-1] <= after:
        return 0
    reading, outbox, due = office.reading(game, box), office.store.outbox, list[Letter]()
    since = outbox.made_at(box.id, CONFIRMATION)
    last = max(after, outbox.told_by_digests(box.id))
    for it in letters(office.games, game, game.reader(reading.reader)):
        told = it.at < since or it.version <= last or outbox.has(box.id, about(it))
        if told or len(due) == MOST_LETTERS:
            break
        if concerns(reading, it) and is_kept(reading, it):
            due.append(it)
    now = office.games.clock()
    rows = (composed(office, box, press_letter(office, box, reading, it), now) for it in due[::-1])
    return sum(outbox.put(row) for row in rows)
