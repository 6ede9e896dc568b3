"""What the log records of press in a game in which it may be written without a signature.

Each letter is two events: what its writer reads of it, and what those read to whom it is written.
So the one may name what the other must not, and nobody else can tell a letter with a signature from
one without, an answer, or a note in a diary.
"""

from __future__ import annotations

from typing import Annotated

from napoleon.log.events.service import ServiceEvent
from napoleon.log.game import Game
from napoleon.rules.events import HIDDEN, recorded

UNSIGNED = "unsigned"
"""Stands for the writer of a letter without a signature, where nobody may know who that is."""


@recorded(
    "grey_press_allowed/1",
    "Letters may be written without a signature. The judges know who wrote them, and when the game "
    "is over everybody does.",
)
class GreyPressAllowed(ServiceEvent, frozen=True):
    """The founder lets people write without a signature."""

    def change(self, game: Game) -> None:
        """It holds from the beginning."""
        game.grey_press = True


@recorded(
    "letter_written/1", "{sender} wrote to {to}.", veiled="A letter was written.", owner="sender"
)
class LetterWritten(ServiceEvent, frozen=True):
    """What its writer reads of a letter; what its readers read of it follows at once.

    Its envelope names nobody, as everybody reads that.
    """

    sender: Annotated[str, HIDDEN]
    """A seat, the referee or the deputy."""
    writer: Annotated[str, HIDDEN]
    """Who wrote it for the sender: the same, or a share of the seat."""
    to: Annotated[tuple[str, ...], HIDDEN]
    """Seats and judges, or ``all`` alone; `UNSIGNED` alone in answer to a letter without a
    signature; the sender alone for a note in their diary."""
    text: Annotated[str, HIDDEN]
    """Id of a text."""
    grey: Annotated[bool, HIDDEN] = False
    """Whether its readers are not told who wrote it."""


@recorded(
    "letter_delivered/1", "{sender} wrote to {to}.", veiled="A letter was delivered.", owner="to"
)
class LetterDelivered(ServiceEvent, frozen=True):
    """What those read of a letter to whom it is written, besides the judges."""

    sender: Annotated[str, HIDDEN]
    """A seat or a judge, or `UNSIGNED`."""
    to: Annotated[tuple[str, ...], HIDDEN]
    """Seats, the referee and the deputy."""
    text: Annotated[str, HIDDEN]
    """Id of a text."""
    answers: Annotated[int, HIDDEN] = 0
    """Version of the letter without a signature that it answers; 0 for none."""

    def change(self, game: Game) -> None:
        """It is in the archive, once for all who may read it."""
        game.press.append(self.version)


@recorded("press_unsigned/1", "Somebody wrote to everybody, without a signature.")
class PressUnsigned(ServiceEvent, frozen=True):
    """What everybody reads who sees the game; what its writer reads of it came just before."""

    text: str
    """Id of a text."""

    def change(self, game: Game) -> None:
        """It is in the archive."""
        game.press.append(self.version)
