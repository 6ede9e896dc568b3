"""What a seat may know of a position: the four boards [chapter 19].

Whatever is not granted in `sight` is not shown. Each board has the same fields in the same order
for every reader; what they may not know is None.
"""

from __future__ import annotations

from typing import TypeVar

from msgspec.structs import replace

from napoleon.rules.events import REFEREE
from napoleon.rules.viewer import Viewer
from napoleon.rules.views import Views
from napoleon.rulesets.napoleon1815.packs.pack import Pack
from napoleon.rulesets.napoleon1815.state import State
from napoleon.rulesets.napoleon1815.table import Table
from napoleon.rulesets.napoleon1815.views.hand import HandView, hand
from napoleon.rulesets.napoleon1815.views.map import (
    CombatView,
    MapView,
    OperationView,
    map_board,
)
from napoleon.rulesets.napoleon1815.views.order_of_battle import OrderOfBattleView, order_of_battle
from napoleon.rulesets.napoleon1815.views.victory_track import VictoryTrackView, victory_track

Running = TypeVar("Running", OperationView, CombatView)


class Views1815(Views):
    """The four boards of Napoléon 1815."""

    map: MapView
    order_of_battle: OrderOfBattleView
    victory_track: VictoryTrackView
    hand: HandView


def views(state: State, pack: Pack, viewer: Viewer) -> Views1815:
    """The four boards as `viewer` may see them; of a position whose cards have faded without them.

    [RULING.83]
    """
    seat, table = viewer.seat, Table(state, pack)
    shown = Views1815(
        map=map_board(table, seat),
        order_of_battle=order_of_battle(table, seat),
        victory_track=victory_track(table),
        hand=hand(table, seat),
    )
    return _faded(shown) if viewer.faded and seat != REFEREE else shown


def _faded(shown: Views1815) -> Views1815:
    """The boards without the cards in hands, the events in force and those that were played."""
    board, hands = shown.map, shown.hand.hands
    return replace(
        shown,
        map=replace(
            board,
            lasting_events=None,
            operation=_without_events(board.operation),
            combat=_without_events(board.combat),
        ),
        hand=replace(shown.hand, hands=[replace(held, cards=None) for held in hands]),
    )


def _without_events(running: Running | None) -> Running | None:
    return None if running is None else replace(running, card_events=None)


__all__ = ["Views1815", "views"]
