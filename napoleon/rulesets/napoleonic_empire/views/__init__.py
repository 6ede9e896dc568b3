"""What a seat may know of a position: the four boards [chapter d].

Everything lies open except the cards that a side holds, those that it has discarded face down, and
what is left in the deck. Each board has the same fields in the same order for every reader; what
they may not know is null.
"""

from __future__ import annotations

from napoleon.rules.views import Views
from napoleon.rulesets.napoleonic_empire.packs.pack import Pack
from napoleon.rulesets.napoleonic_empire.state import State
from napoleon.rulesets.napoleonic_empire.table import at
from napoleon.rulesets.napoleonic_empire.views.cards import EmpireHand, hand
from napoleon.rulesets.napoleonic_empire.views.map import EmpireMap, map_board
from napoleon.rulesets.napoleonic_empire.views.order_of_battle import (
    EmpireOrderOfBattle,
    order_of_battle,
)
from napoleon.rulesets.napoleonic_empire.views.victory_track import (
    EmpireVictoryTrack,
    victory_track,
)


class EmpireViews(Views):
    """The four boards of the game as one reader may see them."""

    map: EmpireMap
    order_of_battle: EmpireOrderOfBattle
    victory_track: EmpireVictoryTrack
    hand: EmpireHand


def views(state: State, pack: Pack, seat: str) -> EmpireViews:
    """The four boards as `seat`, a side, ``spectator`` or ``referee``, may see them.

    When the game is over everybody sees all of it.
    """
    table = at(state, pack)
    return EmpireViews(
        map=map_board(table),
        order_of_battle=order_of_battle(table),
        victory_track=victory_track(table),
        hand=hand(table, seat),
    )


__all__ = ["EmpireViews", "views"]
