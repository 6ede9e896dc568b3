"""Deadlines that stand: who is waited for, for what, and by when."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from api.clocks_told import Told, deadline_told
from api.http.stores import stores
from api.web.catalogue import language
from api.web.game.looking import Look
from napoleon.log.clocks import Deadline
from napoleon.rules.phrases import Note


class Standing(NamedTuple):
    """A deadline, and how it is told."""

    it: Deadline
    asked: str
    """What is asked."""
    told: Told

    @property
    def seat(self) -> str:
        """Who has to answer."""
        return self.it.set.seat


def standing(seen: Look) -> Sequence[Standing]:
    """The deadlines of the newest position, the one that is due first before all others."""
    game = seen.newest
    clock = game.timekeeping.clock
    if clock is None:
        return ()
    asked = {it.id: it.prompt for it in stores().games.decisions(game)}
    ordered = sorted(game.timekeeping.deadlines.values(), key=lambda it: it.set.due)
    return [
        Standing(it, _asked(seen, it, asked), deadline_told(it, clock, language()))
        for it in ordered
    ]


def _asked(seen: Look, it: Deadline, asked: Mapping[str, Note]) -> str:
    text = asked.get(it.set.decision)
    return seen.phrases.kind(it.set.kind) if text is None else seen.told(text)
