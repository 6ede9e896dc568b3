"""Press: what players and judges write to each other, and the archive of it."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice
from typing import Any

from flask import Response

from api.http.answers import answer
from api.http.parsing import Resources
from api.http.stores import stores
from api.http.tokens import actor, caller
from api.rest.outcomes import granted
from api.rest.schemas.press import (
    DIARY,
    LetterSchema,
    NewLetterSchema,
    PressQuerySchema,
    PressSchema,
)
from napoleon.log.game import Game
from napoleon.log.press import Letter, letters
from napoleon.play import press

PAGE = 50
"""How many letters a page of the archive has unless the query says."""

resources = Resources("press", __name__, description="Writing to each other")


@resources.route("/games/<game_id>/press", methods=["POST"])
@resources.no_query
@resources.arguments(NewLetterSchema)
@resources.response(201, LetterSchema)
@resources.alt_response(401, "UNAUTHORIZED")
@resources.alt_response(403, "FORBIDDEN")
@resources.alt_response(404, "NOT_FOUND")
def send(body: dict[str, Any], game_id: str) -> Response:
    """Write to some seats, to the referee, to all, or to oneself; or answer a letter.

    What is written to `all` is read by everybody who sees the game. A letter is read by those who
    wrote it and to whom it was written, and by the judges; when the game is over by everybody. So
    is a note in a diary, which nobody else reads before.
    """
    game = stores().games.open(game_id)
    letter = sent(game, actor(game), body)
    return answer(shown([letter], texts_of(game))[0], 201)


def sent(game: Game, by: str, body: Mapping[str, Any]) -> Letter:
    """What `by` has written, as `body` (a NewLetterSchema) says. Raises Problem."""
    games, text = stores().games, body["text"]
    if "answers" in body:
        outcome = press.answer(games, game.id, by, body["answers"], text, seen=game)
    elif body["to"] == [DIARY]:
        outcome = press.note(games, game.id, by, text, seen=game)
    else:
        unsigned = body.get("unsigned", False)
        outcome = press.send(games, game.id, by, body["to"], text, unsigned=unsigned, seen=game)
    return granted(outcome, game)


@resources.route("/games/<game_id>/press", methods=["GET"])
@resources.arguments(PressQuerySchema, location="query")
@resources.response(200, PressSchema)
@resources.alt_response(401, "UNAUTHORIZED")
@resources.alt_response(404, "NOT_FOUND")
def archive(query: dict[str, Any], game_id: str) -> Response:
    """What was written in a game, as far as the caller may read it, the newest first.

    Words that were erased are null.
    """
    game = stores().games.open(game_id)
    return answer(page_of(game, caller(game), query))


def page_of(game: Game, viewer: str, query: Mapping[str, Any]) -> dict[str, Any]:
    """The page of the archive that `query` (a PressQuerySchema) asks for, as a PressSchema."""
    limit = query.get("limit", PAGE)
    known = letters(stores().games, game, game.viewer(viewer), query.get("before"))
    found = list(islice(known, limit + 1))
    told = found[:limit]
    following = told[-1].version if len(found) > limit else None
    return {"press": shown(told, texts_of(game)), "next": following}


def shown(found: list[Letter], texts: Mapping[str, str]) -> list[dict[str, Any]]:
    """Letters as the API shows them, with those of `texts`, by id, that are theirs."""
    return [
        {
            "version": it.version,
            "at": it.at,
            "turn": it.turn,
            "phase": it.phase or None,
            "by": it.writer,
            "behalf": it.sender if it.sender != it.writer else None,
            "to": list(it.to),
            "unsigned": it.grey,
            "text": texts.get(it.text),
            "text_id": it.text,
            "dispatch": _way(it),
        }
        for it in found
    ]


def _way(it: Letter) -> dict[str, Any] | None:
    if it.way is None:
        return None
    return {
        "from": it.way.origin,
        "to": it.way.destination,
        "sent": it.way.sent,
        "due": it.way.due,
        "captured": it.captured,
    }


def texts_of(game: Game) -> Mapping[str, str]:
    """What was written in a game and not erased, by id."""
    return {it.id: it.text for it in stores().games.recorder.texts(game.id)}
