"""Webhooks: the holder of a token has a server of theirs told when the game has moved on."""

from __future__ import annotations

from typing import Any

from flask import Response

from api.http.answers import answer
from api.http.parsing import Resources
from api.http.problems import Problem
from api.http.stores import stores
from api.http.tokens import bearer, caller
from api.rest.outcomes import granted
from api.rest.schemas.webhooks import NewWebhookSchema, SecretWebhookSchema, WebhooksSchema
from napoleon.log.game import Game
from napoleon.log.store.recorder import WebhookRow
from napoleon.rules.events import SPECTATOR
from projections.webhooks import keeping
from projections.webhooks.messages import secret_text

resources = Resources("webhooks", __name__, description="Having a server told what happens")


@resources.route("/games/<game_id>/webhooks", methods=["GET"])
@resources.no_query
@resources.response(200, WebhooksSchema)
@resources.alt_response(401, "UNAUTHORIZED")
@resources.alt_response(403, "FORBIDDEN")
@resources.alt_response(404, "NOT_FOUND")
def kept(game_id: str) -> Response:
    """The webhooks that were left with the caller's token. Nobody else sees them.

    One that is no longer there was withdrawn, or has failed for days, or the game is over.
    """
    _, _, token = _holder(game_id)
    mine = keeping.kept_by(stores().games, game_id, token)
    return answer({"webhooks": [_shown(row) for row in mine]})


@resources.route("/games/<game_id>/webhooks", methods=["POST"])
@resources.no_query
@resources.arguments(NewWebhookSchema)
@resources.response(201, SecretWebhookSchema)
@resources.alt_response(401, "UNAUTHORIZED")
@resources.alt_response(403, "FORBIDDEN")
@resources.alt_response(404, "NOT_FOUND")
def leave(body: dict[str, Any], game_id: str) -> Response:
    """Leave a webhook: the URL gets a signed POST whenever the game has moved on.

    The messages are those of Standard Webhooks, and name nothing hidden. The answer has the secret
    that they are signed with; it is shown this once. The same URL, left again with the same token,
    replaces the one before, under a new secret. When the token is dead so is the webhook: claim the
    seat first.
    """
    game, viewer, token = _holder(game_id)
    row = granted(keeping.leave(stores().games, game_id, viewer, token, body["url"]), game)
    return answer({"id": row.id, "url": row.url, "secret": secret_text(row.secret)}, 201)


@resources.route("/games/<game_id>/webhooks/<webhook_id>", methods=["DELETE"])
@resources.no_query
@resources.response(204)
@resources.alt_response(401, "UNAUTHORIZED")
@resources.alt_response(403, "FORBIDDEN")
@resources.alt_response(404, "NOT_FOUND")
def withdraw(game_id: str, webhook_id: str) -> Response:
    """Withdraw a webhook. Nothing more is sent to it, except what is under way."""
    _, _, token = _holder(game_id)
    if not keeping.withdraw(stores().games, game_id, token, webhook_id):
        raise Problem("UNKNOWN_WEBHOOK", "No such webhook of yours is kept.")
    return Response(status=204)


def _holder(game_id: str) -> tuple[Game, str, str]:
    """The game, as whom the caller reads it, and their token. Raises Problem 401 or 403."""
    game = stores().games.open(game_id)
    viewer = caller(game)
    token = bearer()
    if viewer == SPECTATOR or token is None:
        raise Problem("NOT_SEATED", "Only the holder of a token has webhooks.")
    return game, viewer, token


def _shown(row: WebhookRow) -> dict[str, Any]:
    return {
        "id": row.id,
        "url": row.url,
        "sent": row.sent,
        "failures": row.failures,
        "next_try": row.due if row.failures else None,
    }
