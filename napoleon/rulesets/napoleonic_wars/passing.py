"""What does as little as may be: for who is silent too long, and for who has left [R-167].

A nation with cards has to play one [5.11.d], so passing is not an answer to everything: where
something has to be done, the least is chosen here, among the legal orders of the seat.
"""

from __future__ import annotations

from collections.abc import Iterable

from napoleon.rules.kit.running import Disagree, Enough
from napoleon.rules.orders import Order
from napoleon.rules.terms import Decision
from napoleon.rulesets.napoleonic_wars import orders
from napoleon.rulesets.napoleonic_wars.table import Wars

PASSING: tuple[type[Order], ...] = (
    orders.Decline,
    orders.PlayNoBattleCard,
    orders.LetGo,
    orders.EndImpulse,
    orders.PassImpulse,
    orders.Halt,
    orders.LetPass,
    orders.Stand,
    orders.Tolerate,
    orders.Waive,
    orders.GiveUp,
    orders.KeepHand,
    orders.NoOffer,
    orders.RejectOffer,
    orders.LeavePeace,
    orders.StayOut,
    orders.TurnAway,
    orders.PullOut,
    orders.StayThere,
    orders.KeepCeded,
    orders.RefuseGift,
    orders.Spare,
    orders.ForbidFlag,
    orders.KeepFlags,
    orders.StopSpending,
    orders.EndDeployment,
    orders.EndReinforcement,
    orders.GoNoFarther,
    Disagree,
    Enough,
)
"""The orders by which a seat does nothing, or no more."""


def _rank(table: Wars, order: Order) -> int:
    """How much an order costs its seat: the card with fewest CP, strength before leaders."""
    cards = table.data.cards
    match order:
        case orders.PlayForCP(card) | orders.DiscardExcess(_, card):
            return cards[card].cp
        case orders.GiveCard(card):
            return cards[card].cp
        case orders.PlayForEvent():
            return 10
        case orders.BidForCamp(_, sp):
            return sp
        case orders.GiveResource() | orders.LoseLeader() | orders.HitLeader() | orders.LoseFlag():
            return 20
        case orders.LoseUnits(_, sp) | orders.PlaceUnits(_, sp) | orders.TieUnits(_, sp):
            return -sp
    return 0


def least(table: Wars, decision: Decision, legal_orders: Iterable[Order]) -> Order | None:
    """What costs a seat least that has to do something; of equal orders the first."""
    return min(legal_orders, key=lambda it: _rank(table, it), default=None)
