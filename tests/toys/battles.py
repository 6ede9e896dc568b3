"""A toy game of several boards: two battles are fought at once, each on a board of its own.

Red and blue in turn commit one of their five counters to a lane of either battle. A battle is over
when five counters lie on its board: in each lane the side with more counters wins, a die decides
equal ones, and who wins more lanes holds the town. The board is then put away. Most towns win.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from napoleon.rules.kit import (
    PUBLIC,
    Decision,
    Event,
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
from napoleon.rules.picture.cards import Figure
from napoleon.rules.picture.declared import Board, Pictures
from napoleon.rules.picture.legend import Key
from napoleon.rules.picture.model import Link, Picture, Piece, Place
from napoleon.rules.picture.sides import Side
from napoleon.rules.prose.storybook import PLAINLY, Words
from napoleon.rules.tables import TextTable
from napoleon.rules.views import AreaView, MapView, Views
from tests.toys.ruleset import game

SIDES = ("red", "blue")
LANES = ("left", "centre", "right")
TOWNS = ("ligny", "quatre_bras", "wavre")
FOUGHT_FOR = TOWNS[:2]
COUNTERS, FULL = 5, 5
CLAUSES = {
    "6.1": "Several battles run at once; the sides in turn commit a counter to one of them.",
    "6.2": "A battle with five counters is over; a die decides lanes with as many of both.",
    "END": "When no battle runs the side that holds more towns wins; red wins ties.",
}

Lanes = dict[str, dict[str, int]]


class Commit(Order, frozen=True, tag="commit"):
    """Commit a counter to a `lane` of the battle for a `town`."""

    town: str
    lane: str


class State(SmallState, kw_only=True):
    battles: dict[str, Lanes]
    held: dict[str, str] = {}
    left: dict[str, int]


@recorded("toy_battles.laid/1", "Two battles begin.")
class Laid(Event, frozen=True):
    def begin(self) -> State:
        battles = {t: {lane: dict.fromkeys(SIDES, 0) for lane in LANES} for t in FOUGHT_FOR}
        return State(phase="battle", given={}, battles=battles, left=dict.fromkeys(SIDES, COUNTERS))


@recorded("toy_battles.committed/1", "{player} sends a counter to {town}: {lane}.")
class Committed(Event, frozen=True):
    player: str
    town: str
    lane: str

    def apply(self, state: State) -> None:
        state.battles[self.town][self.lane][self.player] += 1
        state.left[self.player] -= 1
        state.turn += 1


@recorded("toy_battles.battle_ended/1", "{winner} holds {town}; the die was {die}.", drawn="die")
class BattleEnded(Event, frozen=True):
    town: str
    winner: str
    die: int
    draw: int

    def apply(self, state: State) -> None:
        del state.battles[self.town]
        state.held[self.town] = self.winner
        state.draws = self.draw + 1


@recorded("toy_battles.ended/1", "{winner} holds more towns.")
class Ended(Event, frozen=True):
    winner: str

    def apply(self, state: State) -> None:
        state.result = Result(self.winner, f"{self.winner} holds more towns.", "END")


Working = Table[State, None]


def full(table: Working) -> str:
    """A battle that is over; empty if none is."""
    counters = {
        town: sum(sum(lane.values()) for lane in lanes.values())
        for town, lanes in table.state.battles.items()
    }
    return next((town for town, number in counters.items() if number >= FULL), "")


def end_battle(table: Working) -> None:
    town = full(table)
    die, draw = table.draw(range(1, 7), f"equal lanes of {town}", PUBLIC)
    equal = SIDES[die % 2]
    won = Counter(
        equal if lane["red"] == lane["blue"] else max(SIDES, key=lane.__getitem__)
        for lane in table.state.battles[town].values()
    )
    winner = max(SIDES, key=won.__getitem__)
    table.record(BattleEnded(town=town, winner=winner, die=die, draw=draw), "6.2")


def asks(table: Working) -> list[Decision]:
    side = max(SIDES, key=table.state.left.__getitem__)
    return [table.question(side, "commit", "6.1", "Where do you commit a counter?")]


def commitments(table: Working, decision: Decision) -> Iterator[Commit]:
    return (Commit(town, lane) for town in table.state.battles for lane in LANES)


def refuse_commitment(table: Working, decision: Decision, order: Commit) -> Refusal | None:
    if order in commitments(table, decision):
        return None
    return refuse("NO_SUCH_LANE", "6.1", "Name a battle that runs, and a lane of it.",
                  battles=list(table.state.battles))  # fmt: skip


def commit(table: Working, decision: Decision, order: Commit) -> None:
    table.record(Committed(decision.seat, order.town, order.lane), "6.1")


def end(table: Working) -> None:
    held = Counter(table.state.held.values())
    table.record(Ended(max(SIDES, key=held.__getitem__)), "END")


# -- what is seen: a map, and a board for each battle ---------------------------------------------


def name(town: str) -> str:
    return town.replace("_", " ").title()


class Town(AreaView, kw_only=True):
    holder: str | None


class Lane(msgspec.Struct):
    id: str
    counters: dict[str, int]


class Battle(msgspec.Struct):
    """A battle that runs, by the town that it is fought for."""

    id: str
    lanes: list[Lane]


class Campaign(MapView, kw_only=True):
    areas: list[Town]
    boards: list[Battle]


class Shown(Views, rename="kebab"):
    map: Campaign


def shows(state: State, reader: str) -> dict[str, dict[str, Any]]:
    areas = [{"id": t, "name": name(t), "holder": state.held.get(t)} for t in TOWNS]
    boards = [
        {
            "id": town,
            "lanes": [{"id": lane, "counters": counters} for lane, counters in lanes.items()],
        }
        for town, lanes in state.battles.items()
    ]
    return {"map": {"areas": areas, "boards": boards}}


COLOURS = (Side("red", "Red", "R", "vermillion", "red"), Side("blue", "Blue", "B", "blue", "blue"))


def drawn(title: str, places: Sequence[Place], links: Sequence[Link] = ()) -> Picture:
    return Picture(title=title, caption=title, box=(0, 0, 600, 400), sides=COLOURS,
                   legend_at=(20, 320), places=tuple(places), links=tuple(links))  # fmt: skip


def paper(words: Words = PLAINLY) -> Picture:
    return drawn("The towns", ())


def picture(views: Shown, words: Words = PLAINLY) -> Picture:
    return drawn("The towns", [
        Place(id=it.id, name=it.name, x=120.0 + 170 * i, y=150, kind="town",
              control=it.holder or "") for i, it in enumerate(views.map.areas)
    ])  # fmt: skip


def boards(views: Shown, words: Words = PLAINLY) -> list[Board]:
    return [Board(it.id, f"Battle of {name(it.id)}", battle_board(it)) for it in views.map.boards]


def battle_board(battle: Battle) -> Picture:
    places = [
        Place(id=f"{lane.id}-{side}", name=lane.id.title(), x=120.0 + 170 * i, y=80 + 140 * j,
              kind="plain", pieces=counters(side, lane.counters[side]))
        for i, lane in enumerate(battle.lanes) for j, side in enumerate(SIDES)
    ]  # fmt: skip
    links = [Link(id=lane, a=f"{lane}-red", b=f"{lane}-blue") for lane in LANES]
    return drawn(f"Battle of {name(battle.id)}", places, links)


def counters(side: str, number: int) -> tuple[Piece, ...]:
    words = f"{number} of {side}"
    return (Piece(id=side, side=side, label=side, words=words, count=number),) if number else ()


def key(words: Words) -> Key:
    signs = (
        ("town", "a town that is fought for"),
        ("control", "who holds it"),
        ("ready", "counters of a lane"),
    )
    return Key(signs, (Figure("2", "how many counters"),))


def tables(views: Shown, words: Words = PLAINLY) -> list[TextTable]:
    towns = tuple((it.name, it.holder) for it in views.map.areas)
    ids = tuple(it.id for it in views.map.areas)
    battles = [
        TextTable(
            f"Battle of {name(it.id)}",
            ("lane", *SIDES),
            tuple((lane.id, lane.counters["red"], lane.counters["blue"]) for lane in it.lanes),
            board="map",
            on=it.id,
        )
        for it in views.map.boards
    ]
    return [TextTable("Towns", ("town", "held by"), towns, board="map", places=ids), *battles]


RULES = game(
    "toy_battles",
    seats=SIDES,
    clauses=CLAUSES,
    state=State,
    begins=Laid,
    sequence=(
        Step("a battle ends", lambda it: bool(full(it)), end_battle),
        Step("the end", lambda it: not it.state.battles, end),
        Step("counters", lambda it: True, only_asks, asks),
    ),
    verbs=(Verb(Commit, ("commit",), "battle", commitments, refuse_commitment, commit),),
    views=Shown,
    shows=shows,
    names={t: name(t) for t in TOWNS} | {lane: lane.title() for lane in LANES},
    pictures=Pictures(
        {},
        COLOURS,
        paper,
        picture,
        lambda views, words: None,
        lambda views, words: [],
        boards,
        key=key,
    ),
    tables=tables,
)
"""The game of several battles."""
