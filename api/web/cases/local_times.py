"""Local times: what somebody means by a day or an hour in a form, in a time zone that they name."""

from __future__ import annotations

from datetime import date, datetime, timedelta, tzinfo

from marshmallow import fields, validate

from api.http.mail import office
from api.http.problems import refusal_problem
from api.mail import mailboxes
from api.web.game.looking import Look
from napoleon.log.times import MINUTE
from napoleon.log.zones import is_zone, zone_of
from napoleon.play import counting
from napoleon.rules.events import SPECTATOR
from napoleon.rules.orders import Refusal

LONGEST_ZONE = 64
"""Characters of the name of a time zone."""

_FIRST, _LAST = date(2000, 1, 1), date(2999, 12, 31)
"""Days that calendars can still count from."""


def zone_field() -> fields.String:
    """A field for the name of a time zone."""
    return fields.String(load_default="UTC", validate=validate.Length(max=LONGEST_ZONE))


def day_field() -> fields.Date:
    """A field for a day."""
    return fields.Date(required=True, validate=validate.Range(_FIRST, _LAST))


def time_field() -> fields.NaiveDateTime:
    """A field for a day and a time of it, as browsers send them."""
    first, last = (datetime.combine(it, datetime.min.time()) for it in (_FIRST, _LAST))
    return fields.NaiveDateTime(required=True, validate=validate.Range(first, last))


def end_of(day: date, zone: str) -> int:
    """The last minute of a day, in microseconds since 1970 UTC. Raises Problem 422."""
    _known(zone)
    return counting.beginning(day + timedelta(days=1), zone) - MINUTE


def at(local: datetime, zone: str) -> int:
    """A local time, in microseconds since 1970 UTC. Raises Problem 422."""
    return counting.micros(local.replace(tzinfo=_known(zone)))


def zone_of_mailbox(seen: Look) -> str | None:
    """The time zone in which the reader is told by mail; None if they have left no address."""
    if seen.who.actor == SPECTATOR:
        return None
    box = mailboxes.of(office(), seen.newest, seen.who.actor)
    return None if box is None else box.zone


def _known(zone: str) -> tzinfo:
    if not is_zone(zone):
        detail = "There is no such time zone; a name is Europe/Paris."
        raise refusal_problem(Refusal("BAD_TIME_ZONE", "", detail))
    return zone_of(zone)
