"""Which position a request asks for, and how long its answer may be kept."""

from __future__ import annotations

from typing import Any

from api.http.versions import CURRENT, PAST, PUBLIC_PAST
from api.turn_index import turns
from napoleon.log.game import Game
from napoleon.rules.events import SPECTATOR
from projections.turns import version_of

Query = dict[str, Any]
"""What `PositionQuerySchema` has found in an address."""


def version_asked(query: Query, game: Game) -> int | None:
    """The version of the position that `query` asks for; None for the current one.

    It may be one that does not exist. Raises UnknownTurn.
    """
    if "turn" not in query:
        return query.get("at")
    return version_of(turns(game), query["turn"], query.get("phase"))


def keeping(query: Query, game: Game, seat: str) -> str:
    """How long the answer to `query` may be kept: for ever if nothing can change it.

    A turn may be undone, so its position is asked for again each time.
    """
    if query.get("at", game.version) >= game.version:
        return CURRENT
    return PUBLIC_PAST if seat == SPECTATOR else PAST


def may_have_faded(game: Game, version: int) -> bool:
    """Whether what a caller has of that version may be from before its cards faded."""
    return game.fades and version < game.version
