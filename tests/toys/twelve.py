"""A toy game of a hundred lines, through which docs/adding-a-game.md walks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

import msgspec

from napoleon.rules.endings import as_data
from napoleon.rules.events import HIDDEN, Event, recorded
from napoleon.rules.kit.applying import applied_by
from napoleon.rules.kit.declared import DeclaredRules, NoPack
from napoleon.rules.kit.sequence import Step, only_asks
from napoleon.rules.kit.table import Table, refuse
from napoleon.rules.kit.verbs import Rulebook, Verb, always_irreversible, if_legal
from napoleon.rules.numbers import Numbers
from napoleon.rules.orders import Order, Refusal
from napoleon.rules.terms import Decision, Result, ScenarioTitle, SetupRefused
from napoleon.rules.viewer import Viewer
from napoleon.rules.views import (
    HandView,
    MapView,
    OrderOfBattleView,
    PlayerHand,
    VictoryTrackView,
    Views,
)

SEATS = ("red", "blue")
CLAUSES = {
    "1.1": "Red and blue in turn draw a card, from 1 to 6, which only they see, or show.",
    "1.2": "Who holds 12 or more draws no more, and who holds less than 6 does not show.",
    "1.3": "When somebody shows, the higher hand of at most 12 wins, and blue wins ties.",
}


class DrawCard(Order, frozen=True, tag="draw_card"):
    """Draw a card, which only you see."""


class Show(Order, frozen=True, tag="show"):
    """Show your cards, and let the other side show theirs: that is the end."""


class State(msgspec.Struct, kw_only=True):
    turn: int = 1
    phase: str = "cards"
    draws: int = 0
    result: Result | None = None
    given: dict[str, int] = {}
    hands: dict[str, list[int]]


@recorded("toy_twelve.begun/1", "The cards are on the table.")
class Begun(Event, frozen=True):
    def begin(self) -> State:
        return State(hands={seat: [] for seat in SEATS})


@recorded("toy_twelve.card_drawn/1", "{player} drew a {card}.", veiled="{player} drew a card.",
          drawn="card")  # fmt: skip
class CardDrawn(Event, frozen=True):
    player: str
    card: Annotated[int, HIDDEN]
    draw: int

    def apply(self, state: State) -> None:
        state.hands[self.player].append(self.card)
        state.turn, state.draws = state.turn + 1, self.draw + 1


@recorded("toy_twelve.shown/1", "{winner} won; the hands were {hands}.", reveals=True)
class Shown(Event, frozen=True):
    winner: str
    hands: dict[str, int]

    def apply(self, state: State) -> None:
        state.result = Result(self.winner, "The higher hand of at most 12 wins.", "1.3")


Working = Table[State, NoPack]


def ask(table: Working) -> list[Decision]:
    seat = SEATS[(table.state.turn - 1) % 2]
    return [table.question(seat, "go", "1.1", "Do you draw a card, or show?")]


def refuse_card(table: Working, decision: Decision, order: DrawCard) -> Refusal | None:
    held = sum(table.state.hands[decision.seat])
    return refuse("HAND_FULL", "1.2", f"You hold {held}: show.", held=held) if held >= 12 else None


def refuse_show(table: Working, decision: Decision, order: Show) -> Refusal | None:
    held = sum(table.state.hands[decision.seat])
    return refuse("TOO_LOW", "1.2", f"You hold {held}: draw.", held=held) if held < 6 else None


def draw_card(table: Working, decision: Decision, order: DrawCard) -> None:
    card, draw = table.draw(range(1, 7), f"card for {decision.seat}")
    table.record(CardDrawn(decision.seat, card, draw), "1.1")


def show(table: Working, decision: Decision, order: Show) -> None:
    hands = {seat: sum(cards) for seat, cards in table.state.hands.items()}
    winner = max(reversed(SEATS), key=lambda seat: hands[seat] * (hands[seat] <= 12))
    table.record(Shown(winner, hands), "1.3")


BOOK: Rulebook[Working] = Rulebook(
    sequence=[Step("go", lambda table: True, only_asks, ask)],
    verbs={
        DrawCard: Verb(
            DrawCard,
            ("go",),
            "cards",
            if_legal(DrawCard(), refuse_card),
            refuse_card,
            draw_card,
            irreversible=always_irreversible,
        ),
        Show: Verb(Show, ("go",), "cards", if_legal(Show(), refuse_show), refuse_show, show),
    },
    free={},
    clause="1.1",
)


def view(state: State, reader: Viewer) -> Views:
    now: Any = {"turn": state.turn, "phase": state.phase}
    hands = [
        PlayerHand(player=seat, size=len(cards), cards=cards if sees(state, reader, seat) else None)
        for seat, cards in state.hands.items()
    ]
    return Views(
        MapView(**now),
        OrderOfBattleView(**now),
        VictoryTrackView(**now, result=as_data(state.result)),
        HandView(**now, seat=reader.seat, hands=hands),
    )


def sees(state: State, reader: Viewer, seat: str) -> bool:
    return reader.sees_all or reader.seat == seat or state.result is not None


def begin(pack: NoPack, scenario: str, options: Mapping[str, Any]) -> Begun:
    if scenario != "twelve":
        raise SetupRefused(refuse("UNKNOWN_SCENARIO", "1.1", f"There is no scenario {scenario}."))
    return Begun(turn=1, phase="cards")


apply = applied_by(Begun)

RULES = DeclaredRules(
    name="toy_twelve",
    title="Twelve",
    version="1",
    pack=NoPack(),
    scenarios=(ScenarioTitle("twelve", "The only one"),),
    options_clause="1.1",
    clauses=CLAUSES,
    names={"red": "Red", "blue": "Blue"},
    seats=lambda options: SEATS,
    state_type=State,
    book=BOOK,
    table=lambda state, pack, chance: Table(state, pack, apply, chance),
    apply=apply,
    begin=begin,
    numbers=Numbers(others={"sums of cards that were drawn": ("shown/1.hands",)}),
    views_type=Views,
    view=view,
)
