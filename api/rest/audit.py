"""The audit: the service checks the record of a game as anybody could with its bundle.

If you do not trust the service, do not trust its audit either: take the bundle, and check it
yourself.
"""

from __future__ import annotations

from threading import Lock
from typing import Any
from weakref import WeakKeyDictionary

import msgspec
from cachetools import FIFOCache
from flask import Response

from api.http.parsing import Resources
from api.http.protection import places
from api.http.stores import stores
from api.http.tokens import caller
from api.http.versions import ETAG_WITH_DIGEST, IF_NONE_MATCH, versioned_with_digest
from api.rest.schemas.audit import AuditSchema
from napoleon.audit.audit import Audit, audit_of_game, what_is_read
from napoleon.log.game import Game
from napoleon.play.games import Games
from napoleon.rules.events import REFEREE

resources = Resources("audit", __name__, description="Whether the record of a game holds")

_KEPT = 32
"""Audits that a process remembers; each takes a second or two to make."""

_one_at_a_time = Lock()

_audits: WeakKeyDictionary[Games, FIFOCache[bytes, Audit]] = WeakKeyDictionary()
"""Audits by the digest of all that they have read, so that no change of it goes unnoticed."""


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
    game, _ = games.replay_until_broken(game_id)
    version = games.head(game_id)
    found = audited(game, caller(game), version)
    return versioned_with_digest(msgspec.json.encode(found), version)


def audited(game: Game, viewer: str, version: int) -> dict[str, Any]:
    """What was found in the first `version` events of `game`, as far as `viewer` is told."""
    with places.expensive():
        found = _audited(stores().games, game.id)
    return _shown(found, version, told=game.over or viewer == REFEREE)


def _audited(games: Games, game_id: str) -> Audit:
    with _one_at_a_time:
        kept = _audits.setdefault(games, FIFOCache(_KEPT))
        digest = what_is_read(games, game_id)
        if digest in kept:
            return kept[digest]
        signed = games.recorder.checkpointed(game_id)
        found = audit_of_game(games, game_id)
        now = what_is_read(games, game_id)
        # Not if somebody has played on meanwhile: nobody knows which of the two was read.
        if what_is_read(games, game_id, signed) == digest:
            kept[now] = found
        return found


def _shown(found: Audit, version: int, *, told: bool) -> dict[str, Any]:
    decided = found.adjudication
    divergence = decided.divergence if decided else None
    return {
        "version": version,
        "ok": found.holds,
        "rules": decided.rules if decided else None,
        "orders": decided.orders if decided else 0,
        "not_decided": found.not_decided,
        "draws": found.report.counts.draws,
        "checks": [
            {
                "name": check.name,
                "ok": check.ok,
                "version": check.version,
                "detail": check.detail if told or check.ok is not False else None,
            }
            for check in found.report.checks
        ],
        "divergence": None
        if divergence is None
        else {
            "version": divergence.version,
            "type": divergence.type,
            "clause": (divergence.clause or None) if told else None,
            "difference": msgspec.to_builtins(divergence.difference) if told else None,
        },
    }
