"""What a game declares to be drawn: its map, the chart of the way to victory, its cards."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from napoleon.rules.picture.cards import CardFace
from napoleon.rules.picture.chart import Chart
from napoleon.rules.picture.model import Picture
from napoleon.rules.picture.sides import Side

Views = Mapping[str, Mapping[str, Any]]
"""Views of one position by name, as the API serves them to one reader."""

TURN, COMBAT = "turn", "combat"
"""What a mark on the line of time stands for."""


class Board(NamedTuple):
    """A board that lies beside the map while it is played on, as that of a battle.

    Tables that tell of it name its `id` in `napoleon.rules.tables.TextTable.on`.
    """

    id: str
    title: str
    picture: Picture


def no_boards(views: Views) -> Sequence[Board]:
    """The map is the only board."""
    return ()


def no_measures(views: Views) -> Sequence[Chart]:
    """Victory has one measure."""
    return ()


class Pictures(NamedTuple):
    """What a game has to show. All of it is drawn from views, so nobody sees too much."""

    marks: Mapping[str, str]
    """The topics of events that a mark on the line of time is for, `TURN` or `COMBAT`."""
    sides: Sequence[Side]
    """The sides of the game, and how they are told apart."""
    picture: Callable[[Views], Picture]
    """The map; one without places before the table is laid."""
    chart: Callable[[Views], Chart | None]
    """The way to victory so far; None before the table is laid."""
    cards: Callable[[Views], list[CardFace]]
    """The cards that the reader may see, hand by hand."""
    boards: Callable[[Views], Sequence[Board]] = no_boards
    """The boards beside the map, in a stable order and each under an id of its own."""
    measures: Callable[[Views], Sequence[Chart]] = no_measures
    """The charts of further measures of victory, where there are more than one."""

    def drawn(self, views: Views, board: str = "") -> Picture | None:
        """The picture of a board, of the map without one; None if no such board lies there."""
        if not board:
            return self.picture(views)
        return next((it.picture for it in self.boards(views) if it.id == board), None)
