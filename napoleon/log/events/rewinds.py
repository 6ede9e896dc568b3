"""Rewinds and forks: an earlier position is the current one, here or in a game of its own.

Nothing is erased.
"""

from __future__ import annotations

from napoleon.log.clocks import Timekeeping
from napoleon.log.events.service import ServiceEvent
from napoleon.log.game import Game
from napoleon.rules.events import recorded
from napoleon.rules.prose.language import noted

NONE, TAINTED, ALL = "none", "tainted", "all"

REROLLS = (NONE, TAINTED, ALL)
"""What is drawn again after a rewind if it is called for: nothing, what the seat whose move was
taken back has learnt (or any seat, if it was nobody's), or everything."""

WITHDRAWAL, TAKEBACK, RULING = noted("withdrawal"), noted("takeback"), noted("ruling")


@recorded("history_rewound/1", "The game went back to an earlier position ({reason}).")
class HistoryRewound(ServiceEvent, frozen=True):
    """What came after version `to` is undone. It stays in the log."""

    to: int
    reason: str
    """``withdrawal``, ``takeback`` or ``ruling``."""
    cause: int = 0
    """Version of the request or of the ruling that it answers; 0 for a withdrawal."""
    seat: str = ""
    """Seat whose move is taken back; empty if it was nobody's."""
    reroll: str = ALL
    """One of `REROLLS`."""
    keeps: tuple[int, ...] = ()
    """Versions of the calls for draws that count again, if they are called again."""

    def change(self, game: Game) -> None:
        """A branch begins, with the table that the fold lays; see `napoleon.log.folding.fold`."""
        game.rewinds.append((self.version, self.to))
        if self.reason != WITHDRAWAL:
            game.branch += 1
        game.kept_calls = self.keeps


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
