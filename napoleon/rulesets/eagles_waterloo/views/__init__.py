"""What a seat may know of a position: the four boards [chapter d].

Whatever is not granted in `sight` is not shown. Each board has the same fields in the same order
for every reader; what they may not know is None.
"""

from __future__ import annotations

from napoleon.rules.viewer import Viewer
from napoleon.rules.views import Views
from napoleon.rulesets.eagles_waterloo.packs.pack import Pack
from napoleon.rulesets.eagles_waterloo.state import State
from napoleon.rulesets.eagles_waterloo.table import at
from napoleon.rulesets.eagles_waterloo.views.hand import HandView, hand
from napoleon.rulesets.eagles_waterloo.views.map import MapView, map_board
from napoleon.rulesets.eagles_waterloo.views.order_of_battle import (
    OrderOfBattleView,
    order_of_battle,
)
from napoleon.rulesets.eagles_waterloo.views.victory_track import (
    VictoryTrackView,
    victory_track,
)


class EaglesViews(Views):
    """The four boards of the game."""

    map: MapView
    order_of_battle: OrderOfBattleView
    victory_track: VictoryTrackView
    hand: HandView


def views(state: State, pack: Pack, viewer: Viewer) -> EaglesViews:
    """The four boards as `viewer` may see them."""
    seat, table = viewer.seat, at(state, pack)
    return EaglesViews(
        map=map_board(table, seat),
        order_of_battle=order_of_battle(table, seat),
        victory_track=victory_track(table),
        hand=hand(table, seat),
    )


__all__ = ["EaglesViews", "views"]
