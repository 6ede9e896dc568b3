"""Times of the clock on pages: as UTC has them, until a script turns them into the reader's own."""

from __future__ import annotations

from datetime import date

from babel.dates import format_date, format_datetime, get_day_names
from markupsafe import Markup, escape

from api.clocks_told import AFTER_GRACE_TOLD, Told, deadline_briefly, when
from api.web.catalogue import gettext, language
from api.web.pages import instant, web
from napoleon.log.clocks import EVERY_DAY, Deadline
from napoleon.play.counting import moment

LONG, SHORT = "long", "short"
"""How the day of the week and the month are written; the script writes them like that as well."""


@web.app_template_filter()
def weekday(at: int) -> Markup:
    """A time in microseconds since 1970 UTC, with its day of the week."""
    return _element(at, LONG, when(at, "UTC", language()))


@web.app_template_filter()
def timed(told: Told) -> Markup:
    """A sentence with its times."""
    return _filled(told, {name: weekday(at) for name, at in told.times.items()})


@web.app_template_filter()
def briefly(it: Deadline) -> Markup:
    """By when an answer is waited for, or since when it is late, as short as may be."""
    told = deadline_briefly(it, language())
    return _filled(told, {name: _short(at) for name, at in told.times.items()})


@web.app_template_filter()
def day_name(number: int) -> str:
    """A day of the week by its number in ISO 8601."""
    names = get_day_names("wide", locale=language())
    return str(names[number - 1])


@web.app_template_filter()
def day_of(written: str) -> str:
    """A day that is kept as ``2026-12-24``, as a reader writes it."""
    return format_date(date.fromisoformat(written), "EEEE d MMMM y", locale=language())


@web.app_context_processor
def _days_and_what_follows() -> dict[str, object]:
    return {
        "days_of_a_week": EVERY_DAY,
        "after_grace": {it: gettext(words) for it, words in AFTER_GRACE_TOLD.items()},
    }


def _short(at: int) -> Markup:
    told = format_datetime(moment(at), "EEE d MMM, HH:mm 'UTC'", locale=language())
    return _element(at, SHORT, told)


def _element(at: int, width: str, text: str) -> Markup:
    element = Markup('<time datetime="{}" data-weekday="{}">{}</time>')
    return element.format(instant(at), width, text)


def _filled(told: Told, times: dict[str, Markup]) -> Markup:
    return escape(told.text) % times
