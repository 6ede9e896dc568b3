"""Orders: the one way to change a game."""

from __future__ import annotations

import re
import time
from collections.abc import Sequence
from functools import partial
from typing import Any

from flask import Response, request

from api.events import presenter
from api.http.answers import answer
from api.http.parsing import Resources
from api.http.problems import Problem, refused
from api.http.stores import stores
from api.http.tokens import actor, caller
from api.http.versions import ETAG, IF_MATCH_PATTERN, etag, expected_version
from api.rest.outcomes import granted
from api.rest.schemas.fields import LONGEST_ID
from api.rest.schemas.log import AcceptedSchema, ForSeatQuerySchema, OrdersSchema
from api.telemetry.orders import tell
from api.telemetry.requests import afterwards
from napoleon.log.game import Game
from napoleon.play.games import Games
from napoleon.play.outcomes import Accepted, KeyReused, Stale
from napoleon.rules.events import JUDGES
from napoleon.rules.orders import Refusal

resources = Resources("orders", __name__, description="Giving orders")

_KEY = re.compile(r"[!-~]{1,255}")

EXAMPLES = {
    "one order": {"value": {"order": "pass"}},
    "an order that answers a named decision": {
        "value": {"order": "pass", "decision": "allied-1-go"}
    },
    "the same as lines": {"value": {"lines": ["pass", "pass"]}},
    "an operation: the rest follows as soon as the seat is asked for it": {
        "value": {"lines": ["activate Ligny: Gneisenau"], "then": ["move", "move to Sombreffe"]}
    },
    "several orders": {"value": {"orders": [{"order": "pass"}, {"order": "pass"}]}},
}

PARAMETERS: list[dict[str, Any]] = [
    {
        "in": "query",
        "name": "for",
        "description": "The seat that the referee or the deputy acts for.",
        "schema": {"type": "string", "minLength": 1, "maxLength": LONGEST_ID},
    },
    {
        "in": "header",
        "name": "If-Match",
        "required": True,
        "description": 'The version acted upon, in double quotes (`"12"`), or `*` for any. '
        "The `ETag` of the game itself will do as well.",
        "schema": {"type": "string", "pattern": IF_MATCH_PATTERN},
    },
    {
        "in": "header",
        "name": "Idempotency-Key",
        "description": "The same key with the same body is carried out once, however often sent.",
        "schema": {"type": "string", "pattern": "^[!-~]{1,255}$"},
    },
]


@resources.route("/games/<game_id>/orders", methods=["POST"])
@resources.arguments(ForSeatQuerySchema, location="query")
@resources.doc(parameters=PARAMETERS)
@resources.arguments(OrdersSchema, examples=EXAMPLES)
@resources.response(201, AcceptedSchema, headers=ETAG)
@resources.alt_response(401, "UNAUTHORIZED")
@resources.alt_response(403, "FORBIDDEN")
@resources.alt_response(404, "NOT_FOUND")
@resources.alt_response(412, "PRECONDITION_FAILED")
@resources.alt_response(428, "PRECONDITION_REQUIRED")
def give(query: dict[str, Any], body: dict[str, Any], game_id: str) -> Response:
    """Give one order, or several.

    Several orders are carried out one after the other until one is refused or another seat has
    to decide; what was carried out is recorded at once. A refused first order records nothing.
    `then` holds what is to follow, one by one, through windows in which nobody plays a card; it
    waits as the operation of the seat, which nobody else sees. When others acted first the answer
    is 412 with the events that were missed.

    The referee, or the deputy, gives them for the seat that `for` names, and the owner of a share
    gives them for the shared seat; everybody reads in the log who has acted for whom.
    """
    games = stores().games
    game = games.open(game_id)
    seat, by = acting(game, actor(game), query.get("for_"))
    viewer = caller(game)
    expected = expected_version()
    key = _idempotency_key()
    decision, then = body.pop("decision", None), body.pop("then", ())
    orders = body.get("lines") or body.get("orders", [body])
    outcome = given(
        game, seat, by, orders, expected=expected, decision=decision, key=key, then=then
    )
    accepted = granted(outcome, game)
    return answer(_accepted(games, game_id, viewer, accepted), 201, etag(accepted.version))


def given(
    game: Game,
    seat: str,
    by: str,
    orders: Sequence[Any],
    *,
    expected: int | None,
    decision: str | None,
    key: str | None,
    then: Sequence[Any] = (),
) -> Accepted | Refusal | Stale | KeyReused:
    """The outcome of the orders of `seat` in `game`, as `Games.submit_orders` has it."""
    started = time.perf_counter()
    outcome = stores().games.submit_orders(
        game.id, seat, orders, expected=expected, decision=decision, key=key, by=by, newest=game,
        then=then,
    )  # fmt: skip
    seconds = time.perf_counter() - started
    afterwards(partial(tell, game.id, game.version, outcome, seconds))
    return outcome


def acting(game: Game, holder: str, seat: str | None) -> tuple[str, str]:
    """The seat whose order it is, and who gives it for the seat; ``""`` if its holder does.

    `holder` gives it, and `seat` is the one that a referee acts for. Raises Problem 403 for a
    reader without a seat, and 422 for a seat that does not exist.
    """
    if seat is None:
        own = game.speaks_for(holder)
        if own not in game.created.seats:
            raise Problem("NOT_SEATED", "Only the holder of a seat gives orders.")
        return own, "" if own == holder else holder
    if holder not in JUDGES:
        raise Problem("NOT_THE_REFEREE", "Only the referee or the deputy acts for a seat.")
    if seat not in game.created.seats:
        raise Problem("UNKNOWN_SEAT", "The game has no such seat.")
    return seat, holder


def _idempotency_key() -> str | None:
    key = request.headers.get("Idempotency-Key")
    if key is not None and not _KEY.fullmatch(key):
        raise Problem(
            "BAD_IDEMPOTENCY_KEY", "Idempotency-Key takes 1 to 255 visible ASCII characters."
        )
    return key


def _accepted(games: Games, game_id: str, seat: str, accepted: Accepted) -> dict[str, Any]:
    then = games.at(game_id, accepted.version)
    # An answer that is repeated later does not bring back cards that have faded since.
    present = presenter(games, games.open(game_id) if then.fades else then, seat)
    return {
        "version": accepted.version,
        "events": [present(event) for event in accepted.events],
        "carried_out": accepted.carried_out,
        "refused": None if accepted.refused is None else refused(accepted.refused),
    }
