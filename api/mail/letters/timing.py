"""Mails about time: a reminder, a late notice, and what comes after the grace."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from api.clocks_told import when
from api.mail.letters.composing import Letter
from api.mail.letters.drawing import drawn
from api.mail.letters.notices import notice
from api.mail.letters.subjects import asked, room_of, sender, subject
from api.mail.letters.turn import MOST_OFFERS, asked_in, asks
from api.mail.office import Office
from api.mail.rows import MailboxRow
from api.reading import Reading
from napoleon.log.clocks import FORFEIT, REFEREE_DECIDES, Clock, Deadline
from napoleon.play.clock.running import refuse_claim
from napoleon.rules.prose.chronicle import capital


def letters_about_time(office: Office, box: MailboxRow, reading: Reading) -> Iterator[Letter]:
    """What the reader is told of the deadlines that stand, each in a mail of its own."""
    keeping = reading.game.timekeeping
    if keeping.clock is None:
        return
    for it in keeping.deadlines.values():
        mine = it.set.seat == reading.seat
        if it.expired and it.then in (REFEREE_DECIDES, FORFEIT):
            yield from _after_the_grace(reading, it)
        elif it.late and not it.expired:
            yield _late(office, box, reading, keeping.clock, it)
        elif it.near and mine and not it.late:
            yield _reminder(office, box, reading, it)


def _reminder(office: Office, box: MailboxRow, reading: Reading, it: Deadline) -> Letter:
    told = [reading.due_by(it)]
    over = _with_question(
        reading, lambda it: reading.gettext("Reminder: %(question)s", question=it)
    )
    return _asking(
        office, box, reading, it, f"near-{it.set.decision}-{it.set.due}", over,
        told, ("wait until DAY", "absence DAY to DAY"),
    )  # fmt: skip


def _late(office: Office, box: MailboxRow, reading: Reading, clock: Clock, it: Deadline) -> Letter:
    until = when(it.grace_ends(clock), reading.zone, reading.code)
    about = f"late-{it.set.decision}-{it.late}"
    if it.set.seat == reading.seat:
        told = [
            reading.due_by(it),
            reading.gettext("You may still answer until %(when)s.", when=until),
        ]
        over = _with_question(
            reading, lambda it: reading.gettext("You are late: %(question)s", question=it)
        )
        return _asking(office, box, reading, it, about, over, told, ())
    told = [
        reading.due_by(it),
        reading.gettext("The grace lasts until %(when)s.", when=until),
    ]
    over = reading.gettext("%(who)s: late", who=capital(reading.name(it.set.seat)))
    return notice(reading, about, told, over=over)


def _with_question(reading: Reading, said: Callable[[str], str]) -> str:
    """What a subject says about a question: of both it is the question that is cut."""
    return said(asked(reading, room_of(reading) - len(said(""))))


def _asking(
    office: Office,
    box: MailboxRow,
    reading: Reading,
    it: Deadline,
    about: str,
    over: str,
    told: Sequence[str],
    lines: Sequence[str],
) -> Letter:
    """A mail about a deadline of the reader's own, with what they are asked and every offer."""
    title = subject(reading, over)
    made = drawn(
        "reminder",
        reading.code,
        title=title,
        told=told,
        lines=lines,
        questions=asked_in(reading, MOST_OFFERS),
        matters=reading.matters,
        address=office.question_address(box, asks(reading)),
        drawn=False,
    )
    return Letter(
        about=about,
        sender=sender(reading),
        subject=title,
        drawn=made,
        version=reading.game.version,
        asks=asks(reading),
    )


def _after_the_grace(reading: Reading, it: Deadline) -> Iterator[Letter]:
    about = f"grace-{it.set.decision}-{it.expired}"
    who = capital(reading.subject(it.set.seat))
    over = reading.gettext(
        "%(who)s: silent beyond the grace", who=capital(reading.name(it.set.seat))
    )
    silent = reading.gettext("%(who)s stayed silent beyond the grace.", who=who)
    if it.then == FORFEIT and _may_claim(reading, it.set.seat):
        seat = reading.name(it.set.seat)
        told = reading.gettext("You may wait on, or claim the game:")
        yield notice(
            reading, about, [silent, told], lines=(f"claim the game from {seat}",), over=over
        )
    elif it.then == FORFEIT and reading.seat not in (None, it.set.seat):
        yield notice(reading, about, [silent], over=over)
    elif it.then == REFEREE_DECIDES and reading.seat is None:
        told = reading.gettext(
            "It is for you to decide: give them more time, or go on without them."
        )
        yield notice(reading, about, [silent, told], over=over)


def _may_claim(reading: Reading, seat: str) -> bool:
    return refuse_claim(reading.game, reading.rules, reading.holder, seat) is None
