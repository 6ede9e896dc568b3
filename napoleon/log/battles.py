"""Battles of a game, as a reader may know them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import NamedTuple

from napoleon.log.events.rewinds import HistoryRewound
from napoleon.log.game import Game
from napoleon.log.game_log import GameLog
from napoleon.log.journal import Narrator
from napoleon.log.recent import Recent
from napoleon.log.story import chronicle_of
from napoleon.rules.battles import BattleReport, Battles, begun_in, of_battle
from napoleon.rules.contract import Ruleset
from napoleon.rules.events import Event
from napoleon.rules.phrases import Note
from napoleon.rules.prose.language import ENGLISH, Language
from napoleon.rules.prose.storybook import Words

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

    Of a battle that begins with the first of several events, the version of each of them will do.
    None if no battle began in it. What an undone battle came to is told to where it was undone.
    Raises UnknownGame.
    """
    battles = declared(rules)
    if battles is None or not 1 <= version <= game.version:
        return None
    [asked] = log.history(game.id, after=version - 1, upto=version)
    if asked.topic not in battles.begins:
        return None
    version = _first(battles, log, game, asked)
    words = chronicle_of(rules, tells.viewer, language).words
    # The log is read as far as the battle goes, and no further.
    return _told(battles, tells.speaking(rules, words), words, _branch(log, game, tells, version))


def _told(
    battles: Battles, spoken: Narrator, words: Words, events: Iterable[Event]
) -> BattleReport:
    """The battle that begins with the first of `events`, which belong together."""
    return battles.report([spoken.redacted(it) for it in of_battle(battles, events)], words)


def _first(battles: Battles, log: GameLog, game: Game, asked: Event) -> int:
    """The version of the event that began the battle of one of its events of `begins`."""
    first, upto = asked.version, asked.version
    if battles.one is None:
        return first
    for event in log.backwards(game.id, asked.version - 1):
        if event.version > upto:
            # It is of another branch.
            continue
        if isinstance(event, HistoryRewound):
            upto = event.to
        elif event.turn and event.turn < asked.turn:
            break
        elif event.topic in battles.begins and battles.one(event) == battles.one(asked):
            first = event.version
    return first


class Fought(NamedTuple):
    """A battle by the version and the turn in which it began, and its place as in its report."""

    version: int
    place: Note
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
        self._going_on: list[Event] = []
        """The first events of battles that are not known to be over."""
        self._ended: dict[int, int] = {}
        """In which version each was over, by the version in which it began."""

    def enter(self, event: Event) -> None:
        """Take in the next event."""
        if isinstance(event, HistoryRewound):
            # What goes on again is not known to be over any more.
            self._ended = {it: end for it, end in self._ended.items() if end <= event.to}
            self._going_on.clear()
            return
        battles = self._battles
        assert battles is not None, "only the events of its topics are entered"
        going_on = []
        for first in self._going_on:
            if battles.beside(first, event) or battles.goes_on(first, event):
                going_on.append(first)
            else:
                self._ended[first.version] = event.version
        self._going_on = going_on
        if event.topic not in battles.begins:
            return
        self._events.append(event)
        one = battles.one
        if one is None or all(one(it) != one(event) for it in going_on):
            going_on.append(event)

    def newest_first(self) -> tuple[Event, ...]:
        """The events with which battles began, or may have begun."""
        return tuple(reversed(self._events))

    def are_over(self) -> frozenset[int]:
        """The versions in which battles began of which no more will come, unless it is undone."""
        return frozenset(self._ended)


def fought(begun: Iterable[Event], tells: Narrator, rules: Ruleset) -> Iterator[Fought]:
    """The battles that count and began with these events, the newest first, as they are.

    A battle of several events that may begin one, some of them not among these, has the version of
    the first of these.
    """
    battles = declared(rules)
    if battles is None:
        return
    for event in begun_in(battles, filter(tells.counts, begun)):
        yield Fought(event.version, battles.place(tells.redacted(event)), event.turn)


def battles_before(
    recent: Recent, tells: Narrator, rules: Ruleset, after: int = 0
) -> Iterator[Fought]:
    """The battles that count and began after version `after`, the newest first.

    `recent` are the events up to the position.
    """
    battles = declared(rules)
    return fought(() if battles is None else recent.of(battles.begins, after=after), tells, rules)


def all_battles(
    recent: Recent, tells: Narrator, rules: Ruleset, language: Language
) -> Iterator[tuple[Fought, BattleReport]]:
    """The battles that count, the newest first, each with its report in a language.

    `recent` are the events up to the position: each is read once for all battles.
    """
    battles = declared(rules)
    if battles is None:
        return
    words = chronicle_of(rules, tells.viewer, language).words
    spoken = tells.speaking(rules, words)
    for it in battles_before(recent, tells, rules):
        counted = filter(tells.counts, recent.since(it.version))
        yield it, _told(battles, spoken, words, counted)


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
