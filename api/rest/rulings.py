"""Rulings: what the referee decides, and what was decided before."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from flask import Response

from api.events import clause_texts
from api.http.answers import answer
from api.http.parsing import Resources
from api.http.problems import Problem
from api.http.stores import stores
from api.http.tokens import actor, caller
from api.http.versions import IF_MATCH, etag, expected_version
from api.rest.cases import Desk
from api.rest.outcomes import granted
from api.rest.schemas.disputes import (
    NewRulingSchema,
    RulingDoneSchema,
    RulingsOfGameQuerySchema,
    RulingsQuerySchema,
    RulingsSchema,
)
from napoleon.log.errors import UnknownGame
from napoleon.log.events.cases import RulingGiven
from napoleon.log.game import Game
from napoleon.log.store.recorder import RulingPlace
from napoleon.play.referee import rulings
from napoleon.play.referee.rulings import Judgement
from napoleon.play.transactions import Transaction
from napoleon.rules.events import REFEREE
from projections import reading
from projections.rulings import PAGE, Wanted

resources = Resources("rulings", __name__, description="Rulings, and what was ruled before")

EXAMPLES = {
    "what happened stands": {
        "value": {"outcome": "stand", "clauses": ["COMBAT.4"], "reason": "...", "case": 213}
    },
    "something is put right": {
        "value": {
            "outcome": "correct",
            "clauses": ["VICTORY.3"],
            "reason": "The flag in Namur was scored twice.",
            "corrections": [{"correct": "set_track", "value": 12, "reason": "Scored twice."}],
        }
    },
    "the game goes back": {
        "value": {"outcome": "rewind", "clauses": ["MOVE.2"], "reason": "...", "to": 198}
    },
}

_PLACE = re.compile(r"(?P<game>[0-9a-z]{1,40})\.(?P<version>[1-9][0-9]{0,17})", re.ASCII)


@resources.route("/games/<game_id>/rulings", methods=["POST"])
@resources.no_query
@resources.doc(parameters=[IF_MATCH])
@resources.arguments(NewRulingSchema, examples=EXAMPLES)
@resources.response(201, RulingDoneSchema)
@resources.alt_response(401, "UNAUTHORIZED")
@resources.alt_response(403, "FORBIDDEN")
@resources.alt_response(404, "NOT_FOUND")
@resources.alt_response(412, "PRECONDITION_FAILED")
@resources.alt_response(428, "PRECONDITION_REQUIRED")
def give(body: dict[str, Any], game_id: str) -> Response:
    """Give a ruling, by the referee or the deputy; it is carried out at once.

    What happened stands, or is put right, or an order is drawn for again, or the game goes back to
    an earlier position. Refused rulings record nothing.
    """
    games = stores().games
    game = games.open(game_id)
    judged = given(game, actor(game), body, expected_version())
    [event] = [event for event in judged.events if isinstance(event, RulingGiven)]
    ruling = Desk(games, games.open(game_id), REFEREE).ruling(event)
    version = judged.game.version
    return answer({"version": version, "ruling": ruling}, 201, etag(version))


def given(game: Game, by: str, body: Mapping[str, Any], expected: int | None) -> Transaction:
    """The ruling that `by` gives as `body` (a NewRulingSchema) says, carried out.

    Raises Problem, also if `expected` is no longer the newest version.
    """
    games = stores().games
    judgement = Judgement(
        body["outcome"],
        tuple(body["clauses"]),
        body["reason"],
        case=body.get("case", 0),
        corrections=tuple(body.get("corrections", ())),
        to=body.get("to"),
        version=body.get("version"),
        reroll=body.get("reroll"),
        conflict=body.get("conflict", False),
    )
    outcome = rulings.rule(games, game.id, by, judgement, expected=expected, seen=game)
    return granted(outcome, game, expected)


@resources.route("/games/<game_id>/rulings", methods=["GET"])
@resources.arguments(RulingsOfGameQuerySchema, location="query")
@resources.response(200, RulingsSchema)
@resources.alt_response(401, "UNAUTHORIZED")
@resources.alt_response(404, "NOT_FOUND")
def of_game(query: dict[str, Any], game_id: str) -> Response:
    """The rulings of a game, the newest first, page by page."""
    caller(stores().games.open(game_id))
    return answer(ruled(query, game_id))


@resources.route("/rulings")
@resources.arguments(RulingsQuerySchema, location="query")
@resources.response(200, RulingsSchema)
def of_all_games(query: dict[str, Any]) -> Response:
    """What was ruled in all games, the newest first, page by page.

    With `clause` these are the precedents of that clause.
    """
    return answer(precedents(query))


def precedents(query: Mapping[str, Any]) -> dict[str, Any]:
    """The page of rulings of all games that `query` (a RulingsQuerySchema) asks for.

    Raises Problem for a ruleset or a clause that does not exist.
    """
    installed = stores().games.rulesets
    searched = installed
    if "ruleset" in query:
        if query["ruleset"] not in installed:
            raise Problem("UNKNOWN_RULESET", "No such ruleset is installed.")
        searched = {query["ruleset"]: installed[query["ruleset"]]}
    if "clause" in query and not any(it.clause(query["clause"]) for it in searched.values()):
        raise Problem("UNKNOWN_CLAUSE", "The rules have no such clause.")
    return ruled(query)


def ruled(query: Mapping[str, Any], game_id: str | None = None) -> dict[str, Any]:
    """The page of rulings that `query` asks for, of one game or of all, as a RulingsSchema."""
    opened = stores()
    wanted = Wanted(
        clause=query.get("clause"),
        ruleset=query.get("ruleset"),
        game=game_id,
        after=_place(query["after"]) if "after" in query else None,
        limit=query.get("limit", PAGE),
    )
    found, last = reading.rulings(opened.games, opened.views, wanted)
    following = None if last is None else f"{last[1]}.{last[2]}"
    return {"rulings": list(_with_texts(found)), "next": following}


def _place(after: str) -> RulingPlace:
    """The place of the ruling that ended the page before. Raises Problem if there is none."""
    named = _PLACE.fullmatch(after)
    games = stores().games
    events = []
    if named:
        try:
            version = int(named["version"])
            events = games.history(named["game"], after=version - 1, upto=version)
        except UnknownGame:
            pass
    if not events or not isinstance(events[0], RulingGiven):
        raise Problem("BAD_QUERY", "The page before did not end with a ruling that exists.")
    return events[0].at, events[0].game, events[0].version


def _with_texts(found: Any) -> Iterator[dict[str, Any]]:
    """Rulings with the texts of clauses, and with what people have written and not erased."""
    games = stores().games
    texts: dict[str, Mapping[str, str]] = {}
    for ruling in found:
        game = ruling["game"]
        if game not in texts:
            texts[game] = {it.id: it.text for it in games.recorder.texts(game)}
        rules, case = games.rulesets.get(ruling["ruleset"]), ruling["case"]
        if case is not None:
            case = {**case, "text": texts[game].get(case["text"])}
        yield {
            **ruling,
            "clauses": clause_texts(ruling["clauses"], rules) if rules else [],
            "reason": texts[game].get(ruling["reason"]),
            "case": case,
        }
