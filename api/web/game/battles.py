"""A battle as a board with both sides: as a page, and as the part that a script shows beside it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import Response, render_template, request

from api.http.problems import Problem
from api.http.stores import stores
from api.languages import language_of
from api.web.catalogue import language
from api.web.game.looking import Look, look
from api.web.pages import headers, page, web
from napoleon.log.battles import battle, declared
from napoleon.log.journal import narrator
from napoleon.rules.battles import BattleReport
from napoleon.rules.picture.cards import CardFace


@web.get("/games/<game_id>/battles/<version:version>")
def battle_page(game_id: str, version: int) -> Response:
    """The battle that began in that version, as its reader may know it.

    With ``?part`` only what goes into another page.
    """
    seen = look(game_id)
    found = reported(seen, version)
    sides = {} if seen.rules.pictures is None else {it.id: it for it in seen.rules.pictures.sides}
    facts: dict[str, Any] = {
        "battle": found,
        "sides": sides,
        "faces": _faces(seen),
        "place": seen.called(found.place),
        "look": seen,
        "game": seen.newest,
        "rules": seen.rules,
        "seat": seen.who.actor,
    }
    if "part" in request.args:
        html = render_template("game/_battle_report.html", **facts)
        kept = headers(public=seen.public)
        return Response(html, 200, kept, content_type="text/html; charset=utf-8")
    return page("game/battle.html", public=seen.public, **facts)


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


def battle_types(seen: Look) -> frozenset[str]:
    """What events with which battles begin are called in a journal."""
    battles = declared(seen.rules)
    topics = () if battles is None else battles.begins
    return frozenset(it.rpartition(".")[2].partition("/")[0] for it in topics)
