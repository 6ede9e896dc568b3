"""Answered: the mail of ours that a mail answers, and what of it a mail program may have quoted."""

from __future__ import annotations

from api.mail.answering.lines import offered
from api.mail.answering.opening import Opened, Unreadable, header, opened
from api.mail.answering.quotes import Answered
from api.mail.office import Office
from api.mail.rows import LetterRow, MailboxRow
from api.reading import Reading
from napoleon.rules.notation.names import fold

SERVICE = "Napoleon"
"""Who our mails come from."""

MOST_IDS = 20
"""How many mails before it a mail may name."""


def answered_letter(office: Office, box: MailboxRow, read: Opened) -> LetterRow | None:
    """The newest of our mails to a mailbox that a mail says it answers."""
    named = f"{header(read.message, 'References')} {header(read.message, 'In-Reply-To')}".split()
    return office.store.outbox.named(box.id, named[-MOST_IDS:])


def as_quoted(letter: LetterRow | None, reading: Reading) -> Answered:
    """What an answer to a mail of ours may quote: that is no order, but copying an offer is one."""
    known = reading.games.names(reading.game.id)
    others = {fold(name) for seat, name in known.items() if seat != reading.holder}
    names = frozenset(others | {fold(SERVICE)}) - {""}
    try:
        said = "" if letter is None or not letter.message else opened(letter.message).text
    except Unreadable:
        said = ""
    return Answered(said, offered(said, reading), names)
