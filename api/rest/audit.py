"""The audit: the service checks the record of a game as anybody could with its bundle.

If you do not trust the service, do not trust its audit either: take the bundle, and check it
yourself.
"""

from __future__ import annotations

from typing import Any

import msgspec
from flask import Response

from api.apart.jobs import AuditJob
from api.apart.making import made
from api.http.parsing import Resources
from api.http.stores import stores
from api.http.tokens import caller
from api.http.versions import ETAG_WITH_DIGEST, IF_NONE_MATCH, versioned_with_digest
from api.rest.bundle import on_record
from api.rest.schemas.audit import AuditSchema
from napoleon.log.game import Game
from napoleon.rules.events import REFEREE

resources = Resources("audit", __name__, description="Whether the record of a game holds")


@resources.route("/games/<game_id>/audit", parameters=[IF_NONE_MATCH])
@resources.no_query
@resources.response(200, AuditSchema, headers=ETAG_WITH_DIGEST)
@resources.alt_response(304, "NOT_MODIFIED")
@resources.alt_response(401, "UNAUTHORIZED")
@resources.alt_response(404, "NOT_FOUND")
@resources.alt_response(503, "SERVICE_UNAVAILABLE")
def audit(game_id: str) -> Response:
    """Check hashes, signatures, draws and decisions of a game, all its secrets open.

    While the game runs only the referee is told what exactly was found; everybody is told whether
    it holds, and if not from which version on. `napoleon verify` does the same with a bundle. The
    log is read each time, also to answer that nothing has changed: changing a row of it leaves its
    version as it is.
    """
    games = stores().games
    game = on_record(game_id)
    version = games.head(game_id)
    found = audited(game, caller(game), version)
    return versioned_with_digest(msgspec.json.encode(found), version)


def audited(game: Game, viewer: str, version: int) -> dict[str, Any]:
    """What was found in the first `version` events of `game`, as far as `viewer` is told."""
    with made(AuditJob(game.id, told=game.over or viewer == REFEREE)) as found:
        return {"version": version, **msgspec.json.decode(found.read())}
