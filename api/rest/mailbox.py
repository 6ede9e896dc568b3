"""Mailboxes: the address that a holder of a token is told at, which nobody else is shown."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import Response

from api.http.answers import answer
from api.http.mail import office
from api.http.parsing import Resources
from api.http.problems import Problem
from api.http.stores import stores
from api.http.tokens import actor, bearer
from api.mail import mailboxes
from api.mail.rows import MailboxRow
from api.rest.outcomes import granted
from api.rest.schemas.mail import MailboxChangeSchema, MailboxSchema
from napoleon.log.game import Game
from napoleon.rules.events import SPECTATOR

resources = Resources("mailbox", __name__, description="Being told by mail")


@resources.route("/games/<game_id>/mailbox", methods=["GET"])
@resources.no_query
@resources.response(200, MailboxSchema)
@resources.alt_response(401, "UNAUTHORIZED")
@resources.alt_response(403, "FORBIDDEN")
@resources.alt_response(404, "NOT_FOUND")
def own(game_id: str) -> Response:
    """The caller's mailbox in this game."""
    return answer(_shown(mine(*holder_of(game_id))))


@resources.route("/games/<game_id>/mailbox", methods=["PUT"])
@resources.no_query
@resources.arguments(MailboxChangeSchema)
@resources.response(200, MailboxSchema)
@resources.alt_response(401, "UNAUTHORIZED")
@resources.alt_response(403, "FORBIDDEN")
@resources.alt_response(404, "NOT_FOUND")
def put(body: dict[str, Any], game_id: str) -> Response:
    """Leave an address to be told at, or change what is sent there.

    A new address is asked whether it is the caller's; nothing else is sent there before it has
    answered. It dies with the token: a seat that is handed over has none.
    """
    game, holder = holder_of(game_id)
    return answer(_shown(left(game, holder, bearer() or "", body)))


@resources.route("/games/<game_id>/mailbox", methods=["DELETE"])
@resources.no_query
@resources.response(204)
@resources.alt_response(401, "UNAUTHORIZED")
@resources.alt_response(403, "FORBIDDEN")
@resources.alt_response(404, "NOT_FOUND")
def erase(game_id: str) -> Response:
    """Erase the caller's address, with all mails to and from it."""
    mailboxes.erase(office(), mine(*holder_of(game_id)))
    return Response(status=204)


def holder_of(game_id: str) -> tuple[Game, str]:
    """The game, and under which name the caller acts. Raises Problem 401 or 403."""
    game = stores().games.open(game_id)
    holder = actor(game)
    if holder == SPECTATOR:
        raise Problem("NOT_SEATED", "Only the holder of a token is told by mail.")
    return game, holder


def mine(game: Game, holder: str) -> MailboxRow:
    """The mailbox of a holder. Raises Problem 404 if they have left none."""
    box = mailboxes.of(office(), game, holder)
    if box is None:
        raise Problem("NO_MAILBOX", "You have left no address.")
    return box


def left(game: Game, holder: str, token: str, wanted: Mapping[str, Any]) -> MailboxRow:
    """The mailbox of a holder as it is after they have said what they want. Raises Problem."""
    return granted(mailboxes.leave(office(), game.id, holder, token, wanted), game)


def _shown(box: MailboxRow) -> dict[str, Any]:
    return {
        "address": box.address,
        "mail": box.wish,
        "time_zone": box.zone,
        "language": box.language,
        "confirmed": box.confirmed,
        "failing": box.bounces > 0,
    }
