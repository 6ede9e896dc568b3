"""A toy game of nested interruptions: a reaction to a reaction, as deep as the cards last.

Three seats hold three cards each, unseen, and draw anew between goes. Whoever is to go attacks
with a card for its value, or passes. Before an attack counts every other seat, in order, may
counter it with a card; a counter may be countered in the same way before it counts. What is on top
is settled first: a counter that counts cancels what lies under it.

Each of these is a window, upon an attack or upon a counter, and brings its standing orders: to let
pass all, or those of one kind in this turn or for ever, to counter with a certain card somebody's
attack or counter, and to be asked. Some of them
have a name together.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, Literal

import msgspec

from napoleon.rules.events import REFEREE
from napoleon.rules.kit import (
    HIDDEN,
    WHICH,
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
from napoleon.rules.kit.profiles import Profiles
from napoleon.rules.kit.sequence import only_asks
from napoleon.rules.kit.standing_orders import DeclaredStandingOrders
from napoleon.rules.kit.verbs import Verb
from napoleon.rules.kit.window_forms import window_forms
from napoleon.rules.kit.windows import Window, WindowOrders
from napoleon.rules.standing_orders import StandingOrder
from napoleon.rules.views import HandView, MapView, PlayerHand, VictoryTrackView, Views
from napoleon.rules.windows import WindowKind
from tests.toys.ruleset import game

SEATS = ("austria", "britain", "france")
HELD = 3
GOES = 6
CLAUSES = {
    "6.1": "In your go attack with a card for its value, or pass; then all draw up to three.",
    "6.14": "Every other seat in order may counter what lies on top, or let it pass.",
    "6.15": "What lies on top is settled first; a counter cancels what lies under it.",
    "END": "After six goes the most points win; ties go to the earlier seat.",
}


class Attack(Order, frozen=True, tag="attack"):
    """Attack with a card of yours."""

    card: int


class Counter(Order, frozen=True, tag="counter"):
    """Counter what lies on top with a card of yours."""

    card: int


class Pass(Order, frozen=True, tag="pass"):
    """Do nothing, and let pass what lies on top."""


class LetPass(StandingOrder, frozen=True, tag="let_pass"):
    """Let pass whatever others do, up to the end of the turn after this one."""


class LetPassThese(StandingOrder, frozen=True, tag="let_pass_these"):
    """Let pass attacks, or counters, or any of them."""

    window: Literal["attack", "counter", "any"]
    until: Literal["turn", "withdrawn"] = "withdrawn"


class CounterWith(StandingOrder, frozen=True, tag="counter_with"):
    """Counter with this card what this seat, or anybody, has played."""

    card: int
    whose: Literal["austria", "britain", "france", ""] = ""


class AskMe(StandingOrder, frozen=True, tag="ask_me"):
    """Ask me upon attacks, or counters, or any of them."""

    window: Literal["attack", "counter", "any"]
    until: Literal["turn", "withdrawn"] = "withdrawn"


class Quiet(StandingOrder, frozen=True, tag="quiet"):
    """Let pass what others do, and counters always."""


class Wary(StandingOrder, frozen=True, tag="wary"):
    """Ask me upon attacks only."""

    until: Literal["turn", "withdrawn"] = "turn"


class Bold(StandingOrder, frozen=True, tag="bold"):
    """Counter with the 18, and let attacks pass."""


class Played(msgspec.Struct):
    """A card on the stack, and the seats that may still react to it."""

    player: str
    card: int
    waiting: list[str]


class State(SmallState, kw_only=True):
    hands: dict[str, list[int]]
    deck: list[int]
    points: dict[str, int]
    gone: int = 0
    stack: list[Played] = []
    """What waits to be settled, the latest on top, which is at the end."""


def after(seat: str) -> list[str]:
    """The other seats, in the order in which they may react to `seat`."""
    place = SEATS.index(seat)
    return [*SEATS[place + 1 :], *SEATS[:place]]


@recorded("toy_reactions.laid/1", "The deck holds eighteen cards.")
class Laid(Event, frozen=True):
    def begin(self) -> State:
        hands: dict[str, list[int]] = {seat: [] for seat in SEATS}
        return State(phase="start", given={}, hands=hands, deck=list(range(1, 19)),
                     points=dict.fromkeys(SEATS, 0), stack=[])  # fmt: skip


@recorded("toy_reactions.card_drawn/1", "{player} draws {card}.",
          veiled="{player} draws a card.", drawn="card")  # fmt: skip
class CardDrawn(Event, frozen=True):
    player: str
    card: Annotated[int, HIDDEN]
    draw: int

    def apply(self, state: State) -> None:
        state.deck.remove(self.card)
        state.hands[self.player].append(self.card)
        state.draws = self.draw + 1
        state.phase = "goes"


@recorded("toy_reactions.card_played/1", "{player} plays {card}.", reveals=True)
class CardPlayed(Event, frozen=True):
    player: str
    card: int

    def apply(self, state: State) -> None:
        state.hands[self.player].remove(self.card)
        state.stack.append(Played(self.player, self.card, after(self.player)))


@recorded("toy_reactions.let_pass/1", "{player} lets it pass.")
class PassedBy(Event, frozen=True):
    player: str

    def apply(self, state: State) -> None:
        state.stack[-1].waiting.remove(self.player)


@recorded("toy_reactions.countered/1", "{card} counts, and cancels {cancelled}.")
class Countered(Event, frozen=True):
    card: int
    cancelled: int

    def apply(self, state: State) -> None:
        del state.stack[-2:]


@recorded("toy_reactions.scored/1", "{player} scores {points:point/points}.")
class Scored(Event, frozen=True):
    player: str
    points: int

    def apply(self, state: State) -> None:
        state.points[self.player] += self.points
        state.stack.pop()


@recorded("toy_reactions.go_ended/1", "{player} has gone.")
class GoEnded(Event, frozen=True):
    player: str

    def apply(self, state: State) -> None:
        state.gone += 1
        state.turn = 1 + state.gone // len(SEATS)


@recorded("toy_reactions.ended/1", "{winner} has the most points.")
class Ended(Event, frozen=True):
    winner: str

    def apply(self, state: State) -> None:
        state.result = Result(self.winner, "The most points.", "END")


Board = Table[State, None]


def deal(table: Board) -> None:
    seat = min(SEATS, key=lambda it: len(table.state.hands[it]))
    card, draw = table.draw(table.state.deck, f"card for {seat}")
    table.record(CardDrawn(player=seat, card=card, draw=draw), "6.1")


UPON = {
    kind: Window[Board](
        kind,
        "6.14",
        "Do you counter what lies on top?",
        opens=lambda table: bool(table.state.stack),
        waiting=lambda table: table.state.stack[-1].waiting,
        kind="react",
    )
    for kind in ("attack", "counter")
}


def kind_on_top(table: Board) -> str:
    """An attack lies at the bottom, and counters above it."""
    return "attack" if len(table.state.stack) == 1 else "counter"


def asks_to_react(table: Board) -> list[Decision]:
    return UPON[kind_on_top(table)].asks(table)


def settle(table: Board) -> None:
    """Nobody reacts any more: what lies on top counts [6.15]."""
    *under, top = table.state.stack
    if under:
        table.record(Countered(card=top.card, cancelled=under[-1].card), "6.15")
    else:
        table.record(Scored(player=top.player, points=top.card), "6.15")
    if not table.state.stack:
        table.record(GoEnded(player=to_go(table)), "6.1")


def to_go(table: Board) -> str:
    return SEATS[table.state.gone % len(SEATS)]


def asks_to_go(table: Board) -> list[Decision]:
    return [table.question(to_go(table), "go", "6.1", "Attack or pass.")]


def held(table: Board, decision: Decision) -> list[int]:
    return sorted(table.state.hands[decision.seat])


def refuse_card(table: Board, decision: Decision, order: Attack | Counter) -> Refusal | None:
    if order.card in table.state.hands[decision.seat]:
        return None
    return refuse("NOT_HELD", "6.1", "You do not hold that card.", card=order.card)


def play(table: Board, decision: Decision, order: Attack | Counter) -> None:
    table.record(CardPlayed(player=decision.seat, card=order.card), decision.clause)


def pass_by(table: Board, decision: Decision, order: Pass) -> None:
    if decision.kind == "go":
        table.record(GoEnded(player=decision.seat), "6.1")
    else:
        table.record(PassedBy(player=decision.seat), "6.14")


def end(table: Board) -> None:
    winner = max(SEATS, key=table.state.points.__getitem__)
    table.record(Ended(winner=winner), "END")


def attacks(table: Board, decision: Decision) -> Iterator[Attack]:
    return (Attack(card) for card in held(table, decision))


def counters(table: Board, decision: Decision) -> Iterator[Counter]:
    return (Counter(card) for card in held(table, decision))


def countering(table: Board, decision: Decision, word: CounterWith) -> Order | None:
    return Counter(word.card) if word.whose in ("", table.state.stack[-1].player) else None


def refuse_to_counter(table: Board, seat: str, word: CounterWith) -> Refusal | None:
    if word.card in table.state.hands[seat]:
        return None
    return refuse("NOT_HELD", "6.1", "You do not hold that card.", card=word.card)


ORDERS = WindowOrders[State, Board](
    passes=LetPassThese,
    passes_all=LetPass,
    plays=CounterWith,
    asks=AskMe,
    opened=lambda table, decision: kind_on_top(table),
    playing=countering,
    passing=lambda table, decision: Pass(),
    any_kind="any",
    hand=lambda state, seat: state.hands[seat],
    ends={"turn": lambda state, kept: bool(state.turn > kept.occasion["turn"])},
    ends_all=lambda state, kept: bool(state.turn > kept.occasion["turn"] + 1),
    refuse_card=refuse_to_counter,
)


class Stack(MapView, kw_only=True):
    stack: list[dict[str, Any]]


class Points(VictoryTrackView, kw_only=True):
    points: dict[str, int]


class Hands(HandView, kw_only=True):
    hands: list[PlayerHand]


class Shown(Views, rename="kebab"):
    map: Stack
    victory_track: Points
    hand: Hands


def shows(state: State, reader: str) -> dict[str, dict[str, Any]]:
    stack = [{"player": it.player, "card": it.card} for it in state.stack]
    hands = [
        {
            "player": it,
            "size": len(hand),
            "cards": sorted(hand) if reader in (it, REFEREE) else None,
        }
        for it, hand in state.hands.items()
    ]
    return {
        "map": {"stack": stack},
        "victory-track": {"points": state.points},
        "hand": {"hands": hands},
    }


def is_short(table: Board) -> bool:
    """Whether somebody draws: between goes, as long as the deck lasts."""
    state = table.state
    return not state.stack and bool(state.deck) and min(map(len, state.hands.values())) < HELD


RULES = game(
    "toy_reactions",
    seats=SEATS,
    clauses=CLAUSES,
    state=State,
    begins=Laid,
    sequence=(
        Step("deal", is_short, deal),
        Step("reactions", lambda it: bool(it.state.stack), settle, asks_to_react),
        Step("go", lambda it: it.state.gone < GOES, only_asks, asks_to_go),
        Step("the end", lambda it: True, end),
    ),
    verbs=(
        Verb(Attack, ("go",), "", attacks, refuse_card, play),
        Verb(Counter, ("react",), "", counters, refuse_card, play),
        Verb(Pass, ("go", "react"), "", lambda *_: [Pass()], lambda *_: None, pass_by),
    ),
    numbers=Numbers(
        given=("card_played/1.card",),
        others={
            WHICH: ("countered/1.cancelled", "countered/1.card"),
            "a card scores its number": ("scored/1.points",),
        },
    ),
    views=Shown,
    shows=shows,
)
"""The game of reactions."""

PROFILES = Profiles(
    {
        Quiet: lambda it: (LetPass(), LetPassThese("counter")),
        Wary: lambda it: (AskMe("attack", it.until), LetPassThese("any", it.until)),
        Bold: lambda it: (CounterWith(18), LetPassThese("attack")),
    },
    ORDERS.has_expired,
    ORDERS.refusal,
)

RULES.standing = DeclaredStandingOrders(
    pack=RULES.pack,
    book=RULES.book,
    table=RULES.table,
    kinds=(*ORDERS.kinds, Quiet, Wary, Bold),
    occasion=lambda state: {"turn": state.turn},
    has_expired=PROFILES.has_expired,
    refusal=PROFILES.refusal,
    answers=PROFILES.answering({"react": ORDERS.answers}),
    forms=window_forms(
        ORDERS,
        ("react",),
        kinds=lambda table, seat: [WindowKind(it, f"upon an {it}", "6.14") for it in UPON],
        fitting=lambda table, seat: {
            kind: {str(it): str(it) for it in sorted(table.state.hands[seat])} for kind in UPON
        },
        dealt=lambda state, seat: (state.turn, sorted(state.hands[seat])),
        asking=AskMe,
    ),
)
