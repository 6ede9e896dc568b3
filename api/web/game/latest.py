"""What happened last, in one sentence of the journal: the strip of news under the map."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, takewhile
from typing import NamedTuple

from api.http.stores import stores
from api.web.game.battles import battle_types
from api.web.game.journal import paragraphs
from api.web.game.looking import Look
from api.web.game.scene import Scene
from napoleon.log.press import Letter, letters
from napoleon.rules.prose.paragraphs import Entry

MANY = 99
"""How many new paragraphs are counted at most."""

NO_NEWS = ("draw", "setup")
"""Kinds of paragraphs that tell how chance was called, or how the table was laid."""


class Latest(NamedTuple):
    """The last sentence of the journal, or a letter that has come since."""

    sentence: str = ""
    """Empty before anything has happened."""
    who: str = ""
    """Whose doing it is, in words; empty for nobody's."""
    first: int = 0
    """The version under which the journal has its paragraph."""
    at: int = 0
    """When it was, in microseconds since 1970."""
    battle: int = 0
    """The version in which the battle began that it tells of; 0 for none."""
    letter: Letter | None = None
    new: int = 0
    """How many paragraphs the reader has not seen."""


def latest(shown: Scene) -> Latest:
    """What the strip tells the reader of a position."""
    seen = shown.look
    told = next(_worth(paragraphs(seen)), None)
    new = 0 if shown.changes is None else _new(seen, shown.changes.since)
    letter = _letter(seen, 0 if told is None else told.last)
    if letter is not None:
        return Latest(at=letter.at, letter=letter, new=new)
    if told is None:
        return Latest(new=new)
    types = battle_types(seen)
    battle = max((at for kind, at in told.begun.items() if kind in types), default=0)
    at = next((it.at for it in seen.recent if it.version <= told.last), 0)
    return Latest(told.sentences[-1], told.who, told.first, at, battle, None, new)


def _worth(told: Iterator[Entry]) -> Iterator[Entry]:
    return (it for it in told if it.sentences and it.kind not in NO_NEWS)


def _new(seen: Look, since: int) -> int:
    return sum(1 for _ in islice(takewhile(lambda it: it.last > since, paragraphs(seen)), MANY))


def _letter(seen: Look, after: int) -> Letter | None:
    """The last letter of another to the reader, if it has come after version `after`."""
    game = seen.newest
    if seen.past or not game.press or game.press[-1] <= after:
        return None
    found = letters(stores().games, game, game.viewer(seen.who.viewer), after=after)
    return next((it for it in found if it.sender != seen.who.seat), None)
