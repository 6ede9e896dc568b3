"""The record: signed checkpoints of the log, and proofs that you can check without trusting us.

Anybody may have them: of an event they hold only the hash of its leaf, in which everything that
somebody may not know is a salted commitment.
"""

from __future__ import annotations

from typing import Any

from flask import Response, request

from api.http.answers import JSON, PLAIN, TEXT, VARY, answer
from api.http.parsing import Resources
from api.http.problems import Problem
from api.http.stores import stores
from api.http.tokens import caller
from api.http.versions import CURRENT, ETAG, IF_NONE_MATCH, PUBLIC_PAST, etag, unchanged
from api.rest.schemas.record import (
    NEITHER,
    CheckpointQuerySchema,
    CheckpointSchema,
    ProofQuerySchema,
    ProofSchema,
    SigningKeySchema,
)
from napoleon.log.errors import UnknownVersion
from napoleon.log.game import Game
from napoleon.record import checkpoints, tree
from napoleon.record.key_list import listed, signing
from napoleon.record.proofs import inclusion_text

resources = Resources("record", __name__, description="The record, and proofs of what it holds")

_A_TEXT = {"type": "string"}


@resources.route("/record/key")
@resources.no_query
@resources.response(200, _A_TEXT, content_type=PLAIN)
def key() -> Response:
    """The key with which this service signs checkpoints (c2sp.org/signed-note).

    What it signed before with others is checked with those: `/record/keys` has them all.
    """
    return _text(f"{signing(stores().games).verifier}\n")


@resources.route("/record/keys")
@resources.no_query
@resources.response(200, SigningKeySchema(many=True))
def keys() -> Response:
    """All keys with which this service signs checkpoints, or has; that which signs is the last.

    When a key takes over from another, a note says so, which both sign if both are there.
    """
    return answer(
        [
            {
                "key": str(it.key),
                "since": it.since or None,
                "until": it.until,
                "vouched": it.vouched or None,
            }
            for it in listed(stores().games)
        ]
    )


@resources.route("/games/<game_id>/checkpoint", parameters=[IF_NONE_MATCH])
@resources.arguments(CheckpointQuerySchema, location="query")
@resources.response(200, _A_TEXT, content_type=PLAIN, headers=ETAG)
@resources.alt_response(304, "NOT_MODIFIED")
@resources.alt_response(401, "UNAUTHORIZED")
@resources.alt_response(404, "NOT_FOUND")
def checkpoint(query: dict[str, Any], game_id: str) -> Response:
    """The state of the log in three lines, signed: whose it is, its size, and the root of its tree.

    Keep one, and you can show later that an event was changed, left out or put in.
    """
    games = stores().games
    game = games.open(game_id)
    caller(game)
    size = _size(query.get("size"), game)
    cache = PUBLIC_PAST if "size" in query else CURRENT
    known = unchanged(size, cache)
    if known is not None:
        return known
    headers = {**etag(size), "Cache-Control": cache}
    return _text(checkpoints.note(games, game_id, size), headers)


@resources.route("/games/<game_id>/checkpoints")
@resources.no_query
@resources.response(200, CheckpointSchema(many=True))
@resources.alt_response(401, "UNAUTHORIZED")
@resources.alt_response(404, "NOT_FOUND")
def kept(game_id: str) -> Response:
    """The checkpoints that are kept: of the end of every turn, of every ruling, of the end."""
    games = stores().games
    caller(games.open(game_id))
    rows = games.recorder.checkpoints(game_id)
    return answer([{"size": row.size, "note": row.note} for row in rows])


@resources.route("/games/<game_id>/proof")
@resources.arguments(ProofQuerySchema, location="query")
@resources.response(200, ProofSchema)
@resources.alt_response(
    200, schema=_A_TEXT, content_type=PLAIN, description="A proof of inclusion (tlog-proof@v1)"
)
@resources.alt_response(401, "UNAUTHORIZED")
@resources.alt_response(404, "NOT_FOUND")
def proof(query: dict[str, Any], game_id: str) -> Response:
    """That an event is in the log (`version`), or that the log was only added to (`from`).

    With `Accept: text/plain` a proof of inclusion is the text that other tools read
    (c2sp.org/tlog-proof).
    """
    game = stores().games.open(game_id)
    caller(game)
    if not query:
        raise Problem("BAD_QUERY", NEITHER)
    if "version" in query:
        return _inclusion(game, query["version"], _size(query.get("size"), game))
    return _consistency(game, query["from_"], _size(query.get("to"), game))


def _inclusion(game: Game, version: int, size: int) -> Response:
    if version > size:
        raise UnknownVersion(version)
    games = stores().games
    leaves = checkpoints.hashes(games, game.id, size)
    path = tree.inclusion_proof(leaves, version - 1)
    note = checkpoints.note(games, game.id, size)
    if request.accept_mimetypes.best_match((JSON, PLAIN)) == PLAIN:
        return _text(inclusion_text(version - 1, path, note), {"Vary": f"{VARY}, Accept"})
    body = {
        "version": version,
        "size": size,
        "leaf_hash": leaves[version - 1].hex(),
        "hashes": [step.hex() for step in path],
        "checkpoint": note,
    }
    return answer(body, headers={"Vary": f"{VARY}, Accept"})


def _consistency(game: Game, older: int, newer: int) -> Response:
    if older > newer:
        raise UnknownVersion(older)
    games = stores().games
    steps = tree.consistency_proof(checkpoints.hashes(games, game.id, newer), older)
    body = {
        "from": older,
        "to": newer,
        "hashes": [step.hex() for step in steps],
        "checkpoint": checkpoints.note(games, game.id, newer),
    }
    return answer(body)


def _size(asked: int | None, game: Game) -> int:
    """The size that was asked for, by default the newest. Raises UnknownVersion beyond the log."""
    if asked is not None and asked > game.version:
        raise UnknownVersion(asked)
    return game.version if asked is None else asked


def _text(text: str, headers: dict[str, str] | None = None) -> Response:
    """A plain text that nobody keeps, unless `headers` allow it."""
    kept_by = {"Cache-Control": "no-store", "Vary": VARY, **(headers or {})}
    return Response(text, 200, kept_by, content_type=TEXT)
