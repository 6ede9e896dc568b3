"""A toy game of deployment: too many legal orders to list them, so the order is checked.

Two sides have eight blocks each. First red, then blue, deploys them all in five towns, at most
three in one; or has them deployed as they stood in history. Faces stay hidden until both have
deployed. Then each side in turn names a town, and a die and the strength there decide who holds
it. When three towns have been fought for, the side that holds more of them wins.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Annotated, Any

from napoleon.rules.events import REFEREE, total
from napoleon.rules.kit import (
    HIDDEN,
    PUBLIC,
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
from napoleon.rules.kit.verbs import CheckedVerb, Verb, always_irreversible
from napoleon.rules.views import AreaView, MapView, OrderOfBattleView, VictoryTrackView, Views
from tests.toys.ruleset import game

SIDES = ("red", "blue")
TOWNS = ("hal", "ligny", "namur", "nivelles", "wavre")
MOST = 3
FIGHTS = 3
STRENGTHS = (4, 4, 3, 3, 2, 2, 1, 1)
CLAUSES = {
    "4.0": "Red deploys first, then blue; faces stay hidden until both have.",
    "4.1": "All blocks of a side stand in towns, at most three in each.",
    "4.2": "A side may take the historical deployment.",
    "6.0": "The sides in turn name a town; strength and a die decide who holds it; red wins ties.",
    "END": "After three fights the side that holds more towns wins.",
}


def blocks_of(side: str) -> tuple[str, ...]:
    """The blocks of a side, the strongest first."""
    return tuple(f"{side}_{number}" for number in range(1, len(STRENGTHS) + 1))


class Deploy(Order, frozen=True, tag="deploy"):
    """Deploy all blocks: `towns` says where each stands."""

    towns: dict[str, str]


class TakeHistory(Order, frozen=True, tag="take_history"):
    """Deploy as the blocks stood in history."""


class Fight(Order, frozen=True, tag="fight"):
    """Fight for a town that nobody holds."""

    town: str


class State(SmallState, kw_only=True):
    places: dict[str, dict[str, str]] = {}
    held: dict[str, str] = {}


@recorded("toy_deploying.laid/1", "The map lies on the table.")
class Laid(Event, frozen=True):
    def begin(self) -> State:
        return State(phase="deployment", given={}, places={}, held={})


@recorded(
    "toy_deploying.deployed/1",
    "{player} deployed {places}.",
    veiled="{player} deployed blocks: {numbers}.",
)
class Deployed(Event, frozen=True):
    player: str
    places: Annotated[dict[str, str], HIDDEN]
    numbers: dict[str, int]

    def apply(self, state: State) -> None:
        state.places[self.player] = dict(self.places)


@recorded("toy_deploying.faces_shown/1", "All blocks are shown: {places}.", reveals=True)
class FacesShown(Event, frozen=True):
    places: dict[str, dict[str, str]]

    def apply(self, state: State) -> None:
        state.phase = "battle"


@recorded("toy_deploying.fought/1", "{player} fought for {town}: {holder} holds it ({lead}).",
          drawn="die")  # fmt: skip
class Fought(Event, frozen=True):
    player: str
    town: str
    holder: str
    lead: int
    die: int
    draw: int
    breakdown: tuple[Line, ...]

    def apply(self, state: State) -> None:
        state.held[self.town] = self.holder
        state.draws = self.draw + 1
        state.turn += 1


@recorded("toy_deploying.ended/1", "{winner} holds more towns.")
class Ended(Event, frozen=True):
    winner: str

    def apply(self, state: State) -> None:
        state.result = Result(self.winner, f"{self.winner} holds more towns.", "END")


Board = Table[State, None]


def to_deploy(table: Board) -> list[str]:
    return [side for side in SIDES if side not in table.state.places]


def ask_to_deploy(table: Board) -> list[Decision]:
    return [
        table.question(side, "deploy", "4.0", "Deploy your blocks.") for side in to_deploy(table)
    ][:1]


def refuse_deployment(table: Board, decision: Decision, order: Deploy) -> Refusal | None:
    own = set(blocks_of(decision.seat))
    if strange := sorted(set(order.towns) - own):
        return refuse("NOT_YOUR_BLOCK", "4.1", "That is no block of yours.", blocks=strange)
    if missing := sorted(own - set(order.towns)):
        return refuse("UNITS_UNPLACED", "4.1", "Every block is deployed.", blocks=missing)
    if nowhere := sorted(set(order.towns.values()) - set(TOWNS)):
        return refuse("NO_SUCH_TOWN", "4.1", "There is no such town.", towns=nowhere)
    full = sorted(town for town, n in Counter(order.towns.values()).items() if n > MOST)
    if full:
        return refuse("STACK_FULL", "4.1", "At most three blocks in a town.", towns=full, most=MOST)
    return None


def suggest_deployments(table: Board, decision: Decision) -> Iterator[Deploy]:
    """All spread evenly, beginning with each town in turn."""
    for first in range(len(TOWNS)):
        order = TOWNS[first:] + TOWNS[:first]
        blocks = blocks_of(decision.seat)
        yield Deploy({block: order[i % len(order)] for i, block in enumerate(blocks)})


def deploy(table: Board, decision: Decision, order: Deploy) -> None:
    # In the order of the side's own list: how the order was written tells nothing.
    _deploy(table, decision.seat, {it: order.towns[it] for it in blocks_of(decision.seat)}, "4.1")


def deploy_historically(table: Board, decision: Decision, order: TakeHistory) -> None:
    blocks = blocks_of(decision.seat)
    _deploy(table, decision.seat, {b: TOWNS[i // 2] for i, b in enumerate(blocks)}, "4.2")


def _deploy(table: Board, side: str, places: dict[str, str], clause: str) -> None:
    numbers = Counter(places.values())
    counted = {town: numbers[town] for town in TOWNS}
    table.record(Deployed(player=side, places=places, numbers=counted), clause)


def show_faces(table: Board) -> None:
    places = {side: dict(it) for side, it in table.state.places.items()}
    table.record(FacesShown(places=places), "4.0")


def ask_to_fight(table: Board) -> list[Decision]:
    side = SIDES[len(table.state.held) % 2]
    return [table.question(side, "fight", "6.0", "Which town do you fight for?")]


def fights(table: Board, decision: Decision) -> Iterator[Fight]:
    return (Fight(town) for town in TOWNS if town not in table.state.held)


def refuse_fight(table: Board, decision: Decision, order: Fight) -> Refusal | None:
    if order in fights(table, decision):
        return None
    return refuse("NO_FIGHT_THERE", "6.0", "Nobody fights for that town now.", town=order.town)


def fight(table: Board, decision: Decision, order: Fight) -> None:
    die, draw = table.draw(range(1, 7), f"fight for {order.town}", PUBLIC)
    lines = [
        Line(sign * strength, "6.0", side)
        for side, sign in zip(SIDES, (1, -1), strict=True)
        for strength, block in zip(STRENGTHS, blocks_of(side), strict=True)
        if table.state.places[side][block] == order.town
    ]
    lines.append(Line(die - 3, "6.0", "die"))
    holder = SIDES[0] if total(lines) >= 0 else SIDES[1]
    table.record(
        Fought(
            player=decision.seat,
            town=order.town,
            holder=holder,
            lead=total(lines),
            die=die,
            draw=draw,
            breakdown=tuple(lines),
        ),
        "6.0",
    )


def end(table: Board) -> None:
    winner, _ = Counter(table.state.held.values()).most_common(1)[0]
    table.record(Ended(winner=winner), "END")


class Town(AreaView, kw_only=True):
    blocks: dict[str, int]
    """How many blocks of each side stand there."""


class Towns(MapView, kw_only=True):
    areas: list[Town]


class Units(OrderOfBattleView, kw_only=True):
    units: list[dict[str, str]]


class Held(VictoryTrackView, kw_only=True):
    held: dict[str, str]


class Shown(Views, rename="kebab"):
    map: Towns
    order_of_battle: Units
    victory_track: Held


def shows(state: State, reader: str) -> dict[str, dict[str, Any]]:
    open_to = {reader} if state.phase == "deployment" and reader != REFEREE else {*SIDES}
    units = [
        {"id": block, "side": side, "town": town}
        for side, places in state.places.items()
        for block, town in places.items()
        if side in open_to
    ]
    numbers = {side: Counter(places.values()) for side, places in state.places.items()}
    areas = [
        {"id": t, "name": t.title(), "blocks": {side: numbers[side][t] for side in numbers}}
        for t in TOWNS
    ]
    return {
        "map": {"areas": areas},
        "order-of-battle": {"units": units},
        "victory-track": {"held": state.held},
    }


RULES = game(
    "toy_deploying",
    seats=SIDES,
    clauses=CLAUSES,
    state=State,
    begins=Laid,
    sequence=(
        Step("deployment", lambda it: bool(to_deploy(it)), only_asks, ask_to_deploy),
        Step("faces", lambda it: it.state.phase == "deployment", show_faces),
        Step("fights", lambda it: len(it.state.held) < FIGHTS, only_asks, ask_to_fight),
        Step("the end", lambda it: True, end),
    ),
    verbs=(
        CheckedVerb(
            Deploy, ("deploy",), "deployment", suggest_deployments, refuse_deployment, deploy,
            irreversible=always_irreversible,
        ),
        Verb(TakeHistory, ("deploy",), "deployment", lambda *_: [TakeHistory()],
             lambda *_: None, deploy_historically, irreversible=always_irreversible),
        Verb(Fight, ("fight",), "battle", fights, refuse_fight, fight),
    ),
    numbers=Numbers(
        sums=("fought/1.lead",),
        others={"blocks in each town": ("deployed/1.numbers",)},
    ),
    views=Shown,
    shows=shows,
    names={town: town.title() for town in TOWNS}
    | {block: block.replace("_", " ").title() for side in SIDES for block in blocks_of(side)},
)  # fmt: skip
"""The game of deployment."""
