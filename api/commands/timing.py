"""Commands about time: the clock, being away, asking for more time, a stand-in, claiming a game."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, datetime, timedelta

from api.clocks_told import clock_in_words, day_in_words
from api.commands.answers import Answer
from api.commands.speaker import Outcome, Speaker
from api.languages import noted
from api.reading import Reading
from napoleon.log.clocks import Absence
from napoleon.log.times import MINUTE, SECOND
from napoleon.play import counting
from napoleon.play.clock import absences, running, stand_ins
from napoleon.rules.orders import Refusal
from napoleon.rules.plain_views import label
from napoleon.rules.prose.chronicle import capital

_DATES = ("%Y-%m-%d", "%d.%m.%Y", "%d/%m/%Y", "%d %b %Y", "%d %B %Y")
"""How a day may be written; the first way is the one that is told."""


def clock(speaker: Speaker) -> Answer:
    """Who has to answer by when, and who is away."""
    reading = speaker.reading
    keeping = reading.game.timekeeping
    title = reading.gettext("The clock")
    if keeping.clock is None:
        told = reading.gettext("The game is played without a clock: nobody has a deadline.")
        return speaker.answer(title, told, listed=tuple(_away(reading)))
    stopped = [reading.gettext("The referee has stopped the clock.")] if keeping.held else []
    lines = list(dict.fromkeys(map(reading.due_by, keeping.deadlines.values())))
    told = f"{capital(clock_in_words(keeping.clock, reading.code, label))}."
    return speaker.answer(title, told, *stopped, listed=(*lines, *_away(reading)))


def absence(speaker: Speaker, first: str, last: str) -> Outcome:
    """Say that one is away, from the first day to the last."""
    reading = speaker.reading
    days = [day_of(it) for it in (first, last)]
    if None in days:
        return no_date(first if days[0] is None else last)
    [start, end] = [it for it in days if it is not None]
    outcome = absences.declare(
        speaker.games, speaker.game.id, speaker.holder, start, end, reading.zone, seen=speaker.game
    )
    if isinstance(outcome, Refusal):
        return outcome
    told = reading.gettext("You are away from %(first)s to %(last)s.", **_days(reading, outcome))
    then = reading.gettext("This line calls it off:")
    after = speaker.now().reading
    return Answer(
        title=reading.gettext("Absence"),
        paragraphs=(told, *after.due, then),
        lines=(f"no absence {outcome.id}",),
        changed=True,
    )


def no_absence(speaker: Speaker, number: str) -> Outcome:
    """Call an absence off."""
    reading = speaker.reading
    outcome = absences.call_off(
        speaker.games, speaker.game.id, speaker.holder, int(number), seen=speaker.game
    )
    if isinstance(outcome, Refusal):
        return outcome
    told = reading.gettext("The absence is called off.")
    after = speaker.now().reading
    return Answer(title=reading.gettext("Absence"), paragraphs=(told, *after.due), changed=True)


def wait(speaker: Speaker, day: str) -> Outcome:
    """Hold the clock for oneself, to the end of a day."""
    reading = speaker.reading
    last = day_of(day)
    if last is None or last == date.max:
        return no_date(day)
    until = end_of(last, reading.zone)
    outcome = absences.wait(
        speaker.games, speaker.game.id, speaker.holder, until, seen=speaker.game
    )
    if isinstance(outcome, Refusal):
        return outcome
    told = reading.gettext("The clock waits for you.")
    return Answer(
        title=reading.gettext("More time"),
        paragraphs=(told, *speaker.now().reading.due),
        changed=True,
    )


def stand_in(speaker: Speaker, address: str) -> Outcome:
    """Name who is asked to take over if one falls silent."""
    reading = speaker.reading
    if speaker.addresses is None:
        return Refusal("NO_MAIL", "", "The service keeps no addresses here.")
    outcome = speaker.addresses.name_stand_in(speaker.game, speaker.holder, address, reading.code)
    if isinstance(outcome, Refusal):
        return outcome
    told = reading.gettext(
        "If you are silent beyond the grace, %(address)s is asked to play in your place. Nobody "
        "else is told who it is. This line takes it back:",
        address=address,
    )
    return Answer(
        title=reading.gettext("Stand-in"),
        paragraphs=(told,),
        lines=("no stand-in",),
        changed=True,
    )


def no_stand_in(speaker: Speaker) -> Outcome:
    """Have no stand-in any more."""
    reading = speaker.reading
    outcome = stand_ins.dismiss(speaker.games, speaker.game.id, speaker.holder, seen=speaker.game)
    if isinstance(outcome, Refusal):
        return outcome
    if speaker.addresses is not None:
        speaker.addresses.forget_stand_in(speaker.game, reading.seat or "")
    told = reading.gettext("You have no stand-in any more.")
    return Answer(title=reading.gettext("Stand-in"), paragraphs=(told,), changed=True)


def claim(speaker: Speaker, name: str) -> Outcome:
    """Claim a game that a seat of the other side has left."""
    reading = speaker.reading
    wanted = name.strip().casefold()
    seats = speaker.game.created.seats
    seat = next(
        (it for it in seats if wanted in (it.casefold(), reading.name(it).casefold())), None
    )
    if seat is None:
        names = ", ".join(map(reading.name, seats))
        return Refusal("UNKNOWN_SEAT", "", f"The seats are {names}.", {"seats": list(seats)})
    outcome = running.claim_game(
        speaker.games, speaker.game.id, speaker.holder, seat, seen=speaker.game
    )
    if isinstance(outcome, Refusal):
        return outcome
    told = reading.gettext("The game is over: you have won it.")
    return Answer(title=reading.gettext("The game is claimed"), paragraphs=(told,), changed=True)


def _away(reading: Reading) -> Iterator[str]:
    now = reading.games.clock()
    for it in reading.game.timekeeping.absences.values():
        if it.ends > now:
            facts = {"who": reading.subject(it.seat), **_days(reading, it)}
            if it.seat == reading.seat:
                told = noted("You are away from %(first)s to %(last)s (absence %(id)s).")
                yield reading.gettext(told, id=it.id, **facts)
            else:
                yield reading.gettext("%(who)s are away from %(first)s to %(last)s.", **facts)


def _days(reading: Reading, it: Absence) -> dict[str, str]:
    last = it.ends - SECOND
    return {
        "first": day_in_words(it.starts, it.zone, reading.code),
        "last": day_in_words(last, it.zone, reading.code),
    }


def day_of(written: str) -> date | None:
    """The day that somebody has written; None if it is none."""
    told = " ".join(written.split())
    for form in _DATES:
        try:
            return datetime.strptime(told, form).date()  # noqa: DTZ007 - a day has no zone
        except ValueError:
            continue
    return None


def end_of(day: date, zone: str) -> int:
    """The last minute of a day, in microseconds since 1970 UTC; not of the last day of all."""
    return counting.beginning(day + timedelta(days=1), zone) - MINUTE


def no_date(written: str) -> Refusal:
    """Why something is no day."""
    detail = f"“{written}” is no date: a date is written 2026-12-24."
    return Refusal("BAD_DATE", "", detail)
