"""4.3.d Two players bid for a camp, in secret and at once; who bids more gives strength up [R-68].

Both name a camp and a number of SP. If they want the same camp, the higher number has it.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from napoleon.rules.kit.declaring import DeclaredVerb, Domain, waits
from napoleon.rules.kit.sequence import Part, Step, only_asks
from napoleon.rules.kit.table import refuse
from napoleon.rules.orders import Refusal
from napoleon.rules.terms import Decision
from napoleon.rules.wording import say
from napoleon.rulesets.napoleonic_wars.events.bidding import (
    BidsTied,
    BidTold,
    CampsChosen,
    StrengthGivenUp,
)
from napoleon.rulesets.napoleonic_wars.nations import CAMPS, other_camp
from napoleon.rulesets.napoleonic_wars.orders.beginning import BidForCamp, GiveUpStrength
from napoleon.rulesets.napoleonic_wars.pack import Pack
from napoleon.rulesets.napoleonic_wars.pieces import sp_of
from napoleon.rulesets.napoleonic_wars.scene import Seated, asked
from napoleon.rulesets.napoleonic_wars.spaces import sp_in
from napoleon.rulesets.napoleonic_wars.state import Bidding
from napoleon.rulesets.napoleonic_wars.table import Wars

BIDDERS = ("first", "second")
"""The seats of a game in which the camps are bid for."""

TWO = "2"
"""The row of the pack that says which powers a camp has with two players."""


def powers_by_camp(pack: Pack) -> Mapping[str, list[str]]:
    """The player powers of each camp, in track order [4.3.a]."""
    seated = {it.seat: it.nations for it in pack.scenario.seats[TWO].seats}
    return {camp: [it for it in pack.track if it in seated[camp]] for camp in CAMPS}


class Bidder(Seated):
    """A player who bids for a camp, or gives up strength for it."""

    @property
    def bidding(self) -> Bidding:
        """How far the bidding has come."""
        return _bidding(self.table)

    def most(self, camp: str) -> int:
        """The SP of the player powers of a camp: nobody can give up more [R-159]."""
        powers = powers_by_camp(self.pack)[camp]
        return sum(sp_of(self.state, it) for it in powers)

    def powers(self) -> list[str]:
        """The powers of the player that have strength on the map."""
        state = self.state
        return [it for it, seat in state.powers.items() if seat == self.player and sp_of(state, it)]


def _bidding(table: Wars) -> Bidding:
    found = table.state.bidding
    assert found is not None, "nobody bids for a camp"
    return found


BIDDER = asked(Bidder, "bid")
GIVER = asked(Bidder, "give_up")


def _refuse_camp(it: Bidder, camp: str) -> Refusal | None:
    if camp in CAMPS:
        return None
    return refuse("UNKNOWN_CAMP", "4.3.d", "Name one of the two camps.", camps=[*CAMPS])


def _refuse_bid(it: Bidder, order: BidForCamp) -> Refusal | None:
    most = it.most(order.camp)
    if 0 <= order.sp <= most:
        return None
    detail = f"Bid from 0 to {most} SP: that camp has no more."
    return refuse("WRONG_NUMBER", "R-159", detail, most=most)


BID = DeclaredVerb(
    BidForCamp,
    BIDDER,
    "4.3.d",
    fields={
        "camp": Domain(lambda it: CAMPS, refusal=_refuse_camp),
        "sp": Domain(lambda it: range(max(map(it.most, CAMPS)) + 1), lambda it, sp: sp),
    },
    refuses=_refuse_bid,
    does=waits,
    line="bid {sp:number} for {camp:camp}",
    says=lambda it, order: say("%(camp)s, for %(sp)s SP", camp=order.camp, sp=order.sp),
)


def _refuse_power(it: Bidder, nation: str) -> Refusal | None:
    if nation in it.powers():
        return None
    return refuse("NOT_YOUR_POWER", "R-68", "Only your player powers give up strength.")


def _refuse_place(it: Bidder, order: GiveUpStrength) -> Refusal | None:
    if order.space in it.table.data.spaces and sp_in(it.table.state, order.space, order.nation):
        return None
    return refuse("NOTHING_THERE", "R-68", "That power has no strength points there.")


GIVE_UP = DeclaredVerb(
    GiveUpStrength,
    GIVER,
    "4.3.d",
    fields={
        "nation": Domain(Bidder.powers, refusal=_refuse_power),
        "space": Domain(lambda it: it.table.data.spaces),
    },
    refuses=_refuse_place,
    does=lambda it, order: it.tell(
        StrengthGivenUp, "4.3.d", nation=order.nation, space=order.space
    ),
    line="give up 1 SP of {nation:nation} in {space:space}",
    says=say("%(nation)s gives up 1 SP in %(space)s"),
)

VERBS = (BID, GIVE_UP)


def _waits(table: Wars) -> bool:
    return bool(_bidding(table).waiting)


def _asks_bids(table: Wars) -> list[Decision]:
    text = say("Which camp do you want, and how many SP do you give up for it?")
    return [table.question(seat, "bid", "4.3.d", text) for seat in _bidding(table).waiting]


def _show(table: Wars) -> None:
    """All bids are shown at once: equal ones for one camp are made again [R-68]."""
    given = {it.seat: msgspec.convert(it.order, BidForCamp) for it in _bidding(table).answers}
    one, other = (BidTold(seat, given[seat].camp, given[seat].sp) for seat in BIDDERS)
    if (one.camp, one.sp) == (other.camp, other.sp):
        table.record(BidsTied(one.camp, one.sp), "4.3.d")
        return
    chooser = max(one, other, key=lambda it: it.sp)
    loser = one if chooser is other else other
    seats = {chooser.camp: chooser.seat, other_camp(chooser.camp): loser.seat}
    powers = powers_by_camp(table.data)
    of = {nation: seats[camp] for camp in CAMPS for nation in powers[camp]}
    in_order = {nation: of[nation] for nation in table.data.track if nation in of}
    due = chooser.sp if one.camp == other.camp else 0
    event = CampsChosen((one, other), chooser.seat, seats, in_order, due)
    table.record(event, "4.3.d", "R-68")


def _gives(table: Wars) -> bool:
    return bool(_bidding(table).due)


def owed(table: Wars) -> int:
    """The strength points that the winner of the bidding has still to give up."""
    return _bidding(table).due


def _asks_which(table: Wars) -> list[Decision]:
    bidding = _bidding(table)
    text = say("Give up 1 SP for your camp; %(left)s to go.", left=bidding.due)
    return [table.question(bidding.winner, "give_up", "4.3.d", text)]


STEPS = Part[Wars](
    "bids",
    lambda table: table.state.bidding is not None,
    (
        Step("strength given up", _gives, only_asks, _asks_which),
        Step("bids", _waits, only_asks, _asks_bids),
        Step("bids shown", lambda table: True, _show),
    ),
)
"""The camps are bid for before anything else, if the players have chosen so."""
