"""Press by mail: each letter has a mail of its own for those who want to be told at once."""

from __future__ import annotations

from api.mail.letters.composing import composed
from api.mail.letters.press import (
    MOST_LETTERS,
    Hides,
    about,
    concerns,
    is_hidden,
    is_kept,
    press_letter,
)
from api.mail.office import Office
from api.mail.rows import CONFIRMATION, MailboxRow
from napoleon.log.game import Game
from napoleon.log.press import Letter, letters

MOST_LOOKED_AT = 100
"""How much of the press of a game is looked at for a mailbox: the newest of it."""


def tell_press(hides: Hides, office: Office, box: MailboxRow, game: Game) -> int:
    """Have mails sent with what was written to a mailbox since its address was left.

    Not with what those wrote whom it `hides`. What a digest has told is told; of more than
    `MOST_LETTERS` the newest are. Each letter has one mail, however often this is done; returns
    how many are made. Raises UnknownRuleset.
    """
    if not game.press:
        return 0
    reading, outbox, due = office.reading(game, box), office.store.outbox, list[Letter]()
    since = outbox.made_at(box.id, CONFIRMATION)
    after = max(game.press[-MOST_LOOKED_AT:][0] - 1, outbox.told_by_digests(box.id))
    for it in letters(office.games, game, game.viewer(reading.viewer), after=after):
        told = it.at < since or outbox.has(box.id, about(it))
        if told or len(due) == MOST_LETTERS:
            break
        if is_kept(reading, it) and concerns(reading, it) and not is_hidden(reading, it, hides):
            due.append(it)
    now = office.games.clock()
    rows = (composed(office, box, press_letter(office, box, reading, it), now) for it in due[::-1])
    return sum(outbox.put(row) for row in rows)
