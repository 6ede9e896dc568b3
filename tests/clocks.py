"""A clock that tests move by hand."""

from __future__ import annotations

from napoleon.log.game_log import now


class Clock:
    """The time of the day, as long as nobody moves it on."""

    def __init__(self) -> None:
        self.ahead = 0

    def __call__(self) -> int:
        return now() + self.ahead

    def move_on(self, microseconds: int) -> None:
        self.ahead += microseconds
