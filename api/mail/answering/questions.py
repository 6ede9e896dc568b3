"""Questions: which mail of ours a mail answers, and whether what that asks is still asked."""

from __future__ import annotations

import re
from collections.abc import Sequence
from email import message_from_bytes
from email.message import EmailMessage
from urllib.parse import quote

from api.mail.answering.lines import offered
from api.mail.answering.opening import Opened, Unreadable, header, opened
from api.mail.answering.quotes import Answered, squeezed
from api.mail.answering.taking import tag_of
from api.mail.headers import READ
from api.mail.letters.composing import SERVICE
from api.mail.letters.turn import asks
from api.mail.office import Office
from api.mail.rows import InboundRow, LetterRow, MailboxRow
from api.mail.tokens import Purpose
from api.reading import Reading
from napoleon.log.events.mails import OrdersMailed
from napoleon.rules.notation.names import fold
from napoleon.rules.orders import OrderGiven

MOST_LOOKED_AT = 100
"""In how many mails of ours a link is looked for: the newest ones."""

MOST_ANSWERED = 20
"""How many mails a mail may say that it answers: the last ones count."""

_LINK = re.compile(r'mailto:([^"?]*+)\?body=([^"]*+)"')


def answered_by(
    office: Office, box: MailboxRow, mail: InboundRow, read: Opened
) -> LetterRow | None:
    """The mail of ours that a mail answers; None if it does not say, or it is none of ours."""
    tag = tag_of(mail.recipient)
    if tag is not None and tag.purpose is Purpose.QUESTION:
        state = office.asked_at(tag, box)
        return next(iter(office.store.outbox.asking(box.id, state)), None) if state else None
    ids = f"{header(read.message, 'References')} {header(read.message, 'In-Reply-To')}".split()
    return office.store.outbox.named(box.id, ids[-MOST_ANSWERED:])


def answered_earlier(office: Office, box: MailboxRow, digest: str) -> LetterRow | None:
    """The same of a mail that was carried out before; None too if it has been erased."""
    kept = office.store.inbox.with_digest(digest)
    if kept is None or kept.raw is None:
        return None
    try:
        return answered_by(office, box, kept, opened(kept.raw))
    except Unreadable:
        return None


def same_question(one: LetterRow, other: LetterRow) -> bool:
    """Whether two mails of ours ask the same: an echo may ask again what a turn mail asked."""
    return one.id == other.id or (one.asks != "" and one.asks == other.asks)


def as_asked(reading: Reading, asked_in: LetterRow) -> Reading:
    """The game as its reader knew it when a mail of ours was made."""
    game = reading.game
    if asked_in.version >= game.version:
        return reading
    return reading.of(reading.games.at(game.id, max(1, asked_in.version)))


def as_quoted(letter: LetterRow | None, reading: Reading) -> Answered:
    """What an answer to a mail of ours may quote: that is no order, but copying an offer is one."""
    known = reading.games.names(reading.game.id)
    others = {fold(name) for seat, name in known.items() if seat != reading.holder}
    names = frozenset(others | {fold(SERVICE)}) - {""}
    if letter is None or not letter.message:
        return Answered(names=names)
    try:
        said = opened(letter.message).text
    except Unreadable:
        return Answered(names=names)
    return Answered(said, offered(said, as_asked(reading, letter)), names)


def has_moved_on(reading: Reading, asked_in: LetterRow, mail: InboundRow) -> bool:
    """Whether something else is asked by now than in the mail that is answered, due to others.

    What somebody has done themselves does not make their next orders late; but a link answers
    what it stood beside, or nothing.
    """
    if asked_in.asks and asked_in.asks == asks(reading):
        return False
    since = list(reading.games.history(reading.game.id, after=asked_in.version))
    if any(isinstance(it, OrdersMailed) and it.mail == mail.digest for it in since):
        # It is this very mail that the game has gone on by: it was interrupted.
        return False
    if is_link(mail):
        if asked_in.version > reading.game.version:
            # The log was put back to before that was asked.
            return True
        asked = {it.id for it in as_asked(reading, asked_in).asked}
        return asked.isdisjoint(it.id for it in reading.asked)
    return any(isinstance(it, OrderGiven) and it.player != reading.seat for it in since)


def may_be_of_an_older_link(
    office: Office, box: MailboxRow, reading: Reading, read: Opened, lines: Sequence[str]
) -> bool:
    """Whether a mail may come from a link that answered something else than is asked now.

    Up to 0.7.0 links did not say what they answer. One line alone, in a mail that answers none, may
    have been sent by each link to that line that somebody was ever sent.
    """
    if len(lines) != 1 or any(it in read.message for it in ("References", "In-Reply-To")):
        return False
    body, now = quote(squeezed(lines[0])).lower(), asks(reading)
    return any(
        it.asks != now and body in _older_links(it)
        for it in office.store.outbox.asking(box.id, most=MOST_LOOKED_AT)
    )


def _older_links(letter: LetterRow) -> set[str]:
    """The lines that links of a mail send to an address which does not name the question."""
    links = _LINK.findall(_markup(letter))
    tags = ((tag_of(address), body) for address, body in links)
    return {body.lower() for tag, body in tags if tag and tag.purpose is Purpose.REPLY}


def _markup(letter: LetterRow) -> str:
    message = message_from_bytes(letter.message, policy=READ)
    assert isinstance(message, EmailMessage)
    html = message.get_body(("html",))
    return "" if html is None else str(html.get_content())


def decision_of(reading: Reading, asked_in: LetterRow | None, mail: InboundRow) -> str | None:
    """The decision that a mail from a link is for; None if it may be for any."""
    asked = [] if asked_in is None or not is_link(mail) else as_asked(reading, asked_in).asked
    return asked[0].id if len(asked) == 1 else None


def is_link(mail: InboundRow) -> bool:
    """Whether a mail comes from a link that stood beside a question."""
    tag = tag_of(mail.recipient)
    return tag is not None and tag.purpose is Purpose.QUESTION
