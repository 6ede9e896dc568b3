"""A tiny game on a heap of stones, for the tests of the machinery that games share.

Red and blue bid in secret for the first go; of equal bids chance picks one. Then they take one or
two stones in turns, or pass, and whoever takes the last stone wins. From then on a seat may also
resign at any moment.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, TypeVar

import msgspec

from napoleon.chance import PUBLIC
from napoleon.rules.events import Event
from napoleon.rules.kit.sequence import Step, only_asks
from napoleon.rules.kit.table import Table, refuse
from napoleon.rules.kit.verbs import FreeVerb, Rulebook, Verb, refuse_nothing, sealed
from napoleon.rules.orders import Answered, Order, Refusal
from napoleon.rules.terms import Decision, Result

T = TypeVar("T")

RED, BLUE = SEATS = ("red", "blue")
OTHER = {RED: BLUE, BLUE: RED}
MOST = 2
"""Stones that may be taken at once: the data that the rules look up."""


class State(msgspec.Struct):
    """One position."""

    heap: int = 3
    turn: int = 0
    phase: str = "secret_bids"
    draws: int = 0
    result: Result | None = None
    given: dict[str, int] = {}
    bids: dict[str, int] = {}
    to_go: str = ""


Stones = Table[State, int]


class Bid(Order, frozen=True, tag="bid"):
    """Bid for the first go."""

    points: int


class Take(Order, frozen=True, tag="take"):
    """Take stones off the heap."""

    stones: int


class Pass(Order, frozen=True, tag="pass"):
    """Take none."""


class Resign(Order, frozen=True, tag="resign"):
    """Let the other one win."""


class FirstGoWon(Event, frozen=True):
    player: str
    draw: int | None

    def apply(self, state: State) -> None:
        state.phase, state.to_go, state.turn = "taking", self.player, 1
        state.draws += self.draw is not None


class StonesTaken(Event, frozen=True):
    player: str
    stones: int

    def apply(self, state: State) -> None:
        state.heap -= self.stones
        state.turn, state.to_go = state.turn + 1, OTHER[self.player]


class GameWon(Event, frozen=True):
    winner: str

    def apply(self, state: State) -> None:
        state.phase, state.result = "over", Result(self.winner, "No stone is left.", "END.1")


def apply(state: State, event: Any) -> State:
    """The state after `event`, moved on in place."""
    if not isinstance(event, Answered):
        event.apply(state)
    elif event.order["order"] != "resign":
        state.given[event.player] = state.given.get(event.player, 0) + 1
        if event.order["order"] == "bid":
            state.bids[event.player] = event.order["points"]
    return state


class FirstChance:
    """Chance that always picks the first of what it is offered, and notes what for."""

    def __init__(self) -> None:
        self.purposes: list[tuple[str, str]] = []

    def pick(self, options: Sequence[T], purpose: str, chain: str) -> T:
        self.purposes.append((purpose, chain))
        return options[0]


def table_of(state: State, *, fog: bool = False) -> Stones:
    """A table that has chance."""
    return Table(state, MOST, apply, FirstChance(), fog=fog)


def taking(heap: int = 3, to_go: str = RED) -> State:
    """A position after the bids."""
    return State(heap, turn=1, phase="taking", to_go=to_go)


# -- the sequence of play ------------------------------------------------------------------------


def _bids_due(table: Stones) -> bool:
    return table.state.phase == "secret_bids" and len(table.state.bids) < len(SEATS)


def _ask_bids(table: Stones) -> list[Decision]:
    late = [seat for seat in SEATS if seat not in table.state.bids]
    return [table.question(seat, "bid", "BID.1", "Bid 0, 1 or 2.") for seat in late]


def _first_go_due(table: Stones) -> bool:
    return table.state.phase == "secret_bids"


def _give_first_go(table: Stones) -> None:
    bids = table.state.bids
    best = [seat for seat in SEATS if bids[seat] == max(bids.values())]
    seat, draw = table.draw(best, "first go", PUBLIC) if len(best) > 1 else (best[0], None)
    table.record(FirstGoWon(player=seat, draw=draw), "BID.2")


def _win_due(table: Stones) -> bool:
    return table.state.heap == 0


def _win(table: Stones) -> None:
    table.record(GameWon(winner=OTHER[table.state.to_go]), "END.1")


def _always(table: Stones) -> bool:
    return True


def _ask_to_take(table: Stones) -> list[Decision]:
    return [table.question(table.state.to_go, "take", "TAKE.1", "Take stones, or pass.")]


SEQUENCE: tuple[Step[Stones], ...] = (
    Step("bids", _bids_due, only_asks, _ask_bids),
    Step("first go", _first_go_due, _give_first_go),
    Step("win", _win_due, _win),
    Step("go", _always, only_asks, _ask_to_take),
)


# -- the verbs -----------------------------------------------------------------------------------


def _bid_offers(table: Stones, decision: Decision) -> Iterable[Order]:
    return [Bid(points) for points in range(MOST + 1)]


def _refuse_bid(table: Stones, decision: Decision, order: Bid) -> Refusal | None:
    if 0 <= order.points <= MOST:
        return None
    return refuse("BAD_BID", "BID.1", "Bid 0, 1 or 2.", points=order.points)


def _take_offers(table: Stones, decision: Decision) -> Iterable[Order]:
    return [Take(stones) for stones in range(1, min(table.data, table.state.heap) + 1)]


def _refuse_taking(table: Stones, decision: Decision, order: Take) -> Refusal | None:
    most = min(table.data, table.state.heap)
    if 1 <= order.stones <= most:
        return None
    return refuse("BAD_NUMBER", "TAKE.1", f"Take 1 to {most} stones.", most=most)


def _take(table: Stones, decision: Decision, order: Take) -> None:
    table.record(StonesTaken(player=decision.seat, stones=order.stones), "TAKE.1")


def _pass_offers(table: Stones, decision: Decision) -> Iterable[Order]:
    return [Pass()]


def _pass(table: Stones, decision: Decision, order: Pass) -> None:
    table.record(StonesTaken(player=decision.seat, stones=0), "TAKE.2")


def _explain_pass(table: Stones, seat: str, order: Pass) -> Refusal | None:
    if seat in table.state.bids:
        return refuse("BID_STANDS", "BID.1", "You have bid, and there is no way back.")
    return None


def _refuse_resigning(table: Stones, seat: str) -> Refusal | None:
    if table.state.phase == "secret_bids":
        return refuse("TOO_EARLY", "END.2", "Bid first.")
    return None


def _resign(table: Stones, seat: str, order: Resign) -> None:
    table.record(GameWon(winner=OTHER[seat]), "END.2")


VERBS: tuple[Verb[Stones], ...] = (
    Verb(Bid, ("bid",), "secret_bids", _bid_offers, _refuse_bid, sealed),
    Verb(Take, ("take",), "taking", _take_offers, _refuse_taking, _take),
    Verb(Pass, ("take",), "", _pass_offers, refuse_nothing, _pass, _explain_pass),
)

RULEBOOK = Rulebook(
    SEQUENCE,
    {verb.order: verb for verb in VERBS},
    {Resign: FreeVerb(Resign, "END.2", _refuse_resigning, _resign)},
    "SEQ.1",
)
