"""What a seat may know of a position: the four boards, made of what is `known` and nothing else.

All lies open but hands and what is left in the deck [18.D].
"""

from __future__ import annotations

from msgspec.structs import replace

from napoleon.rules.kit.table import Table
from napoleon.rules.viewer import Viewer
from napoleon.rules.views import Views
from napoleon.rulesets.napoleonic_wars.events import apply
from napoleon.rulesets.napoleonic_wars.pack import Pack
from napoleon.rulesets.napoleonic_wars.sight import known
from napoleon.rulesets.napoleonic_wars.state import State
from napoleon.rulesets.napoleonic_wars.table import Wars
from napoleon.rulesets.napoleonic_wars.views.hand import WarsHand, hand
from napoleon.rulesets.napoleonic_wars.views.map import WarsMap, map_board
from napoleon.rulesets.napoleonic_wars.views.order_of_battle import (
    WarsOrderOfBattle,
    order_of_battle,
)
from napoleon.rulesets.napoleonic_wars.views.victory_track import (
    WarsVictoryTrack,
    victory_track,
)


class WarsViews(Views):
    """The four boards of the game as one reader may see them."""

    map: WarsMap
    order_of_battle: WarsOrderOfBattle
    victory_track: WarsVictoryTrack
    hand: WarsHand


def views(state: State, pack: Pack, viewer: Viewer) -> WarsViews:
    """The four boards as `viewer` may see them; all of it when the game is over.

    Earlier positions are shown without their cards if those fade [R-94].
    """
    table: Wars = Table(known(state, viewer), pack, apply, None)
    shown = WarsViews(
        map=map_board(table),
        order_of_battle=order_of_battle(table),
        victory_track=victory_track(table),
        hand=hand(table, viewer.seat),
    )
    return _faded(shown) if viewer.faded and not viewer.sees_all else shown


def _faded(shown: WarsViews) -> WarsViews:
    """The boards without the cards in hands, on the discards, and those that were played."""
    impulse, cards = shown.map.impulse, shown.hand
    return replace(
        shown,
        map=replace(
            shown.map,
            impulse=impulse
            and replace(impulse, played=None, pools=[replace(it, id="") for it in impulse.pools]),
        ),
        hand=replace(cards, hands=[replace(it, cards=None) for it in cards.hands], discards=[]),
    )


__all__ = ["WarsViews", "views"]
