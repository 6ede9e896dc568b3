"""What the log records of windows of cards, where forms answer in them."""

from __future__ import annotations

from napoleon.log.events.service import ServiceEvent
from napoleon.log.game import Game
from napoleon.rules.events import recorded

MOST_REMEMBERED = 64
"""How many questions a game remembers; far fewer ever stand open at once."""


@recorded("window_put/1", "A question in a window of cards went to {seat}.")
class WindowPut(ServiceEvent, frozen=True):
    """The form of a seat says that it wants to be asked, so the question is put from here on.

    A question in a window whose seat is not asked is answered by its form, and nobody waits for
    the seat. That it is asked tells what its form says, and nothing of what it holds.
    """

    seat: str
    decision: str
    """The question, by the name that no other question of the game ever has."""

    def change(self, game: Game) -> None:
        """The seat has to answer."""
        earlier = game.asked_in_windows[1 - MOST_REMEMBERED :]
        game.asked_in_windows = [*earlier, self.decision]
