"""Views: the four boards that every game shows, and what all games show on them alike.

A game makes them in its `view`, as far as one reader may know the position. Each board is a struct
of the game's own that begins with the one here; its readers (tables, pictures, notation,
bot, pages) read attributes. As JSON a board has its fields by their names, and a field that has a
default here is left out at that value unless the game declares it again.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Self

import msgspec

from napoleon.rules.endings import Ending
from napoleon.rules.events import Line
from napoleon.rules.phrases import Note
from napoleon.rules.terms import VIEWS


class BoardView(msgspec.Struct, kw_only=True, omit_defaults=True):
    """A board of the table as one reader may see it."""

    version: int = 0
    """Version of the game that it shows, from 1 on. The log sets it; the rules know of none."""
    turn: int
    phase: str


class Unlaid(msgspec.Struct):
    """A board before the table is laid, in version `version` of the game."""

    version: int


class AreaView(msgspec.Struct, kw_only=True, omit_defaults=True):
    """A place on the map."""

    id: str
    name: str = ""


class RoadView(msgspec.Struct, kw_only=True, omit_defaults=True):
    """A way from the area `a` to the area `b`, and back unless it leads `one_way`."""

    id: str
    a: str
    b: str
    one_way: bool = False


class MapView(BoardView, kw_only=True):
    """Areas with what stands on them, roads, and what is going on."""

    turn_name: str | None = None
    """The turn as players call it."""
    areas: Sequence[AreaView] = ()
    roads: Sequence[RoadView] = ()


class ArmyView(msgspec.Struct, kw_only=True, omit_defaults=True):
    """The units of one army; its id is that of a side or of a part of one."""

    army: str


class OrderOfBattleView(BoardView, kw_only=True):
    """Every army with its units."""

    armies: Sequence[ArmyView] = ()


class Reason(msgspec.Struct):
    """A line of a breakdown; see `napoleon.rules.events.Line`."""

    amount: int
    clause: str
    note: Note


class TrackMove(msgspec.Struct, kw_only=True, rename={"before": "from", "after": "to"}):
    """A move of the marker on the victory track, and what it is due to."""

    turn: int
    before: int
    after: int
    delta: int
    breakdown: Sequence[Reason]


class VictoryTrackView(BoardView, kw_only=True):
    """How far each side is from victory, and how it got there."""

    value: int = 0
    """Where the marker stands; a game whose victory has no one measure declares others."""
    result: Ending | None = None
    """None while the game runs."""
    history: Sequence[TrackMove] = ()


class PlayerHand(msgspec.Struct, kw_only=True, omit_defaults=True):
    """What a player holds. The cards are None if the reader may not know them."""

    player: str
    size: int
    cards: Sequence[Any] | None


class HandView(BoardView, kw_only=True):
    """The cards that everybody holds, as far as the reader may know them."""

    seat: str = ""
    """Who reads it."""
    hands: Sequence[PlayerHand] = ()


class Views(msgspec.Struct, rename="kebab"):
    """The four boards of a position as one reader may see them."""

    map: MapView
    order_of_battle: OrderOfBattleView
    victory_track: VictoryTrackView
    hand: HandView

    def at(self, version: int) -> Self:
        """The same boards, saying that they show that version."""
        for board in (self.map, self.order_of_battle, self.victory_track, self.hand):
            board.version = version
        return self


def boards(version: int, views: Views | None) -> Mapping[str, msgspec.Struct]:
    """The boards of a position by the names in `VIEWS`; before the table is laid, its version."""
    if views is None:
        return dict.fromkeys(VIEWS, Unlaid(version))
    shown = (views.map, views.order_of_battle, views.victory_track, views.hand)
    return dict(zip(VIEWS, shown, strict=True))


def lines(breakdown: Iterable[Line]) -> list[Reason]:
    """A breakdown, line by line."""
    return [Reason(line.amount, line.clause, line.note) for line in breakdown]


def history(moves: Iterable[tuple[int, int, int, Iterable[Line]]]) -> list[TrackMove]:
    """Moves of a marker: of each the turn, where it stood before and after, and the breakdown."""
    return [
        TrackMove(turn=turn, before=old, after=new, delta=new - old, breakdown=lines(breakdown))
        for turn, old, new, breakdown in moves
    ]
