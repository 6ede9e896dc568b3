"""Replacing: a set of orders takes the place of those that answered the same question before it."""

from __future__ import annotations

from typing import NamedTuple

from api.commands.speaker import Speaker
from api.mail.answering.questions import answered_earlier, same_question
from api.mail.office import Office
from api.mail.rows import LetterRow, MailboxRow
from api.reading import Reading
from napoleon.log.branches import is_on, path
from napoleon.log.events.mails import OrdersMailed
from napoleon.play import operations
from napoleon.rules.orders import OrderGiven


class Replaced(NamedTuple):
    """What a set of orders takes the place of."""

    to: int = 0
    """The version to go back to; 0 if nothing of it stands."""
    mails: tuple[str, ...] = ()
    """Digests of the mails that do not count any more."""


def replaced_by(
    office: Office, box: MailboxRow, reading: Reading, number: int, asked_in: LetterRow | None
) -> Replaced:
    """What set `number`, an answer to `asked_in`, takes the place of.

    Those are the mails of its holder that answered the same, with a lower number or none. One that
    does not say what it answers is taken to answer what was asked last when it came.
    """
    games, game = reading.games, reading.game
    since = _last_of_others(reading) if asked_in is None else asked_in.version
    events = list(games.history(game.id, after=since))
    mails = [
        it
        for it in events
        if isinstance(it, OrdersMailed)
        and it.seat == reading.seat
        and it.by == box.holder
        and not it.superseded
        and it.number < number
        and _answers(office, box, it, asked_in)
    ]
    stretches, orders = path(game.rewinds, game.version), {it.order_id for it in mails}
    standing = (
        it.version for it in events if it.order_id in orders and is_on(stretches, it.version)
    )
    first = min(standing, default=1)
    return Replaced(first - 1, tuple(it.mail for it in mails))


def _last_of_others(reading: Reading) -> int:
    """The version of the last order of another seat; 0 if there is none."""
    game = reading.game
    stretches = path(game.rewinds, game.version)
    for event in reading.games.backwards(game.id, game.version):
        others = isinstance(event, OrderGiven) and event.player != reading.seat
        if others and is_on(stretches, event.version):
            return event.version
    return 0


def _answers(
    office: Office, box: MailboxRow, event: OrdersMailed, asked_in: LetterRow | None
) -> bool:
    earlier = None if asked_in is None else answered_earlier(office, box, event.mail)
    return asked_in is None or earlier is None or same_question(earlier, asked_in)


def forget_waiting(speaker: Speaker, mails: tuple[str, ...]) -> None:
    """Forget the orders that wait, if mails that may have left them do not count any more."""
    if mails and speaker.reading.seat is not None:
        operations.withdraw(speaker.games, speaker.game.id, speaker.reading.seat, speaker.by)
