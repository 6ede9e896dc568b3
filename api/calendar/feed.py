"""The feed: a calendar as RFC 5545 has it, the same bytes as long as nothing in it has changed.

Servers of third parties fetch it, so it holds only what anybody may know of the game.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from datetime import date, timedelta

from icalendar import Alarm, Calendar, Event

from api.reading import Reading
from napoleon.log.clocks import Absence, Clock, Deadline
from napoleon.play.clock.running import reminded
from napoleon.play.counting import moment
from napoleon.play.deadlines import Revision, revisions

MEDIA_TYPE = "text/calendar; charset=utf-8"

REFRESH = timedelta(hours=1)
"""How often a calendar program is asked to look again."""


def feed(reading: Reading, page: str) -> bytes:
    """The deadlines and absences of the reader's seat, in their language.

    `page` is the address of the game's page. While the clock is held nothing is due.
    """
    game, seat = reading.game, reading.seat
    assert seat is not None, "only seats have calendars"
    calendar = Calendar()
    calendar.add("prodid", "-//Napoleon//Deadlines//EN")
    calendar.add("version", "2.0")
    calendar.add("method", "PUBLISH")
    calendar.add("name", reading.title)
    calendar.add("x-wr-calname", reading.title)
    calendar.add("refresh-interval", REFRESH, parameters={"VALUE": "DURATION"})
    calendar.add("x-published-ttl", "PT1H")
    keeping = game.timekeeping
    if keeping.clock is not None and not keeping.held:
        known = revisions(reading.games.history(game.id, upto=game.version))
        for event in _deadlines(reading, seat, keeping.clock, known):
            event.add("url", page)
            calendar.add_component(event)
    for absence in keeping.away(seat):
        event = _absence(reading, absence)
        event.add("url", page)
        calendar.add_component(event)
    made: bytes = calendar.to_ical()
    return made


def _deadlines(
    reading: Reading, seat: str, clock: Clock, known: Mapping[str, Revision]
) -> Iterator[Event]:
    for it in reading.game.timekeeping.of(seat):
        event = _event(reading, f"decision {it.set.decision}", known[it.set.decision].at)
        event.add("dtstart", moment(it.set.due).replace(microsecond=0))
        event.add("sequence", known[it.set.decision].number)
        title = reading.gettext(
            "%(game)s, %(seat)s: your answer is due", game=reading.title, seat=reading.name(seat)
        )
        event.add("summary", title)
        event.add(
            "description",
            reading.gettext("After that everybody is told that it is late, and the grace begins."),
        )
        if clock.notice:
            event.add_component(_alarm(title, clock, it))
        yield event


def _absence(reading: Reading, it: Absence) -> Event:
    event = _event(reading, f"absence {it.id}", it.declared)
    event.add("dtstart", date.fromisoformat(it.first))
    event.add("dtend", date.fromisoformat(it.last) + timedelta(days=1))
    event.add("sequence", 0)
    event.add(
        "summary",
        reading.gettext(
            "%(game)s, %(seat)s: you are away", game=reading.title, seat=reading.name(it.seat)
        ),
    )
    return event


def _event(reading: Reading, about: str, at: int) -> Event:
    """An event that keeps nobody from other things, known by what it is about."""
    event = Event()
    label = f"{reading.game.id} {reading.seat} {about}"
    event.add("uid", f"{hashlib.sha256(label.encode()).hexdigest()[:32]}@napoleon")
    event.add("dtstamp", moment(at).replace(microsecond=0))
    event.add("transp", "TRANSPARENT")
    return event


def _alarm(title: str, clock: Clock, it: Deadline) -> Alarm:
    """Rings when the service reminds the seat."""
    alarm = Alarm()
    alarm.add("action", "DISPLAY")
    alarm.add("description", title)
    alarm.add("trigger", timedelta(microseconds=reminded(clock, it) - it.set.due))
    return alarm
