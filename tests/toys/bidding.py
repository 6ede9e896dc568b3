"""A toy game of sealed answers: three seats bid at once, and all bids are shown together.

Everybody begins with twelve coins. In each of three rounds all bid for a prize of chance's choice;
the highest bid pays and takes it, a lot decides among equals. The most valuable prizes win.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from napoleon.rules.kit import (
    PUBLIC,
    Decision,
    Event,
    Numbers,
    Order,
    Refusal,
    Result,
    SmallState,
    Step,
    Table,
    recorded,
    refuse,
)
from napoleon.rules.kit.sealed import Sealed
from napoleon.rules.kit.verbs import Verb, sealed
from napoleon.rules.kit.windows import Window
from napoleon.rules.views import HandView, MapView, VictoryTrackView, Views
from tests.toys.ruleset import game

SEATS = ("austria", "britain", "russia")
ROUNDS = 3
COINS = 12
CLAUSES = {
    "B-1": "In each round a die makes the prize.",
    "B-2": "All bid at once, unseen, what they have or less.",
    "B-3": "The highest bid pays and takes the prize; a lot decides among equals.",
    "END": "After three rounds the most valuable prizes win; ties go to the earlier seat.",
}


class Bid(Order, frozen=True, tag="bid"):
    """Bid so many coins, unseen."""

    coins: int


class State(SmallState, kw_only=True):
    prize: int = 0
    bids: Sealed
    coins: dict[str, int]
    won: dict[str, int]


@recorded("toy_bidding.laid/1", "Everybody has twelve coins.")
class Laid(Event, frozen=True):
    def begin(self) -> State:
        coins = dict.fromkeys(SEATS, COINS)
        return State(
            phase="start", turn=0, given={}, bids=Sealed(), coins=coins, won=dict.fromkeys(SEATS, 0)
        )


@recorded("toy_bidding.prize_set/1", "The prize is worth {prize}.", drawn="prize")
class PrizeSet(Event, frozen=True):
    prize: int
    draw: int

    def apply(self, state: State) -> None:
        state.turn, state.phase, state.prize = state.turn + 1, "bids", self.prize
        state.draws = self.draw + 1
        state.bids.ask(SEATS)


@recorded("toy_bidding.bids_shown/1", "The bids were {bids}.", reveals=True)
class BidsShown(Event, frozen=True):
    bids: dict[str, int]

    def apply(self, state: State) -> None:
        state.bids.ask(())


@recorded("toy_bidding.prize_taken/1", "{player} takes the prize for {coins:coin/coins}.",
          drawn="player")  # fmt: skip
class PrizeTaken(Event, frozen=True):
    player: str
    coins: int
    draw: int

    def apply(self, state: State) -> None:
        state.coins[self.player] -= self.coins
        state.won[self.player] += state.prize
        state.draws, state.prize = self.draw + 1, 0


@recorded("toy_bidding.ended/1", "{winner} has the most valuable prizes.")
class Ended(Event, frozen=True):
    winner: str

    def apply(self, state: State) -> None:
        state.result = Result(self.winner, "The most valuable prizes.", "END")


Board = Table[State, None]


def bids(table: Board, decision: Decision) -> Iterator[Bid]:
    return (Bid(coins) for coins in range(table.state.coins[decision.seat] + 1))


def refuse_bid(table: Board, decision: Decision, order: Bid) -> Refusal | None:
    own = table.state.coins[decision.seat]
    if 0 <= order.coins <= own:
        return None
    return refuse("NOT_ENOUGH_COINS", "B-2", "Bid what you have or less.", coins=own)


BIDS = Window[Board](
    "bids",
    "B-2",
    "What do you bid?",
    opens=lambda table: bool(table.state.bids.asked),
    waiting=lambda table: table.state.bids.waiting,
    kind="bid",
    sealed=True,
)


def show(table: Board) -> None:
    bids = {seat: bid.coins for seat, bid in table.state.bids.opened(Bid).items()}
    table.record(BidsShown(bids=bids), "B-2")
    highest = [seat for seat in SEATS if bids[seat] == max(bids.values())]
    player, draw = table.draw(highest, "lot among equal bids", PUBLIC)
    table.record(PrizeTaken(player=player, coins=bids[player], draw=draw), "B-3")


def set_prize(table: Board) -> None:
    prize, draw = table.draw(range(1, 7), "prize", PUBLIC)
    table.record(PrizeSet(prize=prize, draw=draw), "B-1")


def end(table: Board) -> None:
    winner = max(SEATS, key=table.state.won.__getitem__)
    table.record(Ended(winner=winner), "END")


class PrizeOnTheTable(MapView, kw_only=True):
    prize: int


class Won(VictoryTrackView, kw_only=True):
    won: dict[str, int]


class Purses(HandView, kw_only=True):
    coins: dict[str, int]
    bids: list[dict[str, Any]]


class Shown(Views, rename="kebab"):
    map: PrizeOnTheTable
    victory_track: Won
    hand: Purses


def shows(state: State, reader: str) -> dict[str, dict[str, Any]]:
    return {
        "map": {"prize": state.prize},
        "victory-track": {"won": state.won},
        "hand": {"coins": state.coins, "bids": state.bids.seen(reader)},
    }


RULES = game(
    "toy_bidding",
    seats=SEATS,
    clauses=CLAUSES,
    state=State,
    begins=Laid,
    sequence=(
        Step("bids", BIDS.opens, show, BIDS.asks),
        Step("prize", lambda it: it.state.turn < ROUNDS, set_prize),
        Step("the end", lambda it: True, end),
    ),
    verbs=(Verb(Bid, ("bid",), "bids", bids, refuse_bid, sealed),),
    numbers=Numbers(
        others={
            "each is an event before it, or after": (
                "bids_shown/1.bids",
                "prize_taken/1.coins",
            )
        },
    ),
    views=Shown,
    shows=shows,
    note=lambda state, event: state.bids.keep(event),
)
"""The game of sealed answers."""
