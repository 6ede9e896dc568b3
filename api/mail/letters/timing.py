"""Mails about time: a reminder, a late notice, and what comes after the grace."""

from __future__ import annotations

from collections.abc import Iterator

from api.clocks_told import when
from api.mail.letters.composing import Letter
from api.mail.letters.notices import notice
from api.reading import Reading
from napoleon.log.clocks import FORFEIT, REFEREE_DECIDES, Clock, Deadline
from napoleon.play.clock.running import refuse_claim
from napoleon.rules.prose.chronicle import capital


def letters_about_time(reading: Reading) -> Iterator[Letter]:
    """What the reader is told of the deadlines that stand, each in a mail of its own."""
    keeping = reading.game.timekeeping
    if keeping.clock is None:
        return
    for it in keeping.deadlines.values():
        mine = it.set.seat == reading.seat
        if it.expired and it.then in (REFEREE_DECIDES, FORFEIT):
            yield from _after_the_grace(reading, it)
        elif it.late and not it.expired:
            yield _late(reading, keeping.clock, it)
        elif it.near and mine and not it.late:
            yield _reminder(reading, it)


def _reminder(reading: Reading, it: Deadline) -> Letter:
    return notice(
        reading,
        f"near-{it.set.decision}-{it.set.due}",
        [
            reading.due_by(it),
            reading.gettext("The last turn mail says what you are asked. To ask again, send:"),
        ],
        lines=("orders", "wait DATE", "absence DATE to DATE"),
    )


def _late(reading: Reading, clock: Clock, it: Deadline) -> Letter:
    until = when(it.grace_ends(clock), reading.zone, reading.code)
    about = f"late-{it.set.decision}-{it.late}"
    if it.set.seat == reading.seat:
        told = [
            reading.due_by(it),
            reading.gettext("You may still answer until %(when)s.", when=until),
        ]
        return notice(reading, about, told, lines=("orders",))
    told = [
        reading.due_by(it),
        reading.gettext("The grace lasts until %(when)s.", when=until),
    ]
    return notice(reading, about, told)


def _after_the_grace(reading: Reading, it: Deadline) -> Iterator[Letter]:
    about = f"grace-{it.set.decision}-{it.expired}"
    who = capital(reading.subject(it.set.seat))
    silent = reading.gettext("%(who)s stayed silent beyond the grace.", who=who)
    if it.then == FORFEIT and _may_claim(reading, it.set.seat):
        seat = reading.name(it.set.seat)
        told = reading.gettext("You may wait on, or claim the game:")
        yield notice(reading, about, [silent, told], lines=(f"claim the game from {seat}",))
    elif it.then == FORFEIT and reading.seat not in (None, it.set.seat):
        yield notice(reading, about, [silent])
    elif it.then == REFEREE_DECIDES and reading.seat is None:
        told = reading.gettext(
            "It is for you to decide: give them more time, or go on without them."
        )
        yield notice(reading, about, [silent, told])


def _may_claim(reading: Reading, seat: str) -> bool:
    return refuse_claim(reading.game, reading.rules, reading.holder, seat) is None
