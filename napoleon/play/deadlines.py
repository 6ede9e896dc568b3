"""Deadlines: by when each question has to be answered, recorded whenever that changes.

A deadline is set in the save that asks the question, and stands in the log, so that nobody's view
of weekdays, time zones and absences can change it afterwards. Seats that nobody has taken, and
bots, have none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

import msgspec

from napoleon.log.clocks import Absence, Clock, Deadline, Due
from napoleon.log.events.clocks import DeadlinesSet
from napoleon.log.events.rewinds import WITHDRAWAL, HistoryRewound
from napoleon.log.game import Game
from napoleon.play import counting
from napoleon.rules.events import Event
from napoleon.rules.terms import Decision

changed = msgspec.structs.replace


class Revision(NamedTuple):
    """A deadline as it was set last."""

    due: int
    number: int
    """How many there were before: 0 for a deadline that was never put off."""
    at: int
    """When it was set."""


def settled(
    game: Game, asked: Iterable[Decision], at: int, again: Mapping[str, Deadline] = {}
) -> list[DeadlinesSet]:
    """What sets the deadlines of what is `asked` in a game, if they are not as they should be.

    A question that stood open keeps its deadline, also while its seat passes to another person; if
    a judge has handed the seat over, its new holder has the whole time. `again` are deadlines of
    questions that are asked as before, see `taken_back`, by `_name`.
    """
    clock, found = game.timekeeping.clock, list[Deadline]()
    if clock is not None and not game.over:
        for it in asked:
            known = game.timekeeping.deadlines.get(it.id) or again.get(_name(it.id))
            if it.seat in game.played_by_bots:
                continue
            if known is not None and (it.seat in game.claimed or it.seat not in game.handed_over):
                found.append(changed(known, set=changed(known.set, decision=it.id)))
            elif it.seat in game.claimed:
                found.append(Deadline(fresh(game, clock, it, at)))
    stands = [*game.timekeeping.deadlines.values()]
    return [] if found == stands else [DeadlinesSet(tuple(found))]


def renewed(
    game: Game, asked: Iterable[Decision], at: int, seat: str = "", *, called: bool = False
) -> list[DeadlinesSet]:
    """What gives a seat, or all, the whole time for what is `asked`, as if it were asked now.

    `called` notes that the stand-in of the seat was called upon for it.
    """
    known = game.timekeeping.deadlines
    others = {id_: it for id_, it in known.items() if seat not in ("", it.set.seat)}
    keeping = changed(game.timekeeping, deadlines=others)
    return [
        DeadlinesSet(
            tuple(
                changed(it, called=called) if it.set.decision not in others else it
                for it in event.deadlines
            )
        )
        for event in settled(changed(game, timekeeping=keeping), asked, at)
    ]


def fresh(game: Game, clock: Clock, it: Decision, at: int) -> Due:
    """The deadline of a question that is asked at the time `at`."""
    minutes = clock.allows(it.kind)
    away = game.timekeeping.away(it.seat)
    return Due(it.id, it.seat, it.kind, at, counting.due(clock, at, minutes, away))


def taken_back(
    events: Sequence[Event], before: Game, at: int, position: Callable[[int], Game]
) -> dict[str, Deadline]:
    """The deadlines of questions that are asked as before, as an order was withdrawn in `events`.

    The seat that withdraws it has as much time left as when it gave it, and is as late as it was.
    All others have what they had in the game `before` the withdrawal. By the names of decisions.
    """
    withdrawn = [
        it.to for it in events if isinstance(it, HistoryRewound) and it.reason == WITHDRAWAL
    ]
    clock = before.timekeeping.clock
    if not withdrawn or clock is None:
        return {}
    asked, given = position(withdrawn[-1]), position(withdrawn[-1] + 1).updated
    mine = {
        _name(id_): _with_time_left(it, asked, given, before, at)
        for id_, it in asked.timekeeping.deadlines.items()
    }
    return mine | {_name(id_): it for id_, it in before.timekeeping.deadlines.items()}


def moved(game: Game, at: int, seat: str, before: Sequence[Absence]) -> list[DeadlinesSet]:
    """Deadlines of a seat with as much time left as they have, as its absences are others now.

    `before` are those by which they were set. What has passed stays as it is. There is a clock.
    """
    clock, away = game.timekeeping.clock, game.timekeeping.away(seat)
    assert clock is not None, "without a clock there are no deadlines"

    def move(it: Deadline) -> Deadline:
        if it.set.seat != seat or it.set.due <= at:
            return it
        left = counting.counted(clock, at, it.set.due, before)
        return _until(it, counting.later(clock, at, left, away))

    return _changed(game, move)


def left(game: Game, at: int) -> dict[str, int]:
    """How much time each question has left that is not late, in microseconds that count."""
    keeping = game.timekeeping
    assert keeping.clock is not None, "without a clock there are no deadlines"
    return {
        id_: counting.counted(keeping.clock, at, it.set.due, keeping.away(it.set.seat))
        for id_, it in keeping.deadlines.items()
        if it.set.due > at
    }


def resumed(game: Game, at: int) -> list[DeadlinesSet]:
    """Deadlines as the clock runs again: with the time left that they had, or all of it.

    A seat that was late has as much of the grace left as when the clock was stopped.
    """
    keeping = game.timekeeping
    clock, since = keeping.clock, keeping.held
    assert clock is not None, "without a clock there is nothing to stop"

    def resume(it: Deadline) -> Deadline:
        away = keeping.away(it.set.seat)
        if it.set.decision in keeping.left:
            had = keeping.left[it.set.decision]
            return _until(it, counting.later(clock, at, had, away))
        if it.set.asked >= since:
            due = counting.due(clock, at, clock.allows(it.set.kind), away)
            return changed(it, set=changed(it.set, asked=at, due=due))
        return changed(it, late=it.late + at - since) if it.late and not it.expired else it

    return _changed(game, resume)


def revisions(events: Iterable[Event]) -> dict[str, Revision]:
    """How often the deadline of each decision was set again, from all events of a game in order.

    A deadline that was gone and came back at another time was set again as well.
    """
    found: dict[str, Revision] = {}
    for event in events:
        if isinstance(event, DeadlinesSet):
            for it in (each.set for each in event.deadlines):
                known = found.get(it.decision)
                if known is None:
                    found[it.decision] = Revision(it.due, 0, event.at)
                elif known.due != it.due:
                    found[it.decision] = Revision(it.due, known.number + 1, event.at)
    return found


def put_off(game: Game, seat: str, until: int) -> list[DeadlinesSet]:
    """The deadlines of a seat at `until`, if they are earlier; what was missed no longer is."""

    def extend(it: Deadline) -> Deadline:
        if it.set.seat != seat or it.set.due >= until:
            return it
        due = changed(it.set, due=until)
        return Deadline(due, waited=it.waited, called=it.called)

    return _changed(game, extend)


def _changed(game: Game, change: Callable[[Deadline], Deadline]) -> list[DeadlinesSet]:
    stands = game.timekeeping.deadlines.values()
    found = tuple(map(change, stands))
    return [] if found == tuple(stands) else [DeadlinesSet(found)]


def _with_time_left(it: Deadline, asked: Game, given: int, before: Game, at: int) -> Deadline:
    """A deadline as it was when an order was given, with the time that was left then."""
    then, now = asked.timekeeping, before.timekeeping
    if it.set.due <= given or then.clock is None or now.clock is None:
        return it
    seat = it.set.seat
    had = counting.counted(then.clock, given, it.set.due, then.away(seat))
    return _until(it, counting.later(now.clock, at, had, now.away(seat)))


def _until(it: Deadline, due: int) -> Deadline:
    return changed(it, set=changed(it.set, due=due))


def _name(decision: str) -> str:
    """What a decision is called however often the game went back; see `open_decisions`."""
    return decision.partition("~")[0]
