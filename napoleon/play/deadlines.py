"""Deadlines: by when each question has to be answered, recorded whenever that changes.

A deadline is set in the save that asks the question, and stands in the log, so that nobody's view
of weekdays, time zones and absences can change it afterwards. Seats that nobody has taken, and
bots, have none.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import msgspec

from napoleon.log.clocks import Absence, Clock, Due
from napoleon.log.events.clocks import DeadlinesSet
from napoleon.log.game import Game
from napoleon.play import counting
from napoleon.rules.events import Event
from napoleon.rules.terms import Decision


class Revision(NamedTuple):
    """A deadline as it was set last."""

    due: int
    number: int
    """How many there were before: 0 for a deadline that was never put off."""
    at: int
    """When it was set."""


def settled(
    game: Game, asked: Iterable[Decision], at: int, restored: Mapping[str, Due] = {}
) -> list[DeadlinesSet]:
    """What sets the deadlines of what is `asked` in a game, if they are not as they should be.

    A question that stood open keeps its deadline. `restored` are those of questions that are asked
    again as if nothing had happened since, by seat and kind.
    """
    keeping = game.timekeeping
    clock = keeping.clock
    found: list[Due] = []
    if clock is not None and not game.over:
        people = {it for it in game.claimed if it not in game.played_by_bots}
        for it in asked:
            if it.seat in people:
                known = keeping.deadlines.get(it.id)
                again = restored.get(_name(it.seat, it.kind))
                found.append(
                    known.set
                    if known is not None
                    else _again(again, it.id)
                    if again is not None
                    else fresh(game, clock, it, at)
                )
    stands = [it.set for it in keeping.deadlines.values()]
    return [] if found == stands else [DeadlinesSet(tuple(found))]


def renewed(game: Game, asked: Iterable[Decision], at: int, seat: str = "") -> list[DeadlinesSet]:
    """What gives a seat, or all, the whole time for what is `asked`, as if it were asked now."""
    known = game.timekeeping.deadlines
    others = {id_: it for id_, it in known.items() if seat not in ("", it.set.seat)}
    keeping = msgspec.structs.replace(game.timekeeping, deadlines=others)
    return settled(msgspec.structs.replace(game, timekeeping=keeping), asked, at)


def fresh(game: Game, clock: Clock, it: Decision, at: int) -> Due:
    """The deadline of a question that is asked at the time `at`."""
    minutes = clock.allows(it.kind)
    away = game.timekeeping.away(it.seat)
    return Due(it.id, it.seat, it.kind, at, counting.due(clock, at, minutes, away))


def as_before(game: Game) -> dict[str, Due]:
    """The deadlines of an earlier position, for `settled`.

    Whoever takes an order back does not gain time by it.
    """
    return {_name(it.set.seat, it.set.kind): it.set for it in game.timekeeping.deadlines.values()}


def moved(
    game: Game, at: int, *, seat: str = "", since: int = 0, absences: Sequence[Absence]
) -> DeadlinesSet:
    """Deadlines with as much time left as they have, counted anew from `at` on.

    They are those of a `seat`, or all; `since` is when the clock was stopped, if it was. `absences`
    are those by which they were set; by now it may be others. What has passed stays as it is.
    There is a clock.
    """
    keeping = game.timekeeping
    clock = keeping.clock
    assert clock is not None, "without a clock there are no deadlines"
    return DeadlinesSet(
        tuple(
            _moved(clock, it.set, at, since, absences, keeping.away(it.set.seat))
            if seat in ("", it.set.seat) and it.set.due > (since or at)
            else it.set
            for it in keeping.deadlines.values()
        )
    )


def revisions(events: Iterable[Event]) -> dict[str, Revision]:
    """How often the deadline of each decision was set anew, from all events of a game in order.

    A deadline that was gone and came back at another time was set anew as well.
    """
    found: dict[str, Revision] = {}
    for event in events:
        if isinstance(event, DeadlinesSet):
            for it in event.deadlines:
                known = found.get(it.decision)
                if known is None:
                    found[it.decision] = Revision(it.due, 0, event.at)
                elif known.due != it.due:
                    found[it.decision] = Revision(it.due, known.number + 1, event.at)
    return found


def put_off(game: Game, seat: str, until: int) -> DeadlinesSet:
    """The deadlines of a seat at `until`, if they are earlier; all others as they are."""
    return DeadlinesSet(
        tuple(
            msgspec.structs.replace(it.set, due=max(it.set.due, until))
            if it.set.seat == seat
            else it.set
            for it in game.timekeeping.deadlines.values()
        )
    )


def _moved(
    clock: Clock,
    it: Due,
    at: int,
    since: int,
    before: Sequence[Absence],
    now: Sequence[Absence],
) -> Due:
    start = max(since, it.asked) if since else at
    by_then = [away for away in before if away.seat == it.seat]
    left = counting.counted(clock, start, it.due, by_then)
    return msgspec.structs.replace(it, due=counting.later(clock, at, left, now))


def _name(seat: str, kind: str) -> str:
    return f"{seat} {kind}"


def _again(it: Due, decision: str) -> Due:
    return msgspec.structs.replace(it, decision=decision)
