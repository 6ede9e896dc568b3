"""Time in a story: clocks, deadlines that were missed, who was away, and who took over."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date

from napoleon.log.clocks import FORFEIT, PASS, REFEREE_DECIDES
from napoleon.log.events.clocks import (
    AbsenceDeclared,
    AbsenceEnded,
    ClockHeld,
    ClockRemoved,
    ClockResumed,
    ClockSet,
    DeadlineExtended,
    DeadlinePassed,
    GameForfeited,
    GraceEnded,
    MoreTimeTaken,
    SeatForfeited,
    StandInCalled,
    StandInDismissed,
    StandInNamed,
    WaitingEnded,
)
from napoleon.rules.events import JUDGES, Event
from napoleon.rules.prose.language import noted
from napoleon.rules.prose.storybook import Form, Storybook, Words

_BY_SEAT: Mapping[type[Event], str] = {
    DeadlineExtended: noted("%(who)s got more time from the referee."),
    MoreTimeTaken: noted("%(who)s asked for more time."),
    DeadlinePassed: noted("%(who)s let their time run out."),
    AbsenceEnded: noted("%(who)s called an absence off."),
    StandInNamed: noted("%(who)s named a stand-in."),
    StandInDismissed: noted("%(who)s no longer had a stand-in."),
    StandInCalled: noted("The stand-in %(of)s was asked to take over."),
}
"""What a seat did about its time, or what came of it."""

_OF_THE_CLOCK: Mapping[type[Event], str] = {
    ClockSet: noted("The clock of the game was set."),
    ClockRemoved: noted("From here on the game was played without a clock."),
    ClockHeld: noted("The referee stopped the clock."),
    ClockResumed: noted("The referee let the clock run again."),
}

_AFTER_THE_GRACE: Mapping[str, str] = {
    REFEREE_DECIDES: noted("%(who)s stayed silent: it was for the referee to decide."),
    PASS: noted("%(who)s stayed silent, and passed by that."),
    FORFEIT: noted("%(who)s stayed silent: the other side could claim the game."),
}

_WITHOUT_WAITING: Mapping[str, str] = {
    PASS: noted("%(who)s passed: the referee went on without waiting for an answer."),
}

_MONTHS = (
    noted("January"),
    noted("February"),
    noted("March"),
    noted("April"),
    noted("May"),
    noted("June"),
    noted("July"),
    noted("August"),
    noted("September"),
    noted("October"),
    noted("November"),
    noted("December"),
)


def told(words: Words, event: Event, book: Storybook) -> str | None:
    """A sentence about time; None for an event that is about something else, or tells nothing."""
    if type(event) in _OF_THE_CLOCK:
        return words.gettext(_OF_THE_CLOCK[type(event)])
    match event:
        case AbsenceDeclared():
            return words.gettext(
                "%(who)s will be away from %(first)s to %(last)s.",
                who=book.called(words, event.seat, Form.SUBJECT),
                first=_day(words, event.first),
                last=_day(words, event.last),
            )
        case GraceEnded() | WaitingEnded():
            went_on = isinstance(event, WaitingEnded) or event.by in JUDGES
            sentence = (_WITHOUT_WAITING if went_on else _AFTER_THE_GRACE).get(event.then)
            who = book.called(words, event.seat, Form.SUBJECT)
            return None if sentence is None else words.gettext(sentence, who=who)
        case GameForfeited():
            return words.gettext(
                "%(who)s claimed the game, which %(other)s had left.",
                who=book.called(words, event.claimed_by, Form.SUBJECT),
                other=book.called(words, event.seat, Form.SUBJECT),
            )
        case SeatForfeited():
            return words.gettext(
                "%(who)s no longer waited for %(other)s, and plays on without them.",
                who=book.called(words, event.claimed_by, Form.SUBJECT),
                other=book.called(words, event.seat, Form.SUBJECT),
            )
    sentence = _BY_SEAT.get(type(event))
    if sentence is None:
        return None
    seat: str = getattr(event, "seat")  # noqa: B009 - all of these have one
    return words.gettext(
        sentence,
        who=book.called(words, seat, Form.SUBJECT),
        of=book.called(words, seat, Form.GENITIVE),
    )


def _day(words: Words, day: str) -> str:
    when = date.fromisoformat(day)
    month = words.gettext(_MONTHS[when.month - 1])
    return words.gettext("%(day)s %(month)s %(year)s", day=when.day, month=month, year=when.year)
