"""Lateness: how often and for how long each seat was late, by the times in the log."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from napoleon.log.events.clocks import (
    ClockHeld,
    ClockRemoved,
    ClockResumed,
    ClockSet,
    DeadlinePassed,
    DeadlinesSet,
    GameForfeited,
)
from napoleon.log.times import SECOND
from napoleon.rules.events import Event


class Lateness(msgspec.Struct):
    """How late a seat was."""

    missed: int = 0
    """How many deadlines have passed without an answer."""
    seconds: int = 0
    """How long it was waited for after them, without the time in which the clock was stopped."""


class _Open(msgspec.Struct):
    """A deadline that has passed, and that is still waited for."""

    seat: str
    due: int
    since: int
    """From when on it is counted."""


def lateness(events: Iterable[Event], seats: Iterable[str], now: int) -> dict[str, Lateness]:
    """How late each of the `seats` was, from all events of a game, the oldest first.

    What is still waited for counts up to `now`, in microseconds since 1970 UTC.
    """
    found = {seat: Lateness() for seat in seats}
    waiting: dict[str, _Open] = {}
    held = False

    def count(it: _Open, until: int) -> None:
        if not held:
            found[it.seat].seconds += max(0, until - it.since) // SECOND

    for event in events:
        match event:
            case DeadlinePassed():
                found[event.seat].missed += 1
                waiting[event.decision] = _Open(event.seat, event.due, event.due)
            case DeadlinesSet():
                stands = {it.decision: it.due for it in event.deadlines}
                for decision, it in [*waiting.items()]:
                    if stands.get(decision) != it.due:
                        count(waiting.pop(decision), event.at)
            case ClockRemoved() | GameForfeited():
                for it in waiting.values():
                    count(it, event.at)
                waiting, held = {}, False
            case ClockHeld():
                for it in waiting.values():
                    count(it, event.at)
                held = True
            case ClockResumed() | ClockSet() if held:
                for it in waiting.values():
                    it.since = event.at
                held = False
    for it in waiting.values():
        count(it, now)
    return found
