"""Battles: a page for each with both sides, and a list of all."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, partial
from itertools import islice
from typing import Any, NamedTuple, TypeVar

from flask import Response

from api.growing import counted
from api.http.problems import Problem
from api.http.stores import stores
from api.languages import language_of
from api.lru_by_log import LruByLog
from api.web.catalogue import language
from api.web.game.journal import turns_told
from api.web.game.looking import Look, look
from api.web.game.narration import battles_since, narrator_of
from api.web.game.scene import sides_of
from api.web.pages import page, web
from napoleon.log.battles import Begun, Fought, all_battles, battle, declared, fought
from napoleon.log.journal import narrator
from napoleon.rules.battles import BattleReport
from napoleon.rules.events import Event
from napoleon.rules.picture.cards import CardFace
from napoleon.rules.prose.paragraphs import Entry as Paragraph

MOST = 200
"""How many battles are listed at most."""

T = TypeVar("T")

_outcomes: LruByLog[str] = LruByLog(20 * MOST)
"""What came of battles that are over, each a sentence."""


@web.get("/games/<game_id>/battles/<version:version>")
def battle_page(game_id: str, version: int) -> Response:
    """The battle that began in that version, as its reader may know it."""
    seen = look(game_id)
    found = reported(seen, version)
    listed = [*_battles(seen)]
    turn = next((it.turn for it in listed if it.version == found.version), 0)
    facts: dict[str, Any] = {
        "battle": found,
        "sides": sides_of(seen.rules, seen.words),
        "faces": _faces(seen),
        "place": seen.called(found.place),
        "turn": seen.turn(turn, turns_told(seen).get(turn)) if turn else "",
        "before": next((it.version for it in listed if it.version < found.version), None),
        "look": seen,
        "game": seen.newest,
        "rules": seen.rules,
        "seat": seen.who.actor,
    }
    return page("game/battle.html", public=seen.public, **facts)


class Listed(NamedTuple):
    """A battle in the list of all of a game."""

    version: int
    place: str
    turn: str
    """The turn in which it began, as players call it."""
    outcome: str
    """What came of it, in a sentence; empty while it is fought."""


@web.get("/games/<game_id>/battles")
def battles_page(game_id: str) -> Response:
    """The battles of a game, the newest first: where, in which turn, and what came of each."""
    seen = look(game_id)
    return page(
        "game/battles.html",
        public=seen.public,
        battles=list(_listed(seen)),
        look=seen,
        game=seen.newest,
        rules=seen.rules,
        seat=seen.who.actor,
    )


def beginnings(seen: Look) -> Sequence[Event]:
    """The events with which battles of the game have begun, the newest first."""
    return _begun(seen, Begun.newest_first)


def _begun(seen: Look, read: Callable[[Begun], T]) -> T:
    book = partial(Begun, declared(seen.rules))
    return counted(stores().games, seen.newest, ("battles", seen.rules.version), book, read)


def _battles(seen: Look) -> Iterator[Fought]:
    """The battles that count in the position, the newest first."""
    before = (it for it in beginnings(seen) if it.version <= seen.shown.version)
    return fought(before, narrator_of(seen), seen.rules)


def _listed(seen: Look) -> Iterator[Listed]:
    names, over = turns_told(seen), _begun(seen, Begun.are_over)

    @cache
    def told() -> Mapping[int, str]:
        spoken = language_of(seen.rules, language())
        found = all_battles(seen.recent, narrator_of(seen), seen.rules, spoken)
        return {it.version: report.outcome for it, report in islice(found, MOST)}

    for it in islice(_battles(seen), MOST):
        turn = seen.turn(it.turn, names.get(it.turn))
        if it.version in over:
            outcome = _outcome(seen, it.version, told)
        else:
            outcome = reported(seen, it.version).outcome
        yield Listed(it.version, seen.called(it.place), turn, outcome)


def _outcome(seen: Look, version: int, told: Callable[[], Mapping[int, str]]) -> str:
    """What came of the battle that began in that version and is over, among all that is `told`."""
    newest, rules = seen.newest, seen.rules
    viewer = newest.viewer(seen.who.viewer)
    key = (newest.id, version, len(newest.rewinds), viewer, rules.version, language())
    return _outcomes.kept(stores().games, key, lambda: told()[version])


def _faces(seen: Look) -> Mapping[str, CardFace]:
    """The cards of the game by the clauses that say what each of them does."""
    pictures = seen.rules.pictures
    return {} if pictures is None else {it.clause: it for it in pictures.deck(seen.words)}


def reported(seen: Look, version: int) -> BattleReport:
    """The battle that began in that version. Raises Problem 404 if none did."""
    newest = seen.newest
    tells = narrator(newest, seen.who.viewer, seen.rules)
    spoken = language_of(seen.rules, language())
    found = battle(stores().games, newest, tells, seen.rules, version, spoken)
    if found is None:
        raise Problem("NO_SUCH_BATTLE", "No battle began in that version.")
    return found


def begun_in(seen: Look, told: Sequence[Paragraph]) -> Mapping[int, str]:
    """The battles that began in paragraphs or since, by their versions: where each is fought."""
    if not told or declared(seen.rules) is None:
        return {}
    found = battles_since(seen, min(it.first for it in told))
    return {it.version: seen.called(it.place) for it in found}


def battle_types(seen: Look) -> frozenset[str]:
    """What events that belong to the begin of a battle are called in a journal."""
    battles = declared(seen.rules)
    topics = () if battles is None else battles.begins
    return frozenset(it.rpartition(".")[2].partition("/")[0] for it in topics)
