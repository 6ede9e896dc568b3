"""Battles of a game, as a reader may know them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from itertools import chain
from typing import NamedTuple

from napoleon.log.events.rewinds import HistoryRewound
from napoleon.log.game import Game
from napoleon.log.game_log import GameLog
from napoleon.log.journal import Narrator
from napoleon.log.recent import Recent
from napoleon.log.story import chronicle_of
from napoleon.rules.battles import BattleReport, Battles, of_battle
from napoleon.rules.contract import Ruleset
from napoleon.rules.events import Event
from napoleon.rules.prose.language import ENGLISH, Language

CHUNK = 120
"""Events read from the store at a time: about as many as a battle has."""

LOOKED_BACK = 240
"""Events among which a battle is looked for that somebody may want to see again."""


def declared(rules: Ruleset) -> Battles | None:
    """What the game declares as battles; None if it has none that could be shown."""
    return None if rules.pictures is None else rules.pictures.battles


def battle(
    log: GameLog,
    game: Game,
    tells: Narrator,
    rules: Ruleset,
    version: int,
    language: Language = ENGLISH,
) -> BattleReport | None:
    """The battle that began in that version, as far as it has come in `game`, in a language.

    None if no battle began in it. What an undone battle came to is told to where it was undone.
    Raises UnknownGame.
    """
    battles = declared(rules)
    if battles is None or not 1 <= version <= game.version:
        return None
    events = _branch(log, game, tells, version)
    first = next(events, None)
    if first is None or first.topic not in battles.begins:
        return None
    words = chronicle_of(rules, tells.viewer, language).words
    spoken = tells.speaking(rules, words)
    # The log is read as far as the battle goes, and no further.
    told = [spoken.redacted(event) for event in of_battle(battles, chain((first,), events))]
    return battles.report(told, words)


class Fought(NamedTuple):
    """A battle by the version and the turn in which it began, and the id of its place."""

    version: int
    place: str
    turn: int


def last_battle(recent: Recent, game: Game, tells: Narrator, rules: Ruleset) -> Fought | None:
    """The last battle that began before the position `game`; None if that is long ago.

    `recent` are the events up to it.
    """
    long_ago = max(0, game.version - LOOKED_BACK)
    battles = declared(rules)
    begun = () if battles is None else recent.of(battles.begins, after=long_ago)
    return next(fought(begun, tells, rules), None)


class Begun:
    """Which battles of a game have begun, and which are over: its events are entered in order."""

    def __init__(self, battles: Battles | None) -> None:
        self._battles = battles
        bounds = () if battles is None else (*battles.begins, *battles.ends)
        self.topics: Collection[str] = {HistoryRewound.topic, *bounds}
        """The topics of what it takes in; no other event is to be entered."""
        self._events: list[Event] = []
        self._going_on: dict[str | None, int] = {}
        """The newest battle of each place, or the newest of all, by the version in which it began.
        """
        self._ended: dict[int, int] = {}
        """In which version each was over."""

    def enter(self, event: Event) -> None:
        """Take in the next event."""
        if isinstance(event, HistoryRewound):
            # What goes on again is not known to be over any more.
            self._ended = {it: end for it, end in self._ended.items() if end <= event.to}
            self._going_on.clear()
            return
        assert self._battles is not None, "only the events of its topics are entered"
        place = getattr(event, self._battles.place, None) if self._battles.side_by_side else None
        for it in [place] if place is not None else [*self._going_on]:
            if it in self._going_on:
                self._ended[self._going_on.pop(it)] = event.version
        if event.topic in self._battles.begins:
            self._events.append(event)
            self._going_on[place] = event.version

    def newest_first(self) -> tuple[Event, ...]:
        """The events with which battles began."""
        return tuple(reversed(self._events))

    def are_over(self) -> frozenset[int]:
        """The versions in which battles began of which no more will come, unless it is undone."""
        return frozenset(self._ended)


def fought(begun: Iterable[Event], tells: Narrator, rules: Ruleset) -> Iterator[Fought]:
    """The battles that count that began with these events, in their order."""
    battles = declared(rules)
    if battles is None:
        return
    for event in filter(tells.counts, begun):
        yield Fought(event.version, tells.redacted(event)["data"][battles.place], event.turn)


def _branch(log: GameLog, game: Game, tells: Narrator, version: int) -> Iterator[Event]:
    """The events from that version on that belong together.

    They are those that count, or undone ones up to the rewind that has undone them.
    """
    after, counts = version - 1, None
    while after < game.version:
        upto = min(game.version, after + CHUNK)
        for event in log.history(game.id, after=after, upto=upto):
            if counts is None:
                counts = tells.counts(event)
            if not counts and isinstance(event, HistoryRewound) and event.to < version:
                return
            if tells.counts(event) == counts:
                yield event
        after = upto
