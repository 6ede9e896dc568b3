"""Timekeeping as it is told and read outside the log: minutes, times of day, and moments in UTC."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from napoleon.log.clocks import Absence, Clock, Deadline
from napoleon.log.game import Game
from napoleon.log.times import SECOND, hour_told
from napoleon.play.clock.stand_ins import share_of
from napoleon.play.counting import moment


def told(game: Game) -> dict[str, Any]:
    """The clock of a game with all that runs by it, as JSON; anybody may know it."""
    keeping = game.timekeeping
    clock = keeping.clock
    return {
        "clock": None if clock is None else clock_told(clock),
        "held_since": moment_told(keeping.held),
        "deadlines": [_deadline(clock, it) for it in keeping.deadlines.values() if clock],
        "absences": [absence_told(it) for it in keeping.absences.values()],
        "stand_ins": [
            {"seat": seat, "called": share == share_of(seat)}
            for seat, share in keeping.stand_ins.items()
        ],
    }


def clock_told(clock: Clock) -> dict[str, Any]:
    """What a clock is set to; `clock_of` reads it again."""
    return {
        "answer": clock.answer,
        "kinds": dict(clock.kinds),
        "time_zone": clock.zone,
        "days": list(clock.days),
        "opens": hour_told(clock.opens),
        "closes": hour_told(clock.closes),
        "notice": clock.notice,
        "grace": clock.grace,
        "then": clock.then,
        "wait": clock.wait,
    }


def clock_of(data: Mapping[str, Any]) -> Clock:
    """The clock that `data` (a ClockSettingSchema) says.

    >>> clock_of({"answer": 2880, "closes": "22:00", "days": [7, 6, 6]}).days
    (6, 7)
    """
    own_names = {"time_zone": "zone"}
    read = {own_names.get(name, name): value for name, value in data.items()}
    for name in {"opens", "closes"} & read.keys():
        read[name] = _minutes(read[name])
    if "days" in read:
        read["days"] = tuple(sorted(set(read["days"])))
    return Clock(**read)


def absence_told(it: Absence) -> dict[str, Any]:
    """When somebody is away."""
    return {"id": it.id, "seat": it.seat, "first": it.first, "last": it.last, "time_zone": it.zone}


def moment_told(at: int) -> str | None:
    """A time of the log in UTC, to the second, as RFC 3339 has it; None for 0, which is never.

    >>> moment_told(1_767_225_600_999_999)
    '2026-01-01T00:00:00Z'
    """
    return moment(at // SECOND * SECOND).strftime("%Y-%m-%dT%H:%M:%SZ") if at else None


def _deadline(clock: Clock, it: Deadline) -> dict[str, Any]:
    return {
        "decision": it.set.decision,
        "seat": it.set.seat,
        "kind": it.set.kind,
        "asked": moment_told(it.set.asked),
        "due": moment_told(it.set.due),
        "reminded": it.near,
        "late_since": moment_told(it.late),
        "grace_ends": moment_told(it.late and it.grace_ends(clock)),
        "then": it.then or None,
        "waited": it.waited,
    }


def _minutes(time_of_day: str) -> int:
    hours, _, minutes = time_of_day.partition(":")
    return int(hours) * 60 + int(minutes)
