"""Taint: what each seat has learnt since a position, which going back to it cannot undo."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import msgspec

from napoleon.log.branches import is_on, path
from napoleon.log.events.draws import DrawsCalled, SecretDrawsCalled, drawn_values
from napoleon.log.events.rewinds import ALL, NONE
from napoleon.log.events.service import ServiceEvent
from napoleon.log.game import Game
from napoleon.rules.events import JUDGES, Event
from napoleon.rules.orders import OrderGiven
from napoleon.rules.redaction import unread
from napoleon.rules.viewer import Viewer

ACT, DRAW, REVEAL = "act", "draw", "reveal"
"""An order of another seat; something that chance has given; something hidden that was shown."""

SEALS = (ACT, DRAW, REVEAL)


class Learnt(msgspec.Struct, frozen=True):
    """Something that a seat has learnt."""

    seat: str
    version: int
    """Version of the event from which the seat learnt it."""
    kind: str
    """One of `SEALS`."""


def undone(game: Game, events: Iterable[Event], to: int, *, at: int | None = None) -> list[Event]:
    """What happened on the table of `game` and would be undone by going back to version `to`.

    `events` are those of the game after some version no later than the branching. With `at` it is
    what would have been undone at that version.
    """
    newest = game.version if at is None else at
    rewinds = [it for it in game.rewinds if it[0] <= newest]
    now = path(rewinds, newest)
    then = path([*rewinds, (newest + 1, to)], newest + 1)
    return [
        event
        for event in events
        if is_on(now, event.version)
        and not is_on(then, event.version)
        and not (isinstance(event, ServiceEvent) and event.begins)
    ]


def taint(events: Iterable[Event], seats: Sequence[str]) -> list[Learnt]:
    """What each of `seats` has learnt from `events`, in their order."""
    return [learnt for event in events for learnt in _learnt(event, seats)]


def is_sealed(events: Iterable[Event], seat: str) -> bool:
    """Whether `seat` cannot take back freely what it did in `events`.

    A draw seals, even one that only others have seen; so does anybody's look at anything hidden,
    and anything that another seat or a referee has done.
    """
    for event in events:
        if drawn_values(event) or event.reveals:
            return True
        if event.by in JUDGES or (type(event) is OrderGiven and event.player != seat):
            return True
    return False


def kept_calls(
    events: Sequence[Event], seats: Sequence[str], reroll: str, forked: int
) -> list[int]:
    """Versions of the calls whose draws count again after `events` are undone.

    With `reroll` ``none`` these are all; with ``tainted``, those whose result none of `seats` has
    learnt, when it was drawn or when it was shown later. What was drawn in another game before a
    fork, up to version `forked`, is drawn again in any case, as its seed is not known here.
    """
    if reroll == ALL:
        return []
    kept: list[int] = []
    waiting: list[int] = []
    for place, event in enumerate(events):
        if isinstance(event, DrawsCalled | SecretDrawsCalled):
            waiting.append(event.repeats or event.version)
        elif waiting and drawn_values(event):
            since = events[place + 1 :]
            if reroll == NONE or not any(_knows(event, since, seat) for seat in seats):
                kept += waiting
            waiting = []
    return [version for version in kept if version > forked]


def calls(events: Iterable[Event]) -> Iterator[int]:
    """Versions of the events that first called the draws in `events`."""
    for event in events:
        if isinstance(event, DrawsCalled | SecretDrawsCalled):
            yield event.repeats or event.version


def _learnt(event: Event, seats: Sequence[str]) -> Iterator[Learnt]:
    if type(event) is OrderGiven:
        yield from (Learnt(it, event.version, ACT) for it in seats if it != event.player)
    kind = DRAW if drawn_values(event) else REVEAL if event.reveals else ""
    if kind:
        yield from (Learnt(it, event.version, kind) for it in seats if _reads(event, it))


def _knows(result: Event, since: Iterable[Event], seat: str) -> bool:
    """Whether `seat` may know what was drawn for `result`: it saw it then, or may have since.

    Anything hidden that it was shown later counts, whatever it was: if that mattered, the draws
    that come again would give it away.
    """
    return _reads(result, seat) or any(it.reveals and _reads(it, seat) for it in since)


def _reads(event: Event, seat: str) -> bool:
    """Whether `seat` could read all that `event` says when it happened."""
    return not unread(event, Viewer(seat)) - event.sealed
