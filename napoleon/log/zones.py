"""Time zones: which may be named, and how times are told in one that is named somewhere."""

from __future__ import annotations

from datetime import UTC, tzinfo
from functools import cache
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

_OF_MACHINES = frozenset({"localtime", "Factory", "posixrules"})
"""Names that mean something else on every machine, or nothing."""

_VARIANTS = ("posix/", "right/")
"""Folders of the database with other countings of the same zones; not every machine has them."""


def is_zone(name: str) -> bool:
    """Whether a time zone of that name may be chosen: it means the same on every machine.

    >>> [is_zone(it) for it in ("Europe/Paris", "UTC", "localtime", "right/UTC", "Mars/Phobos")]
    [True, True, False, False, False]
    """
    return name in _names()


def zone_of(name: str) -> tzinfo:
    """The time zone of that name, which was chosen once; UTC if this machine no longer knows it.

    >>> str(zone_of("Europe/Paris")), str(zone_of("Mars/Phobos"))
    ('Europe/Paris', 'UTC')
    """
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return UTC


@cache
def _names() -> frozenset[str]:
    # All folders of the database are read for it.
    every = available_timezones() - _OF_MACHINES
    return frozenset(it for it in every if not it.startswith(_VARIANTS))
