"""The newest sentences of a journal, as they are told to the reader of a position."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import islice
from typing import NamedTuple

from api.http.stores import stores
from api.web.game.looking import Look
from napoleon.log.branches import counting
from napoleon.log.levels import PLAY, STORY, told_at
from napoleon.rules.events import Event
from napoleon.rules.telling import told

PAGE = 40
"""Sentences that are told at once."""

LEVELS = (STORY, PLAY)
"""How much is told on a page: what counts, or also what was undone."""


class Told(NamedTuple):
    """An event in a sentence."""

    version: int
    turn: int
    phase: str
    text: str
    undone: bool
    reasons: bool
    """Whether it cites clauses, or has numbers to be explained."""


class Journal(NamedTuple):
    """Sentences, the oldest first."""

    level: str
    told: list[Told]
    before: int | None
    """The version before which there are more; None if there are none."""


def journal(seen: Look, level: str, before: int | None) -> Journal:
    """What happened up to the position, or before version `before`.

    An earlier position is told as it could be told when it was past, as its boards are shown: so
    what was hidden stays so, and nothing of it ever changes.
    """
    upto = seen.shown.version if before is None else min(before - 1, seen.shown.version)
    tells = told_at(level, seen.shown)
    found = filter(tells, stores().games.backwards(seen.shown.id, upto))
    newest = list(islice(found, PAGE + 1))
    present = teller(seen)
    sentences = [present(event) for event in reversed(newest[:PAGE])]
    return Journal(level, sentences, sentences[0].version if len(newest) > PAGE else None)


def teller(seen: Look) -> Callable[[Event], Told]:
    """A function that tells events up to the position to its reader."""
    shown, reader, names = seen.shown, seen.who.reader, seen.rules.names
    faded = shown.version if seen.past and shown.fades else shown.faded
    counts = counting(shown)

    def tell(event: Event) -> Told:
        return Told(
            event.version,
            event.turn,
            event.phase,
            told(event, reader, names, over=shown.over, faded=faded),
            not counts(event),
            bool(event.clauses) or "breakdown" in event.payload,
        )

    return tell


def sentences(seen: Look, events: Iterable[Event]) -> list[Told]:
    """Those of `events` in sentences that the journal tells, undone ones among them."""
    return list(map(teller(seen), filter(told_at(PLAY, seen.shown), events)))
