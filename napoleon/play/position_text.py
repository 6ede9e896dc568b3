"""The position of a game as a text, as far as its reader may know it; see docs/notation.md."""

from __future__ import annotations

from napoleon.log.game import Game
from napoleon.log.game_log import GameLog
from napoleon.rules.events import REFEREE
from napoleon.rules.viewer import Viewer
from napoleon.rules.views import Views


class NoNotation(LookupError):
    """The game is played without a notation."""


class TableNotLaid(LookupError):
    """The position is one before the table is laid: there is nothing to write."""


def write(
    games: GameLog, game: Game, seat: str, *, newest: Game, views: Views | None = None
) -> str:
    """The text of a position: all of it if it lies open to the reader, else what they may know.

    `game` is the position as `GameLog.seen_at` gives it to `seat`, and `newest` the game now. Its
    `views` for that seat need not be made again by who has them.
    Raises NoNotation, TableNotLaid, UnknownRuleset, and UnfinishedOperation if it lies open.
    """
    notation = games.rules(game).notation
    if notation is None:
        raise NoNotation(game.created.ruleset)
    if game.state is None:
        raise TableNotLaid(game.version)
    if _lies_open(game.viewer_for(seat, newest)):
        return notation.write_position(game.state)
    if views is None or not games.rules(game).knows_by_views:
        views = games.known(game, seat, newest=newest)
    return notation.write_known(views)


def _lies_open(viewer: Viewer) -> bool:
    """Whether their views hide nothing: where cards fade they do so even after the end."""
    return viewer.seat == REFEREE or (viewer.sees_all and not viewer.faded)
