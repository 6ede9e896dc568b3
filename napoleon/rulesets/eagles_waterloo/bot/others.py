"""Everything else that a player decides: checks, the enemy's window, captors, reinforcements."""

from __future__ import annotations

from napoleon.rules.orders import Order
from napoleon.rulesets.eagles_waterloo.bot import specials
from napoleon.rulesets.eagles_waterloo.bot.seen import Seen
from napoleon.rulesets.eagles_waterloo.orders import (
    CheckTheRest,
    ChooseCaptors,
    EndSending,
    EndTurn,
    PlayNothing,
    PlaySpecial,
    SendReinforcements,
    ShowGeneral,
)

NEVER = -1.0


def worth(seen: Seen, order: Order) -> float:
    """What an order is worth to the seat; meaningful only beside the others of a decision."""
    match order:
        case CheckTheRest() | PlayNothing() | EndTurn() | EndSending():
            return 0.0
        case ShowGeneral():
            return 10.0
        case SendReinforcements():
            return 1.0
        case PlaySpecial():
            return specials.worth(seen.field, order)
        case ChooseCaptors(cards):
            return sum(seen.field.pieces[card].power for card in cards)
    return NEVER
