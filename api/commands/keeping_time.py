"""Commands of judges about time: the clock stopped, deadlines put off, silence that is ended."""

from __future__ import annotations

import re
from datetime import date, datetime

from api.clocks_told import when
from api.commands.answers import Answer
from api.commands.seats import seat_of
from api.commands.speaker import Outcome, Speaker
from api.commands.timing import day_of, end_of, no_date
from api.refusals import cited
from napoleon.log.game import Game
from napoleon.log.times import DAY, MINUTE
from napoleon.log.zones import zone_of
from napoleon.play import counting
from napoleon.play.clock import running, setting
from napoleon.rules.orders import Refusal

_SPAN = re.compile(r"(\d{1,4}) ?(\D{1,8})")
_TIME = re.compile(r"(\d{1,2})\D(\d{2})")

_HOUR = 60 * MINUTE

_UNITS = {
    **dict.fromkeys(("m", "min", "mins", "minute", "minutes"), MINUTE),
    **dict.fromkeys(("h", "hour", "hours", "heure", "heures"), _HOUR),
    **dict.fromkeys(("d", "day", "days", "j", "jour", "jours"), DAY),
    **dict.fromkeys(("w", "week", "weeks", "semaine", "semaines"), 7 * DAY),
}
"""What spans are counted in, in English and French."""


def late(speaker: Speaker) -> Answer:
    """Who has not answered in time, and until when they still may."""
    reading = speaker.reading
    keeping = reading.game.timekeeping
    title = reading.gettext("Who is late")
    if keeping.clock is None:
        told = reading.gettext("The game is played without a clock: nobody has a deadline.")
        return speaker.answer(title, told)
    found = [it for it in keeping.deadlines.values() if it.late or it.expired]
    if not found:
        return speaker.answer(title, reading.gettext("Nobody is late."))
    lines = dict.fromkeys(map(reading.due_by, found))
    return speaker.answer(title, listed=tuple(lines))


def pause(speaker: Speaker, reason: str) -> Outcome:
    """Stop the clock."""
    held = setting.hold(speaker.games, speaker.game.id, speaker.holder, reason, seen=speaker.game)
    told = speaker.reading.gettext(
        "The clock is stopped: nothing falls due before it runs again. The command “resume” lets "
        "it run."
    )
    return _told(speaker, held, told)


def resume(speaker: Speaker) -> Outcome:
    """Let the clock run again."""
    runs = setting.resume(speaker.games, speaker.game.id, speaker.holder, seen=speaker.game)
    return _told(speaker, runs, speaker.reading.gettext("The clock runs again."))


def extend(speaker: Speaker, name: str, span: str, reason: str) -> Outcome:
    """Give a seat so much more time than it has, or from now on if it is late."""
    seat = seat_of(speaker.reading, name)
    if isinstance(seat, Refusal):
        return seat
    found = _SPAN.fullmatch(span)
    unit = None if found is None else _UNITS.get(found[2].lower())
    if found is None or unit is None:
        detail = f"“{span}” is no span of time: it is written 24h, 2 days or 90 min."
        return Refusal("BAD_DATE", "", detail)
    stands = speaker.game.timekeeping.of(seat)
    last = max((it.set.due for it in stands), default=0)
    return _put_off(speaker, seat, max(last, speaker.games.clock()) + int(found[1]) * unit, reason)


def set_deadline(speaker: Speaker, name: str, day: str, hour: str, reason: str) -> Outcome:
    """Give a seat until a time of a day, or until its end, in the time zone of the speaker."""
    seat = seat_of(speaker.reading, name)
    if isinstance(seat, Refusal):
        return seat
    last = day_of(day)
    if last is None or last == date.max:
        return no_date(day)
    until = end_of(last, speaker.reading.zone)
    if found := _TIME.fullmatch(hour):
        try:
            at = datetime(
                last.year, last.month, last.day, int(found[1]), int(found[2]),
                tzinfo=zone_of(speaker.reading.zone),
            )  # fmt: skip
        except ValueError:
            return Refusal("BAD_DATE", "", f"“{hour}” is no time: a time is written 18:00.")
        until = counting.micros(at)
    return _put_off(speaker, seat, until, reason)


def process(speaker: Speaker, name: str) -> Outcome:
    """Wait no longer for a seat, or for all that are late."""
    reading = speaker.reading
    keeping = speaker.game.timekeeping
    if name:
        seat = seat_of(reading, name)
        if isinstance(seat, Refusal):
            return seat
        waited = keeping.of(seat)
    else:
        waited = [it for it in keeping.deadlines.values() if it.late]
    if keeping.clock is None:
        return Refusal("NO_CLOCK", "", "The game is played without a clock.")
    if not waited:
        detail = "Nothing is due from that seat." if name else "Nobody is late."
        return Refusal("NO_DEADLINE", "", detail)
    done, refused = list[str](), list[tuple[str, Refusal]]()
    for it in waited:
        newest = speaker.now()
        if it.set.decision not in newest.game.timekeeping.deadlines:
            continue  # the one before has answered it too
        who = reading.name(it.set.seat)
        outcome = running.process(
            speaker.games, newest.game.id, speaker.holder, it.set.decision, seen=newest.game
        )
        if isinstance(outcome, Refusal):
            refused.append((who, outcome))
        else:
            done.append(who)
    if not done:
        return refused[0][1]
    told = [
        reading.gettext("The game goes on without %(seat)s.", seat=it) for it in dict.fromkeys(done)
    ]
    told += [f"{who}: {cited(why, reading.code)}" for who, why in refused]
    then = speaker.now().reading
    story = then.paragraphs(then.story(speaker.game.version, then.game.version))
    return Answer(
        title=reading.gettext("Going on"),
        paragraphs=tuple(told),
        listed=tuple(story),
        changed=True,
    )


def _put_off(speaker: Speaker, seat: str, until: int, reason: str) -> Outcome:
    reading = speaker.reading
    outcome = setting.extend(
        speaker.games, speaker.game.id, speaker.holder, seat, until, reason, seen=speaker.game
    )
    told = reading.gettext(
        "%(seat)s: more time, until %(when)s.",
        seat=reading.name(seat),
        when=when(until, reading.zone, reading.code),
    )
    return _told(speaker, outcome, told)


def _told(speaker: Speaker, outcome: Game | Refusal, told: str) -> Outcome:
    if isinstance(outcome, Refusal):
        return outcome
    reading = speaker.reading
    keeping = outcome.timekeeping
    dues = [] if keeping.held else map(reading.of(outcome).due_by, keeping.deadlines.values())
    return Answer(
        title=reading.gettext("The clock"),
        paragraphs=(told,),
        listed=tuple(dict.fromkeys(dues)),
        changed=True,
    )
