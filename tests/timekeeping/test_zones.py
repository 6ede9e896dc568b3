"""Time zones: what may be named is the same on every machine."""

from __future__ import annotations

from datetime import date
from zoneinfo import available_timezones

import pytest

from api.clocks_told import day_in_words, when
from napoleon.log import zones
from napoleon.log.clocks import Clock
from napoleon.log.zones import is_zone
from napoleon.play.bounds import refuse_clock
from napoleon.play.clock import absences
from napoleon.play.games import Games
from napoleon.rules.orders import Refusal
from tests.repetitions import IN_THE_HOUSE

pytestmark = IN_THE_HOUSE

OF_MACHINES = ("localtime", "Factory", "posixrules", "right/UTC", "posix/Europe/Paris")


@pytest.mark.parametrize("name", [*OF_MACHINES, "", "Mars/Phobos", "/etc/passwd", "Europe"])
def test_what_is_no_zone_everywhere_is_refused_by_clocks_and_absences(
    games: Games, game_id: str, name: str
) -> None:
    refusal = refuse_clock(Clock(60, zone=name), [], referee=True)
    assert refusal is not None
    assert (refusal.code, refusal.facts) == ("BAD_CLOCK", {"where": "time_zone"})
    first, last = date(2026, 6, 5), date(2026, 6, 6)
    refused = absences.declare(games, game_id, "red", first, last, name)
    assert isinstance(refused, Refusal)
    assert refused.code == "BAD_TIME_ZONE"


def test_all_others_may_be_named(monkeypatch: pytest.MonkeyPatch) -> None:
    known = {it for it in available_timezones() if is_zone(it)}
    assert available_timezones() - known <= set(OF_MACHINES)
    assert {"UTC", "Europe/Paris", "America/New_York"} <= known
    # Some machines list what others do not.
    zones._names.cache_clear()
    monkeypatch.setattr(zones, "available_timezones", lambda: known | set(OF_MACHINES))
    try:
        assert {it for it in (*known, *OF_MACHINES) if is_zone(it)} == known
    finally:
        zones._names.cache_clear()


def test_times_in_a_zone_that_is_no_longer_installed_are_told_in_utc() -> None:
    at = 1_780_480_800_000_000
    assert when(at, "Mars/Phobos", "en") == when(at, "UTC", "en")
    assert day_in_words(at, "Mars/Phobos", "en") == day_in_words(at, "UTC", "en")
