"""Battles as a board with two sides: what each had, drew, suffered, and what came of it.

A game makes a `BattleReport` of the events of a battle as their reader may know them, so that the
report tells no more than the journal does. Pages and mails decide how it looks.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from operator import attrgetter
from typing import Any, NamedTuple

import msgspec

from napoleon.rules.events import Event
from napoleon.rules.phrases import Note
from napoleon.rules.prose.storybook import Words

Told = Mapping[str, Any]
"""An event as its reader may know it; see `napoleon.rules.redaction.redacted`."""


class Row(msgspec.Struct, frozen=True):
    """A line of a section: what counts, as a figure and in words, and the clause that says why.

    `faces` are dice that were rolled for it. `card` is the clause whose text stands on a card.
    """

    words: str
    figure: str = ""
    clause: str = ""
    faces: tuple[int, ...] = ()
    card: str = ""


class Section(msgspec.Struct, frozen=True):
    """A part of a side's column: rows, and what they come to.

    `hidden` says that the reader may not know how the total comes about.
    """

    title: str
    rows: tuple[Row, ...] = ()
    total: str = ""
    hidden: bool = False


class BattleSide(msgspec.Struct, frozen=True, kw_only=True):
    """A side of a battle: `side` is its id, `attacks` says which of the two it is.

    `force` names what it had. `won` is None for a battle that nobody won, or that is not over.
    """

    side: str
    attacks: bool
    force: tuple[str, ...] = ()
    sections: tuple[Section, ...] = ()
    won: bool | None = None


class Shift(msgspec.Struct, frozen=True):
    """A move of the marker on the victory track, and why."""

    before: int
    after: int
    rows: tuple[Row, ...] = ()


class BattleReport(msgspec.Struct, frozen=True, kw_only=True):
    """A battle that began in `version`, at `place`: the id of a place, or a phrase that names it.

    `sides` are the attacker and the defender. `outcome` is a sentence, empty before there is any;
    `aftermath` are lines of what happened then: retreat, pursuit, control. It may still be going
    on unless it is `over`.
    """

    version: int
    place: Note
    sides: tuple[BattleSide, BattleSide]
    outcome: str = ""
    aftermath: tuple[Row, ...] = ()
    track: tuple[Shift, ...] = ()
    over: bool = False


def _never(first: Event, event: Event) -> bool:
    return False


class Battles(NamedTuple):
    """What of a log is a battle, and how it is told."""

    begins: frozenset[str]
    """Topics of the events with which a battle begins."""
    ends: frozenset[str]
    """Topics of the events with which one is over. What ends it is told with it."""
    place: Callable[[Told], Note]
    """The place of a battle, as a report has it, by the event that began it."""
    report: Callable[[Sequence[Told], Words], BattleReport]
    """The report of a battle by its events, of which the first one began it, in a language.

    What goes on in others meanwhile lies among them unless it is `beside` it.
    """
    goes_on: Callable[[Event, Event], bool] = _never
    """Whether the battle that the first event began goes on after the other, of `begins` or `ends`.

    So it is where battles are fought side by side, and where one begins with the first of several
    events that look alike.
    """
    beside: Callable[[Event, Event], bool] = _never
    """Whether the other event has nothing to do with the battle that the first one began."""
    one: Callable[[Event], Hashable] | None = None
    """What all events of `begins` in a battle have in common, and no others of their turn.

    They lie in one turn. None if each of them begins a battle of its own.
    """


def field(name: str) -> Callable[[Told], Note]:
    """The place that a field of an event names."""

    def place(event: Told) -> Note:
        named: str = event["data"][name]
        return named

    return place


def of_battle(battles: Battles, events: Iterable[Event]) -> Iterator[Event]:
    """Those of `events`, the first of which begins a battle, that are told with it."""
    first: Event | None = None
    for event in events:
        if first is None:
            first = event
            yield event
            continue
        if battles.beside(first, event):
            continue
        begins = event.topic in battles.begins
        over = (begins or event.topic in battles.ends) and not battles.goes_on(first, event)
        if begins and over:
            return
        yield event
        if over:
            return


def begun_in(battles: Battles, events: Iterable[Event]) -> Iterator[Event]:
    """Those of `events` with which a battle begins, the newest first.

    They are all events of `begins` that count, the newest first.
    """
    if battles.one is None:
        yield from events
        return
    for _, turn in groupby(events, key=attrgetter("turn")):
        first = {battles.one(event): event for event in turn}
        yield from sorted(first.values(), key=attrgetter("version"), reverse=True)


def amount(value: int) -> str:
    r"""A number that is added, with its sign.

    >>> amount(2), amount(-1) == "\N{MINUS SIGN}1", amount(0)
    ('+2', True, '0')
    """
    return f"{value:+d}".replace("-", "\N{MINUS SIGN}") if value else "0"


def capital(sentence: str) -> str:
    """A sentence, or a line by itself, as it is written.

    >>> capital("the French won.")
    'The French won.'
    """
    return sentence[:1].upper() + sentence[1:]


def of_types(events: Iterable[Told], *types: str, **wanted: object) -> Iterator[Told]:
    """The events of these types whose fields have the values that are wanted."""
    for event in events:
        data = event["data"]
        if event["type"] in types and all(data[name] == it for name, it in wanted.items()):
            yield event
