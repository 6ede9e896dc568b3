"""A toy campaign of two battles: what is left of the first fights the second, and two things count.

Red and blue have ten troops each. A battle has three rounds: in each both in turn send up to three
troops, a die is added, and the lower sum loses what it sent, both in a tie. The winner of a round
takes ground. After Ligny the troops that are left, with two fresh ones for each side, fight at
Waterloo. In the end ground and troops are both measured: the side ahead in both has won, else the
campaign is drawn.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from napoleon.rules.events import total
from napoleon.rules.kit import (
    PUBLIC,
    STANDS,
    Decision,
    Event,
    Line,
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
from napoleon.rules.kit.sequence import only_asks
from napoleon.rules.kit.verbs import Verb
from napoleon.rules.picture.chart import Chart
from napoleon.rules.picture.chart import Step as Move
from napoleon.rules.picture.declared import Pictures
from napoleon.rules.picture.legend import Key
from napoleon.rules.picture.model import Picture, Place
from napoleon.rules.picture.sides import Side
from napoleon.rules.prose.storybook import PLAINLY, Words
from napoleon.rules.views import AreaView, MapView, OrderOfBattleView, VictoryTrackView, Views
from tests.toys.ruleset import game

SIDES = ("red", "blue")
BATTLES = ("ligny", "waterloo")
TROOPS, MOST, ROUNDS, FRESH = 10, 3, 3, 2
CLAUSES = {
    "16.b": "A battle has three rounds; both send up to three troops in each.",
    "16.c": "The higher sum takes ground; the lower loses what it sent, both in a tie.",
    "16.d": "What is left of a battle fights the next one, with two fresh troops for each side.",
    "END": "Who is ahead in ground and in troops has won; otherwise the campaign is drawn.",
}


class Send(Order, frozen=True, tag="send"):
    """Send so many `troops` into this round."""

    troops: int


class State(SmallState, kw_only=True):
    troops: dict[str, int]
    ground: int = 0
    """Rounds that red has won more than blue."""
    sent: dict[str, int] = {}
    rounds: int = 0
    history: list[tuple[int, int, int]] = []
    """Turn, ground, and red's troops less blue's, after each round."""


@recorded("toy_campaign.laid/1", "Ten troops on either side.")
class Laid(Event, frozen=True):
    def begin(self) -> State:
        return State(phase=BATTLES[0], given={}, troops=dict.fromkeys(SIDES, TROOPS))


@recorded("toy_campaign.sent/1", "{player} sends {troops:troop/troops}.")
class Sent(Event, frozen=True):
    player: str
    troops: int

    def apply(self, state: State) -> None:
        state.sent[self.player] = self.troops


@recorded("toy_campaign.round_fought/1", "Red's lead was {lead}; {lost} are lost.", drawn="die")
class RoundFought(Event, frozen=True):
    lead: int
    lost: dict[str, int]
    die: int
    draw: int
    breakdown: tuple[Line, ...]

    def apply(self, state: State) -> None:
        state.ground += (self.lead > 0) - (self.lead < 0)
        for side, troops in self.lost.items():
            state.troops[side] -= troops
        state.sent, state.draws = {}, self.draw + 1
        state.history.append((state.turn, state.ground, margin(state)))
        state.rounds += 1
        state.turn += 1


@recorded("toy_campaign.battle_begun/1", "The battle of {battle}: {troops} fight it.")
class BattleBegun(Event, frozen=True):
    battle: str
    troops: dict[str, int]

    def apply(self, state: State) -> None:
        state.phase, state.rounds = self.battle, 0
        state.troops = dict(self.troops)


@recorded("toy_campaign.ended/1", "Ground {ground}, troops {troops}.")
class Ended(Event, frozen=True):
    winner: str
    ground: int
    troops: int

    def apply(self, state: State) -> None:
        reason = f"Ground {self.ground:+d} and troops {self.troops:+d} for red."
        state.result = Result(self.winner, reason, "END")


Board = Table[State, None]


def margin(state: State) -> int:
    return state.troops["red"] - state.troops["blue"]


def asks(table: Board) -> list[Decision]:
    side = SIDES[len(table.state.sent)]
    return [table.question(side, "send", "16.b", "How many troops do you send?")]


def sendings(table: Board, decision: Decision) -> Iterator[Send]:
    return (Send(n) for n in range(min(MOST, table.state.troops[decision.seat]) + 1))


def refuse_sending(table: Board, decision: Decision, order: Send) -> Refusal | None:
    most = min(MOST, table.state.troops[decision.seat])
    if 0 <= order.troops <= most:
        return None
    return refuse("NOT_SO_MANY", "16.b", "Send three troops at most, of those you have.", most=most)


def send(table: Board, decision: Decision, order: Send) -> None:
    table.record(Sent(decision.seat, order.troops), "16.b")


def fight(table: Board) -> None:
    sent = table.state.sent
    die, draw = table.draw(range(-2, 3), f"die of round {table.state.turn}", PUBLIC)
    lines = (Line(sent["red"], "16.c", "red"), Line(-sent["blue"], "16.c", "blue"),
             Line(die, "16.c", "die"))  # fmt: skip
    lead = total(lines)
    losers = {side for side, sign in zip(SIDES, (1, -1), strict=True) if sign * lead <= 0}
    lost = {side: sent[side] for side in SIDES if side in losers}
    table.record(RoundFought(lead, lost, die, draw, lines), "16.c")


def next_battle(table: Board) -> None:
    troops = {side: left + FRESH for side, left in table.state.troops.items()}
    table.record(BattleBegun(BATTLES[1], troops), "16.d")


def end(table: Board) -> None:
    ground, troops = table.state.ground, margin(table.state)
    ahead = [side for side, sign in zip(SIDES, (1, -1), strict=True)
             if sign * ground > 0 and sign * troops > 0]  # fmt: skip
    table.record(Ended(ahead[0] if ahead else "", ground, troops), "END")


class Fields(MapView, kw_only=True):
    areas: list[AreaView]


class Troops(OrderOfBattleView, kw_only=True):
    troops: dict[str, int]
    sent: dict[str, int]


class Track(VictoryTrackView, kw_only=True):
    ground: int
    troops: int
    history: list[tuple[int, int, int]]


class Shown(Views, rename="kebab"):
    map: Fields
    order_of_battle: Troops
    victory_track: Track


def shows(state: State, reader: str) -> dict[str, dict[str, Any]]:
    measures = {"ground": state.ground, "troops": margin(state)}
    return {
        "map": {"areas": [{"id": it, "name": it.title()} for it in BATTLES]},
        "order-of-battle": {"troops": state.troops, "sent": state.sent},
        "victory-track": {**measures, "history": state.history},
    }


COLOURS = (Side("red", "Red", "R", "vermillion", "red"), Side("blue", "Blue", "B", "blue", "blue"))


def paper(words: Words = PLAINLY) -> Picture:
    return Picture(title="The campaign", caption="", box=(0, 0, 500, 300), sides=COLOURS,
                   legend_at=(20, 240), places=())  # fmt: skip


def picture(views: Shown, words: Words = PLAINLY) -> Picture:
    places = tuple(
        Place(id=it.id, name=it.name, x=150.0 + 200 * i, y=100, kind="town")
        for i, it in enumerate(views.map.areas)
    )
    return msgspec.structs.replace(paper(), places=places)


def key(words: Words) -> Key:
    return Key((("town", "where a battle is fought"),))


def measure(track: Track, title: str, value: int, column: int, most: int) -> Chart:
    moves = tuple(Move(it[0], it[column], f"round {it[0]}") for it in track.history)
    return Chart(title=title, low=-most, high=most, start=0, value=value, first=1,
                 last=2 * ROUNDS, now=min(track.turn, 2 * ROUNDS), steps=moves)  # fmt: skip


def chart(views: Shown, words: Words = PLAINLY) -> Chart:
    track = views.victory_track
    return measure(track, "Ground", track.ground, 1, 2 * ROUNDS)


def measures(views: Shown, words: Words = PLAINLY) -> list[Chart]:
    track = views.victory_track
    return [measure(track, "Troops", track.troops, 2, TROOPS + FRESH)]


RULES = game(
    "toy_campaign",
    seats=SIDES,
    clauses=CLAUSES,
    state=State,
    begins=Laid,
    sequence=(
        Step("round", lambda it: len(it.state.sent) == len(SIDES), fight),
        Step("troops", lambda it: it.state.rounds < ROUNDS, only_asks, asks),
        Step("next battle", lambda it: it.state.phase == BATTLES[0], next_battle),
        Step("the end", lambda it: True, end),
    ),
    verbs=(Verb(Send, ("send",), "", sendings, refuse_sending, send),),
    numbers=Numbers(
        sums=("round_fought/1.lead",),
        given=("sent/1.troops",),
        others={
            STANDS: ("battle_begun/1.troops", "ended/1.ground", "ended/1.troops"),
            "who is behind loses the lead": ("round_fought/1.lost",),
        },
    ),
    views=Shown,
    shows=shows,
    names={it: it.title() for it in BATTLES} | {"": "Nobody"},
    pictures=Pictures(
        {}, COLOURS, paper, picture, chart, lambda views, words: [], measures=measures, key=key
    ),
)
"""The campaign of two battles."""
