"""Chance for twins: what it gives depends on nothing but what is drawn for.

So it is the same in two games that differ in something else, and one draw can be made another one
while all others stay as they are.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Mapping, Sequence
from typing import Any, NamedTuple, TypeVar

from napoleon.chance import SECRET, Call
from napoleon.chance.draws import digest_of
from napoleon.rules.events import Event
from napoleon.rules.redaction import unread
from napoleon.rules.viewer import Viewer

T = TypeVar("T")


class NoTwin(Exception):
    """There is no twin, or it is one no longer: by the rules the secret is out."""


class Pick(NamedTuple):
    """Something that was drawn."""

    options: tuple[Any, ...]
    value: Any
    chain: str


class Lots:
    """Chance that depends on nothing but what is drawn for, and notes what it gives.

    `given` says what draws give, by their place from 0 on; no other draw gives what is in
    `barred`. Raises NoTwin where that cannot be.
    """

    def __init__(
        self,
        seed: str,
        first: int,
        given: Mapping[int, Any] = {},
        barred: Collection[Any] = (),
    ) -> None:
        self._seed, self._first, self._given, self._barred = seed, first, given, barred
        self.picks: list[Pick] = []
        self.calls: list[Call] = []

    def pick(self, options: Sequence[T], purpose: str, chain: str = SECRET) -> T:
        """One of the options; see `napoleon.chance.Chance.pick`."""
        place = len(self.picks)
        if place in self._given:
            fitting = [it for it in options if it == self._given[place]]
        else:
            fitting = [it for it in options if chain != SECRET or it not in self._barred]
        if not fitting:
            raise NoTwin(f"{purpose}: nothing is left that both could draw")
        lot = min(fitting, key=lambda it: _lot(self._seed, place, it))
        self.picks.append(Pick(tuple(options), lot, chain))
        called = (self._first + place, purpose, len(options), digest_of(options), chain, 1, 0)
        self.calls.append(Call(*called))
        return lot


def _lot(seed: str, place: int, option: Any) -> bytes:
    return hashlib.sha256(f"{seed}/{place}/{option!r}".encode()).digest()


def places_hidden(events: Sequence[Event], first: int, reader: str) -> set[int]:
    """The places of the draws, from 0 on, whose results `reader` may not know.

    `events` were caused by one order whose first draw has the number `first`.
    """
    hidden: set[int] = set()
    told_so_far = first
    for event in events:
        last = getattr(event, "draw", None)
        if event.drawn and last is not None:
            if event.drawn in unread(event, Viewer(reader)):
                hidden.update(range(told_so_far - first, last + 1 - first))
            told_so_far = last + 1
    return hidden
