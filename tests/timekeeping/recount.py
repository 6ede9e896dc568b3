"""The slow way to tell how reliable somebody was: all over the log again for each deadline."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from napoleon.log.clocks import Due
from napoleon.log.events.clocks import (
    STAND_IN,
    AbsenceDeclared,
    AbsenceEnded,
    ClockHeld,
    ClockRemoved,
    ClockResumed,
    ClockSet,
    DeadlinePassed,
    DeadlinesSet,
    GameForfeited,
    GraceEnded,
    MoreTimeTaken,
    WaitingEnded,
)
from napoleon.log.events.seats import BotSeated, SeatClaimed, SeatHandedOver
from napoleon.log.times import SECOND
from napoleon.rules.events import CLOCK, JUDGES, Event
from napoleon.rules.orders import OrderGiven


class Recount(NamedTuple):
    in_time: int
    late: int
    absences: frozenset[str]
    ended: int


def recount(
    events: Sequence[Event], seat: str, since: int, own: Mapping[str, Collection[int]]
) -> Recount:
    """What is to be counted for who has `seat` since a version. The first event has version 1."""
    if seat not in people(events, since):
        return Recount(0, 0, frozenset(), since if since <= len(events) else 0)
    ends = [it.version for it in events[since:] if changes_hands(it, seat)]
    until = ends[0] if ends else len(events)
    seen = events[:until]
    in_time = late = 0
    for lives in lives_of(seen, seat):
        met, missed = counted(seen, seat, since, own, lives, ended=bool(ends))
        in_time += met
        late += missed
    return Recount(in_time, late, frozenset(told(seen, seat, since)), ends[0] if ends else 0)


def changes_hands(event: Event, seat: str) -> bool:
    kinds = SeatClaimed | SeatHandedOver | BotSeated
    return isinstance(event, kinds) and event.seat == seat and bool(event.token)


def people(events: Sequence[Event], number: int) -> dict[str, int]:
    """Since when each seat that a person has is held, after so many events."""
    found = {}
    for seat in ("red", "blue", "green"):
        last = [it for it in events[:number] if changes_hands(it, seat)]
        if last and isinstance(last[-1], SeatClaimed):
            found[seat] = last[-1].version
    return found


def beside_others(
    events: Sequence[Event], number: int, seat: str, own: Mapping[str, Collection[int]]
) -> bool:
    others = {it: at for it, at in people(events, number).items() if it != seat}
    mine = {it for it, at in others.items() if [v for v in own.get(it, ()) if at <= v <= number]}
    return bool(others.keys() - mine)


def standing(events: Sequence[Event], number: int, seat: str) -> dict[str, Due]:
    for event in reversed(events[:number]):
        if isinstance(event, DeadlinesSet):
            return {it.set.decision: it.set for it in event.deadlines if it.set.seat == seat}
        if isinstance(event, ClockRemoved | GameForfeited):
            return {}
    return {}


class Life(NamedTuple):
    """A deadline from the event that set it until the one after which it stood no more."""

    decision: str
    begun: int
    ended: int
    """One more than there are events while it stands."""


def lives_of(events: Sequence[Event], seat: str) -> Iterator[list[Life]]:
    """The lives of each question; the second one begins as the answer to it is withdrawn."""
    by_question: dict[tuple[str, int], list[Life]] = {}
    stands = [standing(events, number, seat) for number in range(len(events) + 1)]
    for number in range(1, len(events) + 1):
        for decision in stands[number].keys() - stands[number - 1].keys():
            gone = [it for it in range(number, len(events) + 1) if decision not in stands[it]]
            name = decision.split("~")[0], stands[number][decision].asked
            life = Life(decision, number, gone[0] if gone else len(events) + 1)
            by_question.setdefault(name, []).append(life)
    yield from by_question.values()


def is_late(events: Sequence[Event], seat: str, lives: Sequence[Life], number: int) -> bool:
    """Whether a question is late as event `number` happens, which falls into the last life."""
    life = lives[-1]
    changes = [
        it
        for it in range(life.begun, min(number, life.ended - 1) + 1)
        if it == life.begun
        or standing(events, it, seat)[life.decision]
        != standing(events, it - 1, seat)[life.decision]
    ]
    if not changes:
        return False
    due = standing(events, changes[-1], seat)[life.decision].due
    said = [
        it
        for it in events[changes[-1] : number]
        if isinstance(it, DeadlinePassed) and it.decision == life.decision
    ]
    return (
        bool(said)
        or time_of(events, number) - due >= SECOND
        or stays_late(events, seat, lives, number)
    )


def stays_late(events: Sequence[Event], seat: str, lives: Sequence[Life], number: int) -> bool:
    """Whether it was late once when its seat asked for time, or fell silent."""
    for index, life in enumerate(lives):
        for it in events[life.begun : min(life.ended, number)]:
            asks = isinstance(it, MoreTimeTaken) and it.seat == seat
            falls_silent = (
                isinstance(it, GraceEnded | WaitingEnded)
                and it.then == STAND_IN
                and it.seat == seat
            )
            upto = [*lives[:index], life]
            if (
                (asks or falls_silent)
                and it.version < number
                and is_late(events, seat, upto, it.version)
            ):
                return True
    return False


def time_of(events: Sequence[Event], number: int) -> int:
    """The time of an event, which stands still while the clock is held."""
    event = events[number - 1]
    upto = number - 1 if isinstance(event, ClockRemoved | GameForfeited) else number
    kinds = ClockHeld | ClockResumed | ClockSet | ClockRemoved | GameForfeited
    said = [it for it in events[:upto] if isinstance(it, kinds)]
    return said[-1].at if said and isinstance(said[-1], ClockHeld) else event.at


def is_mine(events: Sequence[Event], seat: str, lives: Sequence[Life], since: int) -> bool:
    """Whether the last life of a question is for who came at version `since` to meet."""
    life = lives[-1]
    last = min(life.ended - 1, len(events))
    changed = any(
        standing(events, it, seat)[life.decision] != standing(events, it - 1, seat)[life.decision]
        for it in range(max(life.begun, since) + 1, last + 1)
    )
    if changed:
        return True
    if life.begun <= since:
        return not is_late(events, seat, lives, since) if life.ended > since else False
    if len(lives) == 1:
        return True
    was_mine = is_mine(events, seat, lives[:-1], since)
    return was_mine or not is_late(events, seat, lives, life.begun)


def counted(
    events: Sequence[Event],
    seat: str,
    since: int,
    own: Mapping[str, Collection[int]],
    lives: Sequence[Life],
    *,
    ended: bool,
) -> tuple[int, int]:
    """How often the question was answered in time, and how often late."""
    life, newest = lives[-1], len(events)
    if life.ended <= since or not is_mine(events, seat, lives, since):
        return 0, 0
    if life.ended > newest:
        owed = is_late(events, seat, lives, newest)
        missed = owed if ended else _is_told(events, seat, lives)
        return 0, int(missed and beside_others(events, newest, seat, own))
    counts = beside_others(events, life.ended, seat, own)
    if is_late(events, seat, lives, life.ended):
        return 0, int(counts)
    by = [
        it.by
        for it in events[: life.ended]
        if isinstance(it, OrderGiven)
        and it.player == seat
        and it.order_id == events[life.ended - 1].order_id
    ]
    by_itself = bool(by) and by[-1] not in (*JUDGES, CLOCK, f"{seat}-stand-in")
    return int(counts and by_itself), 0


def _is_told(events: Sequence[Event], seat: str, lives: Sequence[Life]) -> bool:
    """Whether the log says that a deadline that still stands was missed."""
    life = lives[-1]
    changes = [
        it
        for it in range(life.begun, len(events) + 1)
        if it == life.begun
        or standing(events, it, seat)[life.decision]
        != standing(events, it - 1, seat)[life.decision]
    ]
    said = any(
        isinstance(it, DeadlinePassed) and it.decision == life.decision
        for it in events[changes[-1] :]
    )
    return said or stays_late(events, seat, lives, len(events) + 1)


def told(events: Sequence[Event], seat: str, since: int) -> Iterator[str]:
    """The absences that were told beforehand."""
    ended = {it.absence: it for it in events if isinstance(it, AbsenceEnded)}
    for it in events[since:]:
        if isinstance(it, AbsenceDeclared) and it.seat == seat and it.at < it.starts:
            end = ended.get(it.version)
            if end is None or end.at >= it.starts:
                yield f"{it.first}/{it.last}"
