"""Bidding and set-up [4, 13.0]."""

from __future__ import annotations

from typing import Annotated, Any

from napoleon.rules.events import FOGGED, HIDDEN, Event, recorded
from napoleon.rulesets.napoleon_columbia.state import Bid, Block, State


@recorded("napoleon_columbia.game_laid_out/1", "The map was laid out for June 1815.")
class GameLaidOut(Event, frozen=True):
    """The blocks lie ready beside the map. Begins the state."""

    scenario: str
    options: dict[str, Any]
    seats: tuple[str, ...]
    players: dict[str, str]
    """Seat by army; empty if the sides are to be bid for [N-63]."""
    blocks: dict[str, tuple[str, int]]
    """Army and strength by block."""
    first_phase: str

    def begin(self) -> State:
        """The state that this event starts from."""
        return State(
            options=dict(self.options),
            seats=list(self.seats),
            scenario=self.scenario,
            blocks={
                unit: Block(army, strength, "") for unit, (army, strength) in self.blocks.items()
            },
            players=dict(self.players),
            tokens=0,
            phase=self.first_phase,
            given=dict.fromkeys(self.seats, 0),
        )


@recorded("napoleon_columbia.coin_tossed/1", "The coin fell for the {seat}.", drawn="seat")
class CoinTossed(Event, frozen=True):
    """Who bids first [13.0]."""

    seat: str
    draw: int

    def apply(self, state: State) -> None:
        """They have the word."""
        state.bidder = self.seat
        state.draws = self.draw + 1


@recorded("napoleon_columbia.bid_made/1", "The {seat} bid {steps:step/steps} for the {side}.")
class BidMade(Event, frozen=True):
    """Somebody would play a side with so many steps less [13.0]."""

    seat: str
    side: str
    steps: int

    def apply(self, state: State) -> None:
        """The other one may bid more."""
        state.bid = Bid(self.seat, self.side, self.steps)
        state.bidder = next(seat for seat in state.seats if seat != self.seat)


@recorded("napoleon_columbia.bid_passed/1", "The {seat} bid no more.")
class BidPassed(Event, frozen=True):
    """A pass ends the bidding [N-41]."""

    seat: str

    def apply(self, state: State) -> None:
        """Nobody bids any more."""
        state.bidder = ""


@recorded(
    "napoleon_columbia.bid_won/1",
    "The {seat} plays the {side} with {steps:step/steps} less.",
)
class BidWon(Event, frozen=True):
    """Who plays which side is known [13.0]."""

    seat: str
    side: str
    steps: int
    players: dict[str, str]
    """Seat by army."""

    def apply(self, state: State) -> None:
        """The winner removes steps, if there are any to remove."""
        state.players = dict(self.players)
        state.handicap = self.steps
        state.phase = "handicap" if self.steps else "setup_allied"


@recorded(
    "napoleon_columbia.handicap_step_removed/1",
    "The {player} took a step from {unit:the}, which has {left}.",
    veiled="The {player} took a step from a unit.",
)
class HandicapStepRemoved(Event, frozen=True):
    """A unit begins with a step less, which the other player does not see [13.0, 3.2]."""

    player: str
    unit: Annotated[str, HIDDEN]
    left: Annotated[int, HIDDEN]

    def apply(self, state: State) -> None:
        """No unit loses two [N-41]."""
        block = state.blocks[self.unit]
        block.strength, block.weakened = self.left, True
        state.handicap -= 1
        if not state.handicap:
            state.phase = "setup_allied"


@recorded(
    "napoleon_columbia.unit_placed/1",
    "{unit} was placed in {town}.",
    fogged="{token} was placed in {town}.",
)
class UnitPlaced(Event, frozen=True):
    """A unit stands in its first town [4.1, 4.2]."""

    player: str
    unit: Annotated[str, FOGGED]
    army: str
    town: str
    token: str

    def apply(self, state: State) -> None:
        """Others see a block there [N-57]."""
        block = state.blocks[self.unit]
        block.town, block.token = self.town, self.token
        state.tokens += 1


@recorded(
    "napoleon_columbia.unit_taken_up/1",
    "{unit} was taken up from {town}.",
    fogged="{token} was taken up from {town}.",
)
class UnitTakenUp(Event, frozen=True):
    """A unit is to be placed elsewhere [N-57]."""

    player: str
    unit: Annotated[str, FOGGED]
    town: str
    token: str

    def apply(self, state: State) -> None:
        """Its block lies beside the map again, and will have another token."""
        block = state.blocks[self.unit]
        block.town = block.token = ""


@recorded(
    "napoleon_columbia.historical_setup_used/1",
    "The {player} set up as the cards of the order of battle say.",
)
class HistoricalSetupUsed(Event, frozen=True):
    """All units stand as the cards say, except those among which their owner chooses [4.3]."""

    player: str
    placed: Annotated[dict[str, tuple[str, str]], FOGGED]
    """By unit, its town and its token; the tokens are dealt again at once."""
    towns: dict[str, dict[str, int]]
    """By army and town, how many blocks everybody sees there."""

    def apply(self, state: State) -> None:
        """They are placed."""
        state.card_laid.append(self.player)
        for unit, (town, token) in self.placed.items():
            block = state.blocks[unit]
            block.town, block.token = town, token
        state.tokens += len(self.placed)


@recorded("napoleon_columbia.setup_ended/1", "The {player} ended the set-up.")
class SetupEnded(Event, frozen=True):
    """All units of a seat are placed [4.0, N-57]."""

    player: str
    next_phase: str
    """Phase that comes next; empty while a partner sets up."""

    def apply(self, state: State) -> None:
        """The next one sets up, or the game begins."""
        state.parts.append(self.player)
        if self.next_phase:
            state.phase, state.parts = self.next_phase, []
