"""Paragraphs: events that are told together, and the entries of a story that they become."""

from __future__ import annotations

from typing import NamedTuple, TypeVar

import msgspec

from napoleon.rules.events import Event

E = TypeVar("E", bound=Event)


class Entry(msgspec.Struct, frozen=True):
    """A paragraph of a story, as it is told to its reader."""

    first: int
    """Version of the first event that it tells; `last` is that of the last one."""
    last: int
    turn: int
    """Turn of the game, 0 before the first."""
    phase: str
    """Phase of the turn in the ruleset's own words; empty for what happened in none."""
    kind: str
    """What it is about, in a word: ``march``, ``combat``, ``draw``, ``end`` and others."""
    side: str
    """Id of the side or seat whose doing it is; empty if it is nobody's."""
    who: str
    """That side in words, told before the sentences; empty if it is nobody's."""
    sentences: tuple[str, ...]
    begun: dict[str, int] = {}
    """The first version of each type of event in it."""
    turn_name: str = ""
    """What the turn that begins in it is called, if players do not call it by its number."""


class Heading(NamedTuple):
    """What a paragraph is about."""

    kind: str
    side: str = ""
    labelled: bool = True
    """Whether the side is told before the sentences; not where they all begin with it."""


class Paragraph(NamedTuple):
    """Events, as their reader may read them, that are told together, the oldest first."""

    heading: Heading
    events: list[Event]

    def all(self, kind: type[E]) -> list[E]:
        """Its events of a class."""
        return [it for it in self.events if isinstance(it, kind)]

    def has(self, *kinds: type[Event]) -> bool:
        """Whether any of its events is of one of these classes."""
        return any(isinstance(it, kinds) for it in self.events)

    def first(self, kind: type[E]) -> E | None:
        """Its first event of a class."""
        return next(iter(self.all(kind)), None)

    def last(self, kind: type[E]) -> E | None:
        """Its last event of a class."""
        return next(iter(self.all(kind)[::-1]), None)

    def begins(self, event: Event) -> bool:
        """Whether an event is the first of its class here: it tells those that follow with it."""
        return self.first(type(event)) is event

    def since(self, event: Event) -> Paragraph:
        """What follows an event."""
        at = next(n for n, it in enumerate(self.events) if it is event)
        return self._replace(events=self.events[at + 1 :])

    def until(self, *kinds: type[Event]) -> Paragraph:
        """What comes before the first event of these classes."""
        at = next((n for n, it in enumerate(self.events) if isinstance(it, kinds)), None)
        return self._replace(events=self.events[:at])
