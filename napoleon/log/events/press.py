"""What the log records of press: that somebody wrote, to whom, and the id of what they wrote.

The words themselves are kept beside the log, to be erased. Its writers, its readers and the judges
know a letter; all others are told only that there was one.
"""

from __future__ import annotations

from typing import Annotated

from napoleon.log.events.service import ServiceEvent
from napoleon.log.game import Game
from napoleon.rules.events import HIDDEN, recorded


@recorded("press_published/1", "{sender} wrote to everybody.")
class PressPublished(ServiceEvent, frozen=True):
    """Somebody writes to all: everybody who sees the game may read it.

    Where several people share the seat, the envelope tells which of them wrote.
    """

    sender: str
    """A seat, the referee or the deputy."""
    text: str
    """Id of a text."""

    def change(self, game: Game) -> None:
        """It is in the archive."""
        game.press.append(self.version)


@recorded("letter_sent/1", "{sender} wrote to {to}.", veiled="A letter was sent.", owner="parties")
class LetterSent(ServiceEvent, frozen=True):
    """Somebody writes to one or several others.

    Its envelope names nobody, as everybody reads that.
    """

    sender: Annotated[str, HIDDEN]
    """A seat, the referee or the deputy."""
    writer: Annotated[str, HIDDEN]
    """Who wrote it for the sender: the same, or a share of the seat."""
    to: Annotated[tuple[str, ...], HIDDEN]
    """Seats, the referee and the deputy."""
    text: Annotated[str, HIDDEN]
    """Id of a text."""

    @property
    def parties(self) -> tuple[str, ...]:
        """Who may read it, besides the judges."""
        return self.sender, *self.to

    def change(self, game: Game) -> None:
        """It is in the archive."""
        game.press.append(self.version)


@recorded("letter_erased/1", "The words of a letter were erased.", owner="parties")
class LetterErased(ServiceEvent, frozen=True):
    """What a letter said is gone; that there was one stays, and for its parties who erased it."""

    text: Annotated[str, HIDDEN]
    eraser: Annotated[str, HIDDEN]
    """Somebody who speaks for its sender, or a judge."""
    parties: Annotated[tuple[str, ...], HIDDEN]
    """Who may read the letter."""
