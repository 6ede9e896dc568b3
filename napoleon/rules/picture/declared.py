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
