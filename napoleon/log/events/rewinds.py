"""Rewinds: an earlier position becomes the current one, and nothing is erased."""

from __future__ import annotations

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
