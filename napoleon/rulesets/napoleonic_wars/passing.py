"""What does as little as may be: for a seat silent for too long, and for one that has left [R-167].

A nation with cards has to play one [5.11.d], so passing is not an answer to everything: where
something has to be done, the least is chosen here, among the legal orders of the seat.
"""

from __future__ import annotations

from collections.abc import Iterable

from napoleon.rules.kit.running import Disagree, Enough
from napoleon.rules.orders import Order
from napoleon.rules.terms import Decision
from napoleon.rulesets.napoleonic_wars.orders import (
    battles,
    beginning,
    between_turns,
    cards,
    conquest,
    diplomacy,
    impulses,
    marches,
)
from napoleon.rulesets.napoleonic_wars.table import Wars

PASSING: tuple[type[Order], ...] = (
    cards.Decline,
    battles.PlayNoBattleCard,
    impulses.LetGo,
    impulses.EndImpulse,
    impulses.PassImpulse,
    marches.Halt,
    marches.LetPass,
    marches.Stand,
    marches.Tolerate,
    battles.Waive,
    battles.GiveUp,
    beginning.KeepHand,
    conquest.NoOffer,
    conquest.RejectOffer,
    between_turns.LeavePeace,
    diplomacy.StayOut,
    diplomacy.TurnAway,
    diplomacy.PullOut,
    conquest.StayThere,
    conquest.KeepCeded,
    conquest.RefuseGift,
    impulses.Spare,
    cards.ForbidFlag,
    diplomacy.KeepFlags,
    cards.StopSpending,
    between_turns.EndDeployment,
    between_turns.EndReinforcement,
    cards.GoNoFarther,
    Disagree,
    Enough,
)
"""The orders by which a seat does nothing, or no more."""


def _rank(table: Wars, order: Order) -> int:
    """How much an order costs its seat: the card with fewest CP, strength before leaders."""
    match order:
        case impulses.PlayForCP(card) | between_turns.DiscardExcess(_, card) | cards.GiveCard(card):
            return table.data.cards[card].cp
        case cards.PlayForEvent():
            return 10
        case beginning.BidForCamp(_, sp):
            return sp
        case cards.GiveResource() | marches.LoseLeader() | battles.HitLeader() | marches.LoseFlag():
            return 20
        case marches.LoseUnits(_, sp) | cards.PlaceUnits(_, sp) | cards.TieUnits(_, sp):
            return -sp
    return 0


def least(table: Wars, decision: Decision, legal_orders: Iterable[Order]) -> Order | None:
    """What costs a seat least that has to do something; of equal orders the first."""
    return min(legal_orders, key=lambda it: _rank(table, it), default=None)
