"""Questions: which mail of ours a mail answers, and whether what that asks is still asked."""

from __future__ import annotations

from api.mail.answering.opening import Opened, Unreadable, header, opened
from api.mail.letters.turn import asks
from api.mail.office import Office
from api.mail.rows import InboundRow, LetterRow, MailboxRow
from api.reading import Reading
from napoleon.log.events.evidence import OrdersMailed
from napoleon.rules.orders import OrderGiven

MOST_ANSWERED = 20
"""How many mails a mail may say that it answers: the last ones count."""


def answered_by(office: Office, box: MailboxRow, read: Opened) -> LetterRow | None:
    """The mail of ours that a mail answers; None if it does not say, or it is none of ours."""
    ids = f"{header(read.message, 'References')} {header(read.message, 'In-Reply-To')}".split()
    return office.store.outbox.named(box.id, ids[-MOST_ANSWERED:])


def answered_earlier(office: Office, box: MailboxRow, digest: str) -> LetterRow | None:
    """The same of a mail that was carried out before; None too if it has been erased."""
    kept = office.store.inbox.with_digest(digest)
    if kept is None or kept.raw is None:
        return None
    try:
        return answered_by(office, box, opened(kept.raw))
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


def has_moved_on(reading: Reading, asked_in: LetterRow, mail: InboundRow) -> bool:
    """Whether something else is asked by now than in the mail that is answered, due to others.

    What somebody has done themselves does not make their next orders late.
    """
    if asked_in.asks and asked_in.asks == asks(reading):
        return False
    since = reading.games.history(reading.game.id, after=asked_in.version)
    if any(isinstance(it, OrdersMailed) and it.mail == mail.digest for it in since):
        # It is this very mail that the game has gone on by: it was interrupted.
        return False
    return any(isinstance(it, OrderGiven) and it.player != reading.seat for it in since)
