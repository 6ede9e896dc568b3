"""Bids for a camp, and the strength that they cost; dice for sides [4.3.d, R-68, R-165]."""

from __future__ import annotations

import msgspec

from napoleon.rules.events import Event, recorded
from napoleon.rulesets.napoleonic_wars.pieces import take
from napoleon.rulesets.napoleonic_wars.state import State


class BidTold(msgspec.Struct, frozen=True):
    """What a seat has bid, once all have."""

    seat: str
    camp: str
    sp: int


@recorded(
    "napoleonic_wars.bids_tied/1",
    "Both players bid {sp} SP for {camp:the}, and bid again.",
    reveals=True,
)
class BidsTied(Event, frozen=True):
    """Both want the same camp for the same number [R-68]."""

    camp: str
    sp: int

    def apply(self, state: State) -> None:
        """Both are asked again."""
        assert state.bidding is not None, "somebody has bid"
        state.bidding.answers = []


@recorded(
    "napoleonic_wars.camps_chosen/1",
    "{chooser} has the camp that it bid for.",
    reveals=True,
)
class CampsChosen(Event, frozen=True):
    """Who plays which camp is known [4.3.d]."""

    bids: tuple[BidTold, ...]
    chooser: str
    """The seat with the higher number; with different camps both have what they wanted."""
    camps: dict[str, str]
    """Seat by camp."""
    powers: dict[str, str]
    """Seat by player power, in track order."""
    due: int
    """The SP that the chooser gives up; none if the players wanted different camps."""

    def apply(self, state: State) -> None:
        """The seats command their powers."""
        assert state.bidding is not None, "somebody has bid"
        state.powers = dict(self.powers)
        state.bidding.answers = []
        state.bidding.winner, state.bidding.due = self.chooser, self.due
        if not self.due:
            state.bidding = None


@recorded("napoleonic_wars.strength_given_up/1", "{nation} gave up 1 SP in {space}.")
class StrengthGivenUp(Event, frozen=True):
    """The winner of a bid takes a strength point off, which can be built later [R-68]."""

    nation: str
    space: str

    def apply(self, state: State) -> None:
        """When all are off, the set-up goes on."""
        assert state.bidding is not None, "a bid was won"
        take(state, self.space, self.nation, 1)
        state.bidding.due -= 1
        if not state.bidding.due:
            state.bidding = None


@recorded("napoleonic_wars.side_drawn/1", "{nations} fell to {seat}.", drawn="side")
class SideDrawn(Event, frozen=True):
    """Dice have given a seat its powers [4.3.d, R-165]."""

    seat: str
    side: str
    """The seat of the pack that has these powers."""
    nations: tuple[str, ...]
    draw: int

    def apply(self, state: State) -> None:
        """The seat commands them."""
        state.draws = self.draw + 1
        own = dict.fromkeys(self.nations, self.seat)
        powers = {**state.powers, **own}
        state.powers = {it: powers[it] for it in state.nations if it in powers}
