"""Battles: a page for each with both sides, and a list of all."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, NamedTuple

from flask import Response

from api.http.problems import Problem
from api.http.stores import stores
from api.languages import language_of
from api.web.catalogue import language
from api.web.game.journal import turns_told
from api.web.game.looking import Look, look
from api.web.game.narration import battles_since, narrator_of
from api.web.game.scene import sides_of
from api.web.pages import page, web
from napoleon.log.battles import all_battles, battle, battles_before, declared
from napoleon.log.journal import narrator
from napoleon.rules.battles import BattleReport
from napoleon.rules.picture.cards import CardFace
from napoleon.rules.prose.paragraphs import Entry as Paragraph

MOST = 200
"""How many battles are listed at most."""


@web.get("/games/<game_id>/battles/<version:version>")
def battle_page(game_id: str, version: int) -> Response:
    """The battle that began in that version, as its reader may know it."""
    seen = look(game_id)
    found = reported(seen, version)
    fought = [*battles_before(seen.recent, narrator_of(seen), seen.rules)]
    turn = next((it.turn for it in fought if it.version == found.version), 0)
    facts: dict[str, Any] = {
        "battle": found,
        "sides": sides_of(seen.rules, seen.words),
        "faces": _faces(seen),
        "place": seen.called(found.place),
        "turn": seen.turn(turn, turns_told(seen).get(turn)) if turn else "",
        "before": next((it.version for it in fought if it.version < found.version), None),
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


def _listed(seen: Look) -> Iterator[Listed]:
    names = turns_told(seen)
    spoken = language_of(seen.rules, language())
    found = all_battles(seen.recent, narrator_of(seen), seen.rules, spoken)
    for it, report in islice(found, MOST):
        turn = seen.turn(it.turn, names.get(it.turn))
        yield Listed(it.version, seen.called(it.place), turn, report.outcome)


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
