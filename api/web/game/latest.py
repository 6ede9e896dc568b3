"""What happened last, in one sentence of the journal: the strip of news under the map."""

from __future__ import annotations

from itertools import islice, takewhile
from typing import NamedTuple

from api.web.game.battles import battle_types, begun_in
from api.web.game.cache import kept
from api.web.game.journal import paragraphs
from api.web.game.looking import Look
from api.web.game.scene import Scene

MANY = 99
"""How many new paragraphs are counted at most."""


class Latest(NamedTuple):
    """The last sentence of the journal; a letter that has come is told there, too."""

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
    new: int = 0
    """How many paragraphs the reader has not seen."""


def latest(shown: Scene) -> Latest:
    """What the strip tells the reader of a position."""
    seen = shown.look
    told = next((it for it in paragraphs(seen) if it.sentences), None)
    new = 0 if shown.changes is None else _new(seen, shown.changes.since)
    if told is None:
        return Latest(new=new)
    last = told.last
    fought = begun_in(seen, [told]) if told.begun.keys() & battle_types(seen) else {}
    battle = max((it for it in fought if it <= last), default=0)
    at = kept(
        "when",
        (*seen.key, last),
        lambda: next((it.at for it in seen.recent if it.version <= last), 0),
    )
    return Latest(told.sentences[-1], told.who, told.first, at, battle, new)


def _new(seen: Look, since: int) -> int:
    return sum(1 for _ in islice(takewhile(lambda it: it.last > since, paragraphs(seen)), MANY))
