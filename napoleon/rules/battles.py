"""Battles as a board with two sides: what each had, drew, suffered, and what came of it.

A game makes a `BattleReport` of the events of a battle as their reader may know them, so that the
report tells no more than the journal does. Pages and mails decide how it looks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from napoleon.rules.events import Event
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
    """A battle that began in `version`, at the place with the id `place`.

    `sides` are the attacker and the defender. `outcome` is a sentence, empty before there is any;
    `aftermath` are lines of what happened then: retreat, pursuit, control. It may still be going
    on unless it is `over`.
    """

    version: int
    place: str
    sides: tuple[BattleSide, BattleSide]
    outcome: str = ""
    aftermath: tuple[Row, ...] = ()
    track: tuple[Shift, ...] = ()
    over: bool = False


class Battles(NamedTuple):
    """What of a log is a battle, and how it is told."""

    begins: frozenset[str]
    """Topics of the events with which a battle begins."""
    ends: frozenset[str]
    """Topics of the events with which one is over. What ends it is told with it."""
    place: str
    """The field of those events that names the place."""
    report: Callable[[Sequence[Told], Words], BattleReport]
    """The report of a battle by its events, of which the first one began it, in a language."""
    side_by_side: bool = False
    """Whether one goes on while others begin and end elsewhere, so that their events lie among its
    own, and its report has to pass over them."""


def of_battle(battles: Battles, events: Iterable[Event]) -> Iterator[Event]:
    """Those of `events`, the first of which begins a battle, that belong to it.

    Where battles are fought side by side, what happens in others meanwhile is among them.
    """
    here: str | None = None
    for event in events:
        bounds = event.topic in battles.begins or event.topic in battles.ends
        place = getattr(event, battles.place, here) if bounds else None
        elsewhere = battles.side_by_side and here is not None and place != here
        if here is not None and event.topic in battles.begins and not elsewhere:
            return
        yield event
        if here is None:
            here = place
        elif event.topic in battles.ends and not elsewhere:
            return


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
