"""Clocks in words: what a clock is, and by when somebody has to answer, for pages and mails alike.

Times are in microseconds since 1970 UTC, spans in minutes. A `code` is that of a language, one of
`api.languages.LANGUAGES`; a `zone` the name of a time zone in the IANA database.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from babel.dates import format_date, format_datetime, get_day_names
from babel.lists import format_list
from babel.units import format_unit

from api.languages import noted, translations
from napoleon.log.clocks import (
    EVERY_DAY,
    FORFEIT,
    MINUTES_OF_A_DAY,
    PASS,
    REFEREE_DECIDES,
    Clock,
    Deadline,
)
from napoleon.log.events.clocks import STAND_IN
from napoleon.log.times import hour_told
from napoleon.log.zones import zone_of
from napoleon.play.counting import moment

WEEKDAYS = (1, 2, 3, 4, 5)
WEEKEND = (6, 7)

MOST_HOURS = 72
"""Whole hours are told as such up to here, and as days and hours beyond."""

AFTER_GRACE_TOLD = {
    REFEREE_DECIDES: noted("then the referee decides"),
    PASS: noted("then the seat passes, where the rules let it"),
    FORFEIT: noted("then an opponent may claim the game"),
}
"""What comes of silence, as a clock says it."""

_EXPIRED = {
    REFEREE_DECIDES: noted("late since %(due)s, beyond the grace: the referee decides"),
    FORFEIT: noted("late since %(due)s, beyond the grace: an opponent may claim the game"),
    STAND_IN: noted("late since %(due)s, beyond the grace: the stand-in was asked to take over"),
}
"""What has come of silence. A seat that has passed has answered by that."""


class Told(NamedTuple):
    """A sentence about times, which are filled in the way that a page or a mail writes them."""

    text: str
    """With ``%(name)s`` for each of `times`."""
    times: Mapping[str, int]

    def filled(self, shown: Callable[[int], str]) -> str:
        """The sentence, with times as `shown` writes them."""
        return self.text % {name: shown(at) for name, at in self.times.items()}


def when(at: int, zone: str, code: str) -> str:
    """A time with its day of the week, as a clock in `zone` shows it.

    >>> when(1_780_480_800_000_000, "Europe/Paris", "en")
    'Wednesday 3 June, 12:00 (Europe/Paris)'
    """
    here = zone_of(zone)
    told = format_datetime(moment(at), "EEEE d MMMM, HH:mm", tzinfo=here, locale=code)
    return f"{told} ({here})"


def day_in_words(at: int, zone: str, code: str) -> str:
    """The day of a time in `zone`, with its year.

    >>> day_in_words(1_780_480_800_000_000, "Europe/Paris", "en")
    'Wednesday 3 June 2026'
    """
    return format_date(moment(at).astimezone(zone_of(zone)), "EEEE d MMMM y", locale=code)


def span_in_words(minutes: int, code: str) -> str:
    """How long something lasts.

    >>> [span_in_words(it, "en") for it in (2 * 1440, 36 * 60, 90, 5 * 1440 + 60)]
    ['2 days', '36 hours', '1 hour and 30 minutes', '5 days and 1 hour']
    """
    hours, rest = divmod(minutes, 60)
    days, of_day = divmod(hours, 24)
    if of_day == rest == 0:
        return _counted(days, "day", code)
    if rest == 0 and hours <= MOST_HOURS:
        return _counted(hours, "hour", code)
    parts = ((days, "day"), (of_day, "hour"), (rest, "minute"))
    return format_list([_counted(*it, code) for it in parts if it[0]], locale=code)


def clock_in_words(clock: Clock, code: str, called: Callable[[str], str] = str) -> str:
    """What a clock is, in one sentence without a full stop; `called` names kinds of decisions.

    >>> clock_in_words(Clock(2880, zone="Europe/Paris", days=(1, 2, 3, 4, 5), wait=0), "en")
    '2 days for an answer, on weekdays (Europe/Paris); a reminder 1 day before; 1 day of grace; \
then the referee decides'
    """
    return "; ".join(_clauses(clock, code, called))


def deadline_told(it: Deadline, clock: Clock, code: str) -> Told:
    """By when an answer is waited for, or since when it is late, and until when there is grace."""
    known = translations(code)
    due = {"due": it.set.due}
    if it.expired:
        return Told(known.gettext(_EXPIRED.get(it.then, _EXPIRED[REFEREE_DECIDES])), due)
    if it.late:
        text = known.gettext("late since %(due)s; grace until %(grace)s")
        return Told(text, due | {"grace": it.grace_ends(clock)})
    return Told(known.gettext("by %(due)s"), due)


def deadline_briefly(it: Deadline, code: str) -> Told:
    """By when an answer is waited for, or since when it is late, and nothing else."""
    known = translations(code)
    text = known.gettext("late since %(due)s") if it.late else known.gettext("by %(due)s")
    return Told(text, {"due": it.set.due})


def _clauses(clock: Clock, code: str, called: Callable[[str], str]) -> Iterator[str]:
    known = translations(code)
    yield ", ".join(_answer(clock, code))
    for kind, minutes in clock.kinds.items():
        yield known.gettext("%(time)s for “%(kind)s”") % {
            "kind": called(kind),
            "time": span_in_words(minutes, code),
        }
    if clock.notice:
        told = span_in_words(clock.notice, code)
        yield known.gettext("a reminder %(time)s before") % {"time": told}
    if clock.wait:
        told = span_in_words(clock.wait, code)
        yield known.gettext("up to %(time)s more for those who ask, once for each question") % {
            "time": told
        }
    yield known.gettext("%(time)s of grace") % {"time": span_in_words(clock.grace, code)}
    yield known.gettext(AFTER_GRACE_TOLD[clock.then])


def _answer(clock: Clock, code: str) -> Iterator[str]:
    """How long answers have, and on which days and between which hours."""
    known = translations(code)
    yield known.gettext("%(time)s for an answer") % {"time": span_in_words(clock.answer, code)}
    limits = [it for it in (_days(clock, code), _hours(clock, code)) if it]
    if limits:
        limits[-1] += f" ({clock.zone})"
    yield from limits


def _days(clock: Clock, code: str) -> str:
    """The days that count; empty for all of them."""
    known = translations(code)
    match tuple(sorted(clock.days)):
        case days if days == EVERY_DAY:
            return ""
        case days if days == WEEKDAYS:
            return known.gettext("on weekdays")
        case days if days == WEEKEND:
            return known.gettext("at weekends")
        case days:
            names = get_day_names("wide", locale=code)
            listed = format_list([names[it - 1] for it in days], locale=code)
            return known.gettext("on %(days)s") % {"days": listed}


def _hours(clock: Clock, code: str) -> str:
    """The hours in which deadlines fall; empty for the whole day."""
    if (clock.opens, clock.closes) == (0, MINUTES_OF_A_DAY):
        return ""
    hours = {"opens": hour_told(clock.opens), "closes": hour_told(clock.closes)}
    return translations(code).gettext("between %(opens)s and %(closes)s") % hours


def _counted(number: int, unit: str, code: str) -> str:
    return format_unit(number, f"duration-{unit}", length="long", locale=code)
