"""Seats that answer in secret, until all have answered [R-73, R-88]."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec

from napoleon.rules.events import HIDDEN


class Answer(msgspec.Struct):
    """What a seat has answered in a window: nobody else knows it before all have [R-73]."""

    seat: str
    order: Annotated[dict[str, Any], HIDDEN]


def silent(seats: list[str], answers: list[Answer]) -> list[str]:
    """Those of the seats that have not answered yet."""
    given = {it.seat for it in answers}
    return [it for it in seats if it not in given]


class Window(msgspec.Struct, tag="window", tag_field="frame"):
    """A moment at which other nations may play a card [R-72]."""

    kind: str
    """Such as ``W.BATTLE``."""
    nation: str
    """The nation that has done what it is about."""
    about: str
    """The card or the space that it is about."""
    asked: list[str] = []
    """The seats that are asked; none before it is put, and after a response."""
    answers: list[Answer] = []

    @property
    def waiting(self) -> list[str]:
        """The seats that have still to answer."""
        return silent(self.asked, self.answers)


class Joining(msgspec.Struct, tag="joining", tag_field="frame"):
    """A power that asks to join a camp [14.1, R-88]."""

    nation: str
    camp: str
    asked: list[str]
    """The seats that have to agree; none once all have answered."""
    answers: list[Answer] = []
    """What they have answered: nobody else knows it before all have [R-88]."""
    turned_away: bool = False
    """Whether one of them does not agree."""

    @property
    def waiting(self) -> list[str]:
        """The seats that have still to answer."""
        return silent(self.asked, self.answers)
