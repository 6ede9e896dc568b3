"""Forks: what the log of a game records that began with the log of another one."""

from __future__ import annotations

from napoleon.log.clocks import Timekeeping
from napoleon.log.events.service import ServiceEvent
from napoleon.log.game import Game
from napoleon.rules.events import recorded


@recorded("game_forked/1", "The game was forked from another one.")
class GameForked(ServiceEvent, frozen=True):
    """What came before is the log of another game; from here on it goes its own way."""

    parent: str
    """Id of the game it comes from."""
    at_version: int
    """Newest version of that game that is in this one."""
    root: str
    """Root of that game's record at that version, as hexadecimal digits."""

    def change(self, game: Game) -> None:
        """Chance starts again with the fork's own seed; cases and press stay in the other game."""
        game.forked = self.version
        game.branch = 0
        game.links.clear()
        # Those of the other game were known before this one's seed was made.
        game.nonces = dict(game.created.nonces)
        game.given_nonces.clear()
        game.fresh_nonces.clear()
        game.agreed.clear()
        game.kept_calls = ()
        game.takebacks.clear()
        game.disputes.clear()
        game.timekeeping = Timekeeping()
        game.press.clear()
        game.dispatches.clear()
        game.charter = None
