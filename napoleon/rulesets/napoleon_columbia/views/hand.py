"""What players hold: terrain that they have drawn and not placed yet [6.21]."""

from __future__ import annotations

from collections.abc import Sequence

from napoleon.rules import views
from napoleon.rulesets.napoleon_columbia import sight
from napoleon.rulesets.napoleon_columbia.table import Table


class PlayerHand(views.PlayerHand, kw_only=True):
    """The terrain that a player still has to place; None if the reader may not know it."""

    cards: Sequence[str] | None


class HandView(views.HandView, kw_only=True):
    """The drawn terrain of everybody, as far as the reader may know it."""

    hands: Sequence[PlayerHand]


def hand(table: Table, seat: str) -> HandView:
    """The hands as `seat` may see them."""
    return HandView(
        turn=table.state.turn,
        phase=table.state.phase,
        seat=seat,
        hands=[_hand(table, seat, player) for player in table.state.seats],
    )


def _hand(table: Table, seat: str, player: str) -> PlayerHand:
    drawn = [
        kind
        for battle in table.state.battles
        for role, kinds in battle.drawn.items()
        if battle.deciding.get(battle.side(role)) == player
        for kind in kinds
    ]
    shown = drawn if sight.sees_terrain(table.state, seat, player) else None
    return PlayerHand(player=player, size=len(drawn), cards=shown)
