"""The newest sentences of a journal, as they are told to the reader of a position."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from typing import NamedTuple

from api.http.stores import stores
from api.web.game.looking import Look
from napoleon.log.journal import Entry, Teller, teller, teller_of_past
from napoleon.log.levels import PLAY, STORY, told_at
from napoleon.rules.events import Event

PAGE = 40
"""Sentences that are told at once."""

LEVELS = (STORY, PLAY)
"""How much is told on a page: what counts, or also what was undone."""


class Journal(NamedTuple):
    """Sentences, the oldest first."""

    level: str
    told: list[Entry]
    reasons: frozenset[int]
    """The versions that cite clauses, or have numbers to be explained."""
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
    page = newest[:PAGE][::-1]
    return Journal(
        level,
        list(map(_teller(seen).entry, page)),
        frozenset(it.version for it in page if it.clauses or "breakdown" in it.payload),
        page[0].version if len(newest) > PAGE else None,
    )


def sentences(seen: Look, events: Iterable[Event]) -> list[Entry]:
    """Those of `events` in sentences that the journal tells, undone ones among them."""
    return list(map(_teller(seen).entry, filter(told_at(PLAY, seen.shown), events)))


def _teller(seen: Look) -> Teller:
    """Tells events up to the position to its reader."""
    tells = teller_of_past if seen.past else teller
    return tells(seen.shown, seen.who.reader, seen.rules)
