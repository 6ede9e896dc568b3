"""What a seat may know of a position: the four boards [chapter d].

They are made of what `sight` grants, and of nothing else. Each board has the same fields in the
same order for every reader; what they may not know is None.
"""

from __future__ import annotations

from napoleon.rules.viewer import Viewer
from napoleon.rules.views import Views
from napoleon.rulesets.napoleon_columbia.packs.pack import Pack
from napoleon.rulesets.napoleon_columbia.sight import known
from napoleon.rulesets.napoleon_columbia.state import State
from napoleon.rulesets.napoleon_columbia.table import at
from napoleon.rulesets.napoleon_columbia.views.hand import HandView, hand
from napoleon.rulesets.napoleon_columbia.views.map import MapView, map_board
from napoleon.rulesets.napoleon_columbia.views.order_of_battle import (
    OrderOfBattleView,
    order_of_battle,
)
from napoleon.rulesets.napoleon_columbia.views.victory_track import (
    VictoryTrackView,
    victory_track,
)


class ColumbiaViews(Views):
    """The four boards of the game."""

    map: MapView
    order_of_battle: OrderOfBattleView
    victory_track: VictoryTrackView
    hand: HandView


def views(state: State, pack: Pack, viewer: Viewer) -> ColumbiaViews:
    """The four boards as `viewer` may see them."""
    seat, table = viewer.seat, at(known(state, viewer), pack)
    return ColumbiaViews(
        map=map_board(table),
        order_of_battle=order_of_battle(table, seat),
        victory_track=victory_track(table),
        hand=hand(table, seat),
    )


__all__ = ["ColumbiaViews", "views"]
