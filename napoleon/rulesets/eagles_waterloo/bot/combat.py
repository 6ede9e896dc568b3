"""The Combat phase: what a card does next, or whether the phase ends [7.0].

Guns fire before anybody goes forward, as nobody fires from afar at who is engaged.
"""

from __future__ import annotations

from collections.abc import Sequence

from napoleon.rules.orders import Order
from napoleon.rulesets.eagles_waterloo import places
from napoleon.rulesets.eagles_waterloo.bot import fighting, leading, specials
from napoleon.rulesets.eagles_waterloo.bot.moving import CLEAR, WIN, Lanes
from napoleon.rulesets.eagles_waterloo.bot.seen import Seen
from napoleon.rulesets.eagles_waterloo.orders import (
    ChangeFormation,
    EndCombat,
    Fire,
    Move,
    OccupyTerrain,
    PlaySpecial,
    PlayTerrain,
    Shock,
    ShowDecoy,
    ShowGeneral,
    WithdrawDecoy,
)

ARRIVAL, TERRAIN, SPECIAL, FIGHT, FORM, SHELTER = 500.0, 300.0, 90.0, 60.0, 59.0, 5.0
"""What comes first, beside moves."""
NEVER = -1.0


class Phase:
    """A Combat phase as its side sees it."""

    def __init__(self, seen: Seen, orders: Sequence[Order]) -> None:
        self.field = seen.field
        moves = {(it.card, it.to) for it in orders if isinstance(it, Move)}
        full = not any(isinstance(it, EndCombat) for it in orders)
        self.lanes = Lanes(self.field, seen.turn, moves, full=full)

    def worth(self, order: Order) -> float:
        """What an order is worth; without anything better to do the bot ends the phase."""
        field = self.field
        match order:
            case EndCombat():
                return 0.0
            case Fire():
                return FIGHT + fighting.fire(field, order)
            case Shock():
                return FIGHT + fighting.shock(field, order)
            case Move():
                return self.lanes.worth(order)
            case ChangeFormation():
                gain = fighting.change(field, order)
                return FORM + 3 * gain if gain > 0 else NEVER
            case ShowGeneral():
                return ARRIVAL
            case PlaySpecial():
                gain = specials.worth(field, order)
                return SPECIAL + gain if gain > 0 else NEVER
            case PlayTerrain(card):
                face = field.pieces[card].face
                return NEVER if face is None or face.terrain == "river" else TERRAIN
            case OccupyTerrain():
                return self._occupying(order)
            case ShowDecoy(card):
                return leading.support(field, field.pieces[card], field.pieces[card].place)
            case WithdrawDecoy():
                return CLEAR - 1.0 if self.lanes.full else NEVER
        return NEVER

    def _occupying(self, order: OccupyTerrain) -> float:
        """Infantry into shelter, guns onto hills, where no enemy is yet."""
        field = self.field
        piece, site = field.pieces[order.card], field.sites[order.terrain]
        wanted = "artillery" if site.terrain == "hill" else "infantry"
        if order.instead or piece.terrain or piece.kind != wanted or field.is_engaged(piece.place):
            return NEVER
        return SHELTER if places.owner(piece.place) == field.side else NEVER


__all__ = ["WIN", "Phase"]
