"""The line of time: at which versions a position is at rest, and what happened when.

All of it is public: when turns began, where there was fighting, what was sealed, ruled and undone.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from operator import itemgetter
from typing import NamedTuple

import msgspec
from flask import Response

from api.growing import counted
from api.http.compression.answers import compress_whole
from api.http.stores import stores
from api.languages import language_of
from api.web.catalogue import gettext, language
from api.web.game import cache
from api.web.game.looking import Look, look
from api.web.game.parts import part
from api.web.pages import web
from napoleon.log.events.cases import RulingGiven
from napoleon.log.events.rewinds import HistoryRewound
from napoleon.log.game import Game
from napoleon.log.journal import narrator
from napoleon.rules.contract import Ruleset
from napoleon.rules.events import SPECTATOR, Event
from napoleon.rules.plain_views import label
from napoleon.rules.prose.storybook import words_of

SEAL, RULING, REWIND = "seal", "ruling", "rewind"


class Mark(NamedTuple):
    """Something that happened. `at` is the position at rest that shows it."""

    version: int
    at: int
    kind: str
    label: str


class Line(NamedTuple):
    """The line of time of a game up to its newest version."""

    rests: list[int]
    """The versions at which nobody was in the middle of an order."""
    marks: list[Mark]


@web.get("/games/<game_id>/marks")
def marks(game_id: str) -> Response:
    """The line of time, for a slider: `head`, `rests` and `marks`."""
    # All of it is public.
    compress_whole()
    seen = look(game_id)
    found = line_of_time(seen)
    body = {
        "head": seen.newest.version,
        "rests": found.rests,
        "marks": [mark._asdict() for mark in found.marks],
    }
    return part(msgspec.json.encode(body))


def line_of_time(seen: Look) -> Line:
    """The line of time of the newest position, in the reader's language."""
    newest, seals = seen.newest, stores().games.recorder.checkpoints(seen.newest.id)
    # Somebody may have played on since the game was read, and what they did may be sealed.
    sizes = tuple(row.size for row in seals if row.size <= newest.version)
    key = (newest.id, newest.version, newest.updated, language(), sizes)
    return cache.kept("line", key, lambda: _line(newest, seen.rules, sizes))


def around(seen: Look) -> tuple[int | None, int | None]:
    """The positions at rest before and after the one looked at; None where there is none."""
    return cache.kept("around", seen.key, lambda: _around(seen))


def _around(seen: Look) -> tuple[int | None, int | None]:
    games, game, version = stores().games, seen.shown.id, seen.shown.version
    begun = (event for event in seen.recent if event.begins)
    before = next((event.version - 1 for event in begun if event.version > 1), None)
    return before, games.end_of_order(game, version + 1) if seen.past else None


class _Growing:
    """The line of time as it grows, told to everybody in the language of the request."""

    topics = None
    """It takes in all events."""

    def __init__(self, game: Game, rules: Ruleset) -> None:
        pictures = rules.pictures
        self._kinds = {} if pictures is None else pictures.marks
        self._tells = narrator(game, SPECTATOR, rules)
        self._words = words_of(rules, language_of(rules, language()))
        self._turn_name = rules.storybook.turn_name
        self._names = dict[int, str]()
        self._rests = list[int]()
        self._marks = list[tuple[int, str, str]]()

    def enter(self, event: Event) -> None:
        """Take in the next event."""
        if event.begins and event.version > 1:
            self._rests.append(event.version - 1)
        if name := self._turn_name(self._words, event):
            self._names[event.turn] = name
        kind = self._kinds.get(event.topic) or _OF_THE_HOUSE.get(type(event))
        if kind is not None:
            turn = self._names.get(event.turn) or gettext("Turn %(turn)s", turn=event.turn)
            told, when = self._tells.text(event), f"{turn}, {label(event.phase)}"
            self._marks.append((event.version, kind, f"{when}: {told}" if event.phase else told))

    def line(self, newest: int, seals: tuple[int, ...]) -> Line:
        """The line up to the newest version, with what was sealed."""
        rests = [*self._rests, newest]
        found = sorted([*self._marks, *_seals(seals)], key=itemgetter(0))
        marks = [Mark(it[0], rests[bisect_left(rests, it[0])], *it[1:]) for it in found]
        return Line(rests, marks)


def _line(game: Game, rules: Ruleset, seals: tuple[int, ...]) -> Line:
    def line(grown: _Growing) -> Line:
        return grown.line(game.version, seals)

    kind = ("line", rules.version, language(), game.viewer(SPECTATOR))
    return counted(stores().games, game, kind, lambda: _Growing(game, rules), line)


def _seals(sizes: tuple[int, ...]) -> Iterator[tuple[int, str, str]]:
    for size in sizes:
        yield size, SEAL, gettext("Sealed: version %(version)s", version=size)


_OF_THE_HOUSE = {RulingGiven: RULING, HistoryRewound: REWIND}
