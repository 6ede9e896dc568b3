"""A toy game of blocks: hidden under tokens, with a strength in steps, shown while they fight.

Red and blue march in turn along a road of four towns, with some or all blocks of one town. Blocks
that part get new tokens, so nobody knows which of them went. Where the sides meet all blocks are
shown, and each side in turn rolls a die for every step: 5 and 6 hit. A hit takes a step from the
strongest block; among equals its owner chooses. When one side is gone the others stand up again,
under new tokens. A side without blocks has lost; after eight turns the side with more steps wins.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Annotated, Any

import msgspec

from napoleon.rules.kit import (
    HIDDEN,
    PUBLIC,
    STANDS,
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
    steps,
    tokens,
)
from napoleon.rules.kit.sequence import only_asks
from napoleon.rules.kit.verbs import Verb
from napoleon.rules.known import UNSHOWN, Piece, Projection, is_known
from napoleon.rules.views import AreaView, MapView, VictoryTrackView, Views
from tests.toys.ruleset import game

SIDES = ("red", "blue")
TOWNS = ("hal", "ligny", "namur", "wavre")
STRENGTHS = (3, 2, 2)
TURNS = 8
HIT_BY = (5, 6)
CLAUSES = {
    "3.2": "Only the owner sees what a hidden block is; blocks that part or meet get new tokens.",
    "3.4": "A hit takes a step from the strongest block; its owner chooses among equals.",
    "5.0": "March with blocks of one town to the next one, or halt.",
    "6.0": "Where the sides meet all blocks are shown and fight until one side is gone.",
    "END": "A side without blocks has lost; after eight turns more steps win, and red wins ties.",
}


class Block(msgspec.Struct):
    town: str
    strength: Annotated[int, HIDDEN]
    token: str
    revealed: bool = False


class March(Order, frozen=True, tag="march"):
    """March with `blocks`, which stand in one town, to the next town."""

    blocks: tuple[str, ...]
    town: str


class Halt(Order, frozen=True, tag="halt"):
    """Stay where you are."""


class TakeHit(Order, frozen=True, tag="take_hit"):
    """Take a hit on `block`, one of the strongest."""

    block: str


class State(SmallState, kw_only=True):
    blocks: dict[Piece, Block]
    tokens: Annotated[int, UNSHOWN] = 0
    """Numbers of tokens that were used."""
    battle: str = ""
    firing: list[str] = []
    hits: dict[str, int] = {}
    """Hits that a side has to take yet."""


def side_of(block: str) -> str:
    return block.partition("_")[0]


def strengths(state: State, side: str, town: str) -> dict[str, int]:
    return {b: it.strength for b, it in state.blocks.items()
            if it.town == town and side_of(b) == side}  # fmt: skip


@recorded("toy_blocks.laid/1", "The blocks stand at the ends of the road.")
class Laid(Event, frozen=True):
    def begin(self) -> State:
        blocks = {}
        for side, town in zip(SIDES, (TOWNS[0], TOWNS[-1]), strict=True):
            for i, strength in enumerate(STRENGTHS, 1):
                blocks[f"{side}_{i}"] = Block(town, strength, f"{side}-{i}")
        return State(phase="march", given={}, blocks=blocks, tokens=len(STRENGTHS))


@recorded("toy_blocks.tokens_replaced/1", "{old} became {new} ({pairing}).",
          veiled="{old} became {new}.", drawn="pairing")  # fmt: skip
class TokensReplaced(Event, frozen=True):
    player: str
    old: tuple[str, ...]
    new: tuple[str, ...]
    pairing: Annotated[dict[str, str], HIDDEN]
    draw: int

    def apply(self, state: State) -> None:
        tokens.put(state.blocks, self.pairing)
        state.tokens += len(self.pairing)
        state.draws = self.draw + 1


@recorded(
    "toy_blocks.marched/1", "{blocks} marched to {town}.", veiled="{shown} marched to {town}."
)
class Marched(Event, frozen=True):
    player: str
    blocks: Annotated[tuple[str, ...], HIDDEN]
    shown: tuple[str, ...]
    town: str

    def apply(self, state: State) -> None:
        for block in self.blocks:
            state.blocks[block].town = self.town


@recorded("toy_blocks.turn_begun/1", "Turn {number} begins.")
class TurnBegun(Event, frozen=True):
    number: int

    def apply(self, state: State) -> None:
        state.turn, state.phase = self.number, "march"


@recorded("toy_blocks.battle_begun/1", "In {town} these blocks fight: {blocks}.", reveals=True)
class BattleBegun(Event, frozen=True):
    town: str
    blocks: dict[str, str]

    def apply(self, state: State) -> None:
        state.battle, state.phase = self.town, "battle"
        for block in self.blocks.values():
            state.blocks[block].revealed = True


@recorded("toy_blocks.fired/1", "{player} rolled {dice}: {hits:hit/hits}.", drawn="dice")
class Fired(Event, frozen=True):
    player: str
    dice: tuple[int, ...]
    hits: int
    draw: int

    def apply(self, state: State) -> None:
        other = SIDES[self.player == SIDES[0]]
        state.firing = [other]
        state.draws = self.draw + 1
        if self.hits:
            state.hits = {other: self.hits}


@recorded("toy_blocks.step_lost/1", "{block} lost a step, and has {left}.")
class StepLost(Event, frozen=True):
    block: str
    left: int

    def apply(self, state: State) -> None:
        side = side_of(self.block)
        state.hits[side] -= 1
        state.hits = {it: hits for it, hits in state.hits.items() if hits}
        if self.left:
            state.blocks[self.block].strength = self.left
        else:
            del state.blocks[self.block]


@recorded("toy_blocks.battle_ended/1", "The battle is over; {blocks} stand up again.")
class BattleEnded(Event, frozen=True):
    blocks: tuple[str, ...]

    def apply(self, state: State) -> None:
        state.battle, state.firing = "", []
        for block in self.blocks:
            state.blocks[block].revealed = False


@recorded("toy_blocks.ended/1", "{winner} has won.")
class Ended(Event, frozen=True):
    winner: str

    def apply(self, state: State) -> None:
        state.result = Result(self.winner, f"{self.winner} has more steps.", "END")


Board = Table[State, None]


# -- hidden blocks [3.2] --------------------------------------------------------------------------


def mix(table: Board, blocks: list[str]) -> None:
    for it in tokens.mixed(table, table.state.blocks, blocks, side_of):
        side = side_of(it.pieces[0])
        table.record(TokensReplaced(side, it.old, it.new, it.pairing, it.draw), "3.2")


class BlockView(msgspec.Struct):
    id: str
    """The block, or the token under which it is hidden; then its strength is None."""
    side: str
    strength: int | None


class Town(AreaView, kw_only=True):
    blocks: list[BlockView]


class Road(MapView, kw_only=True):
    areas: list[Town]


class Track(VictoryTrackView, kw_only=True):
    turns: int


class Shown(Views, rename="kebab"):
    map: Road
    victory_track: Track


KNOWN = Projection(
    State,
    {Block: lambda state, it, block, seat: it.revealed or seat == side_of(block)},
    pieces="blocks",
    order=tokens.number,
)


def shows(known: State, reader: str) -> dict[str, dict[str, Any]]:
    standing: dict[str, list[dict[str, Any]]] = {town: [] for town in TOWNS}
    for block in tokens.in_order(known.blocks, known.blocks):
        it = known.blocks[block]
        strength = it.strength if is_known(it.strength) else None
        side = it.token.partition("-")[0]
        standing[it.town].append({"id": block, "side": side, "strength": strength})
    areas = [{"id": t, "name": t.title(), "blocks": standing[t]} for t in TOWNS]
    return {"map": {"areas": areas}, "victory-track": {"turns": TURNS}}


# -- marches [5.0] --------------------------------------------------------------------------------


def asks_to_march(table: Board) -> list[Decision]:
    side = SIDES[1 - table.state.turn % 2]
    return [table.question(side, "march", "5.0", "March or halt.")]


def marches(table: Board, decision: Decision) -> Iterator[March]:
    for place, town in enumerate(TOWNS):
        own = list(strengths(table.state, decision.seat, town))
        for there in TOWNS[max(0, place - 1) : place] + TOWNS[place + 1 : place + 2]:
            for number in range(1, len(own) + 1):
                yield from (March(some, there) for some in combinations(own, number))


def refuse_march(table: Board, decision: Decision, order: March) -> Refusal | None:
    if order in marches(table, decision):
        return None
    return refuse("NO_SUCH_MARCH", "5.0", "Name blocks of yours in one town, and the next town.")


def march(table: Board, decision: Decision, order: March) -> None:
    origin = table.state.blocks[order.blocks[0]].town
    together = list(strengths(table.state, decision.seat, origin))
    if set(together) - set(order.blocks):
        mix(table, together)
    shown = tokens.tokens_of(table.state.blocks, order.blocks)
    met = list(strengths(table.state, decision.seat, order.town))
    table.record(Marched(decision.seat, order.blocks, shown, order.town), "5.0")
    if met:
        mix(table, [*met, *order.blocks])
    table.record(TurnBegun(table.state.turn + 1), "5.0")


def halt(table: Board, decision: Decision, order: Halt) -> None:
    table.record(TurnBegun(table.state.turn + 1), "5.0")


# -- battles [6.0] --------------------------------------------------------------------------------


def contested(table: Board) -> str:
    """The town in which both sides stand; empty if there is none."""
    return next((t for t in TOWNS if all(strengths(table.state, side, t) for side in SIDES)), "")


def begin_battle(table: Board) -> None:
    town = contested(table)
    there = [b for b, it in table.state.blocks.items() if it.town == town]
    table.record(BattleBegun(town, tokens.hidden_by_token(table.state.blocks, there)), "6.0")


def fire(table: Board) -> None:
    attacker = SIDES[table.state.turn % 2]
    side = table.state.firing[0] if table.state.firing else attacker
    dice = tuple(
        table.draw(range(1, 7), f"die of {side}", PUBLIC)[0]
        for _ in range(sum(strengths(table.state, side, table.state.battle).values()))
    )
    last = table.state.draws + len(dice) - 1
    other = SIDES[side == SIDES[0]]
    hits = sum(die in HIT_BY for die in dice)
    able = steps.taken(strengths(table.state, other, table.state.battle), hits)
    table.record(Fired(side, dice, able, last), "6.0")


def struck(table: Board) -> list[str]:
    """The blocks on one of which the next hit falls [3.4]."""
    [side] = table.state.hits
    return steps.strongest(strengths(table.state, side, table.state.battle))


def asks_for_hits(table: Board) -> list[Decision]:
    [side] = table.state.hits
    question = table.question(side, "hit", "3.4", "Which block takes the hit?")
    return [question] if len(struck(table)) > 1 else []


def hit(table: Board, block: str) -> None:
    table.record(StepLost(block, table.state.blocks[block].strength - 1), "3.4")


def refuse_hit(table: Board, decision: Decision, order: TakeHit) -> Refusal | None:
    if order.block in struck(table):
        return None
    return refuse("NOT_THE_STRONGEST", "3.4", "One of the strongest takes it.",
                  blocks=struck(table))  # fmt: skip


def end_battle(table: Board) -> None:
    shown = [block for block, it in table.state.blocks.items() if it.revealed]
    table.record(BattleEnded(tuple(shown)), "6.0")
    mix(table, shown)


def end(table: Board) -> None:
    left = {s: sum(it.strength for b, it in table.state.blocks.items() if side_of(b) == s)
            for s in SIDES}  # fmt: skip
    table.record(Ended(max(SIDES, key=left.__getitem__)), "END")


def is_over(table: Board) -> bool:
    return table.state.turn > TURNS or len({side_of(it) for it in table.state.blocks}) < len(SIDES)


RULES = game(
    "toy_blocks",
    seats=SIDES,
    clauses=CLAUSES,
    state=State,
    begins=Laid,
    sequence=(
        Step("hits", lambda it: bool(it.state.hits), lambda it: hit(it, struck(it)[0]),
             asks_for_hits),
        Step("fire", lambda it: bool(it.state.battle and contested(it)), fire),
        Step("the battle ends", lambda it: bool(it.state.battle), end_battle),
        Step("battle", lambda it: bool(contested(it)), begin_battle),
        Step("the end", is_over, end),
        Step("march", lambda it: True, only_asks, asks_to_march),
    ),
    verbs=(
        Verb(March, ("march",), "march", marches, refuse_march, march),
        Verb(Halt, ("march",), "march", lambda *_: [Halt()], lambda *_: None, halt),
        Verb(TakeHit, ("hit",), "battle", lambda t, _: map(TakeHit, struck(t)), refuse_hit,
             lambda t, _, order: hit(t, order.block)),
    ),
    numbers=Numbers(
        others={
            WHICH: ("turn_begun/1.number",),
            STANDS: ("step_lost/1.left",),
            "as many of the dice as hit": ("fired/1.hits",),
        },
    ),
    views=Shown,
    shows=shows,
    projection=KNOWN,
    names={t: t.title() for t in TOWNS}
    | {f"{s}_{i}": f"{s.title()} {i}" for s in SIDES for i in range(1, len(STRENGTHS) + 1)},
)  # fmt: skip
"""The game of blocks."""
