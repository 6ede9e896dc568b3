"""Battles of a game, as a reader may know them."""

from __future__ import annotations

from collections.abc import Iterator
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
    return next(battles_before(recent, tells, rules, long_ago), None)


def battles_before(
    recent: Recent, tells: Narrator, rules: Ruleset, after: int = 0
) -> Iterator[Fought]:
    """The battles that count and began after version `after`, the newest first.

    `recent` are the events up to the position.
    """
    battles = declared(rules)
    if battles is None:
        return
    for event in recent.of(battles.begins, after=after):
        if tells.counts(event):
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
