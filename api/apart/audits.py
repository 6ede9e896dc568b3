"""Audits that a process has made: one is made again when something that it reads has changed."""

from __future__ import annotations

from threading import Lock
from typing import Any
from weakref import WeakKeyDictionary

import msgspec
from cachetools import FIFOCache

from napoleon.audit.audit import Audit, audit_of_game, what_is_read
from napoleon.play.games import Games

_KEPT = 32
"""Audits that a process remembers; each takes a second or two to make."""

_one_at_a_time = Lock()

_audits: WeakKeyDictionary[Games, FIFOCache[bytes, Audit]] = WeakKeyDictionary()
"""Audits by the digest of all that they have read, so that no change of it goes unnoticed."""


def found_in(games: Games, game_id: str, *, told: bool) -> dict[str, Any]:
    """What an audit finds in the log of a game as it stands now, with its details if `told`.

    Raises UnknownGame, UnknownRuleset, KeyUnusable.
    """
    return _shown(_audited(games, game_id), told=told)


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


def _shown(found: Audit, *, told: bool) -> dict[str, Any]:
    decided = found.adjudication
    divergence = decided.divergence if decided else None
    return {
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
