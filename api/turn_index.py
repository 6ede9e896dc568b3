"""The turn index of a game; of one that is not drawn, a process keeps what the log has told.

Every page needs it, and of a game that has left Redis the whole log is gone through for it.
"""

from __future__ import annotations

from api.http.stores import stores
from api.lru_by_log import LruByLog
from napoleon.log.game import Game
from napoleon.play.games import Games
from projections import reading
from projections.turns import Phase

MOST = 256
"""How many a process keeps; each has some 20 kB at most."""

_kept: LruByLog[list[Phase]] = LruByLog(MOST)


def turns(game: Game) -> list[Phase]:
    """The phases of a position that count, each with its last version; see `reading.turns`."""
    opened = stores()
    return reading.turns(opened.games, opened.views, game, _told)


def _told(games: Games, game: Game) -> list[Phase]:
    key = game.id, game.version
    return _kept.kept(games, key, lambda: reading.turns_told(games, game))
