"""13 Bidding for the sides, and the steps that the winner gives away."""

from __future__ import annotations

from collections.abc import Iterator

from napoleon.chance import PUBLIC
from napoleon.rules.orders import Refusal
from napoleon.rules.terms import Decision
from napoleon.rulesets.napoleon_columbia.events.setup import (
    BidMade,
    BidPassed,
    BidWon,
    CoinTossed,
    HandicapStepRemoved,
)
from napoleon.rulesets.napoleon_columbia.orders import MakeBid, PassBid, RemoveStep
from napoleon.rulesets.napoleon_columbia.sides import ARMIES_OF, BIDDERS, SIDES, enemy, side_of
from napoleon.rulesets.napoleon_columbia.table import Table, refuse

BIDDING = "bidding"
HANDICAP = "handicap"


def coin_due(table: Table) -> bool:
    """Whether the coin that says who bids first is still to be tossed."""
    return table.state.phase == BIDDING and not table.state.bidder and table.state.bid is None


def toss(table: Table) -> None:
    """A coin says who bids first [13.0]."""
    seat, draw = table.draw(BIDDERS, "coin for the first bid", PUBLIC)
    table.record(CoinTossed(seat, draw), "13.0")


def due(table: Table) -> bool:
    """Whether somebody may bid or pass."""
    return table.state.phase == BIDDING


def asks(table: Table) -> list[Decision]:
    """The bid of the seat whose turn it is [N-41]."""
    text = "Do you bid for a side?"
    return [table.question(table.state.bidder, "bid", "13.0", text)]


def most(table: Table, side: str) -> int:
    """Most steps that a side can give away: one of each unit that has another left [N-41]."""
    armies = ARMIES_OF[side]
    return sum(it.army in armies and it.strength > 1 for it in table.state.blocks.values())


def bids(table: Table, decision: Decision) -> Iterator[MakeBid]:
    """All bids that are one higher than the last one; the first is 0 or 1 [13.0]."""
    least = table.state.bid.steps + 1 if table.state.bid else 0
    for side in SIDES:
        highest = most(table, side)
        if table.rulings.bids_by_one:
            highest = min(_next(table), highest)
        for steps in range(least, highest + 1):
            yield MakeBid(side, steps)  # type: ignore[arg-type]


def _next(table: Table) -> int:
    """The highest bid that may be made now: bids rise by one [13.0]."""
    return table.state.bid.steps + 1 if table.state.bid else 1


def refuse_bid(table: Table, decision: Decision, order: MakeBid) -> Refusal | None:
    """Why a bid does not count [13.0]."""
    bid = table.state.bid
    if bid is not None and order.steps <= bid.steps:
        detail = f"The last bid was {bid.steps}; yours has to be higher."
        return refuse("BID_TOO_LOW", "13.0", detail, least=bid.steps + 1)
    limit = most(table, order.side)
    if order.steps > limit:
        detail = f"That side has no more than {limit} units that can lose a step."
        return refuse("BID_TOO_HIGH", "N-41", detail, most=limit)
    highest = _next(table)
    if table.rulings.bids_by_one and highest < order.steps:
        detail = f"Bids rise by one: bid no more than {highest}."
        return refuse("BID_TOO_HIGH", "13.0", detail, most=highest)
    return None


def bid(table: Table, decision: Decision, order: MakeBid) -> None:
    """The other player may bid more, or pass."""
    table.record(BidMade(decision.seat, order.side, order.steps), "13.0", "N-41")
    if not any(order.steps < most(table, side) for side in SIDES):
        _settle(table)


def passes(table: Table, decision: Decision) -> list[PassBid]:
    """A pass, once there is a bid."""
    return [PassBid()] if table.state.bid is not None else []


def refuse_pass(table: Table, decision: Decision, order: PassBid) -> Refusal | None:
    """The first player has to bid something; it may be 0 [13.0, N-70]."""
    if table.state.bid is None:
        return refuse("NO_BID_YET", "N-70", "The first player has to bid; the bid may be 0.")
    return None


def pass_bid(table: Table, decision: Decision, order: PassBid) -> None:
    """The bidding is over [N-41]."""
    table.record(BidPassed(decision.seat), "N-41")
    _settle(table)


def _settle(table: Table) -> None:
    """The highest bidder plays the side that was named [13.0]."""
    won = table.state.bid
    assert won is not None, "somebody has bid"
    other = next(seat for seat in BIDDERS if seat != won.seat)
    seat_by_side = {won.side: won.seat, enemy(won.side): other}
    players = {army: seat_by_side[side] for side in SIDES for army in ARMIES_OF[side]}
    table.record(BidWon(won.seat, won.side, won.steps, players), "13.0")


def handicap_due(table: Table) -> bool:
    """Whether the winner still has to remove steps."""
    return table.state.phase == HANDICAP


def handicap_asks(table: Table) -> list[Decision]:
    """Which unit loses a step [13.0]."""
    won = table.state.bid
    assert won is not None, "somebody has bid"
    left = table.state.handicap
    text = f"Take a step from a unit for your bid; {left} to go."
    return [table.question(won.seat, "handicap", "13.0", text)]


def removals(table: Table, decision: Decision) -> Iterator[RemoveStep]:
    """A step of each unit that has not lost one, and has another left [N-41]."""
    orders = (RemoveStep(unit) for unit in table.state.blocks)
    return (it for it in orders if refuse_removal(table, decision, it) is None)


def refuse_removal(table: Table, decision: Decision, order: RemoveStep) -> Refusal | None:
    """Why a unit loses no step [13.0, N-41]."""
    won = table.state.bid
    block = table.state.blocks.get(order.unit)
    if block is None or won is None or side_of(block.army) != won.side:
        return refuse("NOT_YOUR_UNIT", "13.0", "Name a unit of your side.")
    name = table.data.unit_names[order.unit]
    if block.weakened:
        return refuse("SECOND_STEP", "13.0", f"{name} has lost a step already.")
    if block.strength == 1:
        return refuse("LAST_STEP", "N-41", f"{name} has one step only, which cannot be removed.")
    return None


def remove(table: Table, decision: Decision, order: RemoveStep) -> None:
    """The unit begins with a step less; the other player does not see which [3.2]."""
    left = table.state.blocks[order.unit].strength - 1
    table.record(HandicapStepRemoved(decision.seat, order.unit, left), "13.0", "N-63")
