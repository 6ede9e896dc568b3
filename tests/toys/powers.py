"""A toy game of five seats, in which powers change hands and seats change sides in mid-game.

France and Spain begin as the Empire, the three others as the Coalition. Three small powers have a
treasury, which their patron and all of their camp may know. In its go a seat raises money for a
power of its own, courts one of another patron with a die, goes over to the other camp, or waits.
After two rounds the camp whose powers have more money wins.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Any

from napoleon.rules.events import REFEREE
from napoleon.rules.kit import (
    HIDDEN,
    PUBLIC,
    STANDS,
    Actor,
    Decision,
    DeclaredVerb,
    Event,
    Numbers,
    Order,
    Refusal,
    Result,
    Scene,
    SmallState,
    Step,
    Table,
    recorded,
    refuse,
    say,
)
from napoleon.rules.kit.declaring import TARGET, Declared, verbs_of
from napoleon.rules.kit.sequence import only_asks
from napoleon.rules.kit.worded import DeclaredWording
from napoleon.rules.views import AreaView, MapView, VictoryTrackView, Views
from tests.toys.ruleset import Game, game

SEATS = ("france", "spain", "britain", "austria", "russia")
EMPIRE, COALITION = "empire", "coalition"
POWERS = {"saxony": "france", "naples": "spain", "sweden": "britain"}
ROUNDS = 2
CLAUSES = {
    "8.1": "Of a power's treasury its patron and his camp know, and nobody else.",
    "8.2": "A seat raises money for a power of its own.",
    "8.3": "A seat courts a power of another patron: on 4 to 6 it changes hands.",
    "8.4": "A seat goes over to the other camp.",
    "END": "After two rounds the camp whose powers have more money wins; the Empire wins ties.",
}


class RaiseMoney(Order, frozen=True, tag="raise_money"):
    """Raise money for a `power` of yours."""

    power: str


class Court(Order, frozen=True, tag="court"):
    """Court a `power` of another patron."""

    power: str


class GoOver(Order, frozen=True, tag="go_over"):
    """Go over to the other camp."""


class Wait(Order, frozen=True, tag="wait"):
    """Do nothing."""


class State(SmallState, kw_only=True):
    gone: int = 0
    camps: dict[str, str]
    patrons: dict[str, str]
    money: dict[str, int]


def knowing(state: State, power: str, patron: str = "", camp: str = "") -> tuple[str, ...]:
    """Who knows the treasury of a power [8.1]; `patron` if it has another one, in `camp`."""
    holder = patron or state.patrons[power]
    side = camp or state.camps[holder]
    return tuple(it for it in SEATS if it == holder or state.camps[it] == side)


@recorded("toy_powers.laid/1", "Five seats, two camps, three small powers.")
class Laid(Event, frozen=True):
    def begin(self) -> State:
        camps = {it: EMPIRE if it in SEATS[:2] else COALITION for it in SEATS}
        money = dict.fromkeys(POWERS, 0)
        return State(phase="diplomacy", given={}, camps=camps, patrons=dict(POWERS), money=money)


@recorded("toy_powers.money_raised/1", "{power} has raised {money}.",
          veiled="{power} has raised money.", drawn="money", owner="readers")  # fmt: skip
class MoneyRaised(Event, frozen=True):
    readers: tuple[str, ...]
    power: str
    money: Annotated[int, HIDDEN]
    draw: int

    def apply(self, state: State) -> None:
        state.money[self.power] += self.money
        state.draws = self.draw + 1


@recorded("toy_powers.courted/1", "{player} courts {power} and rolls {die}.", drawn="die")
class Courted(Event, frozen=True):
    player: str
    power: str
    die: int
    draw: int

    def apply(self, state: State) -> None:
        state.draws = self.draw + 1


@recorded("toy_powers.changed_hands/1", "{power} goes to {patron}, with {money}.",
          veiled="{power} goes to {patron}.", owner="readers", reveals=True)  # fmt: skip
class ChangedHands(Event, frozen=True):
    readers: tuple[str, ...]
    power: str
    patron: str
    money: Annotated[int, HIDDEN]

    def apply(self, state: State) -> None:
        state.patrons[self.power] = self.patron


@recorded("toy_powers.went_over/1", "{player} goes over to the {camp}, and reads {money}.",
          veiled="{player} goes over to the {camp}.", owner="readers", reveals=True)  # fmt: skip
class WentOver(Event, frozen=True):
    readers: tuple[str, ...]
    player: str
    camp: str
    money: Annotated[dict[str, int], HIDDEN]
    """By power what the new friends know from now on."""

    def apply(self, state: State) -> None:
        state.camps[self.player] = self.camp


@recorded("toy_powers.go_ended/1", "{player} has gone.")
class GoEnded(Event, frozen=True):
    player: str

    def apply(self, state: State) -> None:
        state.gone += 1
        state.turn = 1 + state.gone // len(SEATS)


@recorded(
    "toy_powers.ended/1", "The powers of the {winner} have more money: {money}.", reveals=True
)
class Ended(Event, frozen=True):
    winner: str
    money: dict[str, int]

    def apply(self, state: State) -> None:
        state.result = Result(self.winner, "Its powers have more money.", "END")


Board = Table[State, None]


def whose_go(table: Board) -> str:
    return SEATS[table.state.gone % len(SEATS)]


def asks(table: Board) -> list[Decision]:
    return [table.question(whose_go(table), "go", "8.2", "What do you do?")]


class Courtier(Scene[Board]):
    """A seat in its go, and the power that its order names, if any."""

    def __init__(self, table: Board, player: str, power: str) -> None:
        super().__init__(table, player)
        self.power = power


def own(table: Board, decision: Decision) -> list[str]:
    return [it for it in POWERS if table.state.patrons[it] == decision.seat]


def others(table: Board, decision: Decision) -> list[str]:
    return [it for it in POWERS if table.state.patrons[it] != decision.seat]


def refuse_foreign(table: Board, asked: Decision, power: str, clause: str) -> Refusal | None:
    if power in own(table, asked):
        return None
    return refuse("NOT_YOUR_POWER", clause, "You are not the patron of that power.")


def refuse_own(table: Board, asked: Decision, power: str, clause: str) -> Refusal | None:
    if power in others(table, asked):
        return None
    return refuse("NOBODY_ELSES", clause, "No other seat is the patron of that power.")


def not_your_go(table: Board, seat: str, order: Order) -> Refusal:
    """There are more than two seats, so "the other one" would tell nobody whose go it is."""
    goes = whose_go(table)
    return refuse("NOT_YOUR_GO", "8.2", "Another seat has the go.", goes=goes)


def opened(table: Board, asked: Decision, power: str) -> Courtier:
    return Courtier(table, asked.seat, power)


OWN: Actor[Board, Courtier] = Actor(
    ("go",), "", opened, "power", own, refuse_foreign, points=TARGET
)
OTHERS: Actor[Board, Courtier] = Actor(
    ("go",), "", opened, "power", others, refuse_own, points=TARGET
)
SEAT: Actor[Board, Courtier] = Actor(("go",), "", opened)


def raise_money(it: Courtier, order: RaiseMoney) -> None:
    money, draw = it.table.draw(range(1, 7), f"money of {it.power}")
    it.tell(MoneyRaised, "8.2", readers=knowing(it.table.state, it.power), money=money, draw=draw)
    end_go(it)


def court(it: Courtier, order: Court) -> None:
    state = it.table.state
    die, draw = it.table.draw(range(1, 7), f"{it.player} courts {it.power}", PUBLIC)
    it.tell(Courted, "8.3", die=die, draw=draw)
    if die > 3:
        readers = knowing(state, it.power, it.player)
        it.tell(
            ChangedHands,
            "8.3",
            "8.1",
            readers=readers,
            patron=it.player,
            money=state.money[it.power],
        )
    end_go(it)


def go_over(it: Courtier, order: GoOver) -> None:
    state, seat = it.table.state, it.player
    camp = COALITION if state.camps[seat] == EMPIRE else EMPIRE
    friends = tuple(other for other in SEATS if other == seat or state.camps[other] == camp)
    known = {power: state.money[power] for power in POWERS if state.patrons[power] in friends}
    it.tell(WentOver, "8.4", "8.1", readers=friends, camp=camp, money=known)
    end_go(it)


def end_go(it: Courtier, order: Order | None = None) -> None:
    it.tell(GoEnded, "8.2")


VERBS: Declared = (
    DeclaredVerb(
        RaiseMoney,
        OWN,
        "8.2",
        does=raise_money,
        line="raise money for {power:power}",
        says=say("Raise money for %(power)s"),
        misplaced=not_your_go,
    ),
    DeclaredVerb(
        Court,
        OTHERS,
        "8.3",
        does=court,
        line="court {power:power}",
        says=say("Court %(power)s"),
        misplaced=not_your_go,
    ),
    DeclaredVerb(
        GoOver,
        SEAT,
        "8.4",
        does=go_over,
        line="go over",
        says=say("Go over to the other camp"),
        misplaced=not_your_go,
    ),
    DeclaredVerb(
        Wait, SEAT, "8.2", does=end_go, line="wait", says=say("Wait"), misplaced=not_your_go
    ),
)


def end(table: Board) -> None:
    state = table.state
    money = dict.fromkeys((EMPIRE, COALITION), 0)
    for power, patron in state.patrons.items():
        money[state.camps[patron]] += state.money[power]
    table.record(Ended(winner=max(money, key=money.__getitem__), money=money), "END")


class Power(AreaView, kw_only=True):
    patron: str
    money: int | None


class Europe(MapView, kw_only=True):
    areas: list[Power]


class Camps(VictoryTrackView, kw_only=True):
    camps: dict[str, str]


class Shown(Views, rename="kebab"):
    map: Europe
    victory_track: Camps


def shows(state: State, reader: str) -> dict[str, dict[str, Any]]:
    powers = [
        {
            "id": it,
            "patron": state.patrons[it],
            "money": state.money[it] if reader in (*knowing(state, it), REFEREE) else None,
        }
        for it in POWERS
    ]
    return {"map": {"areas": powers}, "victory-track": {"camps": state.camps}}


PLAYED = game(
    "toy_powers",
    seats=SEATS,
    clauses=CLAUSES,
    state=State,
    begins=Laid,
    sequence=(
        Step("go", lambda it: it.state.gone < ROUNDS * len(SEATS), only_asks, asks),
        Step("the end", lambda it: True, end),
    ),
    verbs=verbs_of(VERBS),
    numbers=Numbers(
        others={STANDS: ("changed_hands/1.money", "ended/1.money", "went_over/1.money")},
    ),
    views=Shown,
    shows=shows,
    names={it: it.title() for it in (*POWERS, EMPIRE, COALITION)},
)  # fmt: skip

RULES: Game = replace(
    PLAYED,
    wording=DeclaredWording(
        VERBS, {"go": say("A go")}, lambda state: PLAYED.table(state, PLAYED.pack, None)
    ),
)
"""The game of powers that change hands."""
