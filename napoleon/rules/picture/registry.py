"""The pictures that games declare."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from importlib.metadata import entry_points
from typing import Any, Protocol, cast

from napoleon.rules.contract import Ruleset
from napoleon.rules.picture.cards import CardFace
from napoleon.rules.picture.chart import Chart
from napoleon.rules.picture.model import Picture
from napoleon.rules.picture.sides import Side

ENTRY_POINTS = "napoleon.pictures"

Views = Mapping[str, Mapping[str, Any]]
"""Views of one position by name, as the API serves them to one reader."""

TURN, COMBAT = "turn", "combat"
"""What a mark on the line of time stands for."""


class Pictures(Protocol):
    """What a game has to show; usually a module of it."""

    @property
    def MARKS(self) -> Mapping[str, str]:  # noqa: N802 - a constant of the module
        """The topics of events that a mark on the line of time is for, `TURN` or `COMBAT`."""

    @property
    def SIDES(self) -> Sequence[Side]:  # noqa: N802 - a constant of the module
        """The sides of the game, and how they are told apart."""

    def picture(self, views: Views) -> Picture:
        """The map; one without places before the table is laid."""

    def chart(self, views: Views) -> Chart | None:
        """The way to victory so far; None before the table is laid."""

    def cards(self, views: Views) -> list[CardFace]:
        """The cards that the reader may see, hand by hand."""


def pictures_of(rules: Ruleset) -> Pictures | None:
    """What the game of `rules` has to show; None if it declares nothing."""
    return installed().get(rules.name)


@cache
def installed() -> Mapping[str, Pictures]:
    """What is registered under the entry points ``napoleon.pictures``, by ruleset."""
    found = entry_points(group=ENTRY_POINTS)
    return {entry.name: cast("Pictures", entry.load()) for entry in found}
