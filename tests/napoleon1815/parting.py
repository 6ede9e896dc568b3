"""How two equal games come to differ in what only some seats may know [chapter 19].

Strength and fatigue of corps, cards in hand, and in fog of war which block stands under which
token. Nothing that everybody knows is touched.
"""

from __future__ import annotations

import copy
from collections.abc import Collection, Sequence
from functools import cache
from random import Random
from typing import Any

import msgspec

from napoleon.rules.kit import sequence
from napoleon.rulesets.napoleon1815 import RULES, Napoleon1815, partners, with_pack
from napoleon.rulesets.napoleon1815.packs.pack import Scenario, Strength
from napoleon.rulesets.napoleon1815.sequence import SEQUENCE
from napoleon.rulesets.napoleon1815.sides import side_of_army
from napoleon.rulesets.napoleon1815.state import Block, State
from napoleon.rulesets.napoleon1815.table import Table
from tests.napoleon1815.random_play import GAMES, Bold, is_fog, play_out
from tests.rulesets.entrants import Form

SWAPS = 6
"""How often two blocks are tried to be exchanged in fog of war."""

_ENCODER = msgspec.msgpack.Encoder()
_DECODER = msgspec.msgpack.Decoder(State)


@cache
def _played(number: int) -> tuple[int, bytes]:
    random = Random(number)
    play = GAMES.watch(GAMES.kind_of(number), number)
    play_out(play, Bold(number), random)
    whole = [version for version, state in play.positions.items() if _is_whole(state)]
    version = random.choice(whole)
    return version, _ENCODER.encode(play.positions[version])


def position_of(number: int) -> tuple[int, State]:
    """A position of a game that bold players played, and its version; always the same one."""
    version, state = _played(number)
    return version, _DECODER.decode(state)


def _is_whole(state: State) -> bool:
    """Whether the game runs, and nothing that was begun by secrets is half-done."""
    return not (state.result or state.allocations or state.sealed)


class Parting:
    """Gives the second of two games other secrets of the seats `secretive`.

    If `much`, strengths and fatigue may be any; if not, they are alike in what rules ask of them.
    """

    def __init__(self, random: Random, secretive: Collection[str], *, much: bool) -> None:
        self._random = random
        self._secretive = secretive
        self._much = much

    # -- in the set-up -----------------------------------------------------------------------

    def other_rules(self, kind: Form) -> Napoleon1815:
        """The game in which the corps of the secretive seats come in other strength.

        In fog of war some of them also stand in the place of one another.
        """
        pack = copy.copy(RULES.pack)
        scenario = pack.scenarios[kind.scenario]
        assert isinstance(scenario, Scenario)
        seats = RULES.seats(kind.options)
        coming = [*scenario.setup, *(it.block for it in scenario.reinforcements)]
        strength, fatigue = dict(scenario.strength), dict(scenario.fatigue)
        for block in coming:
            printed = pack.blocks[block]
            if printed.kind == "corps" and _owner(printed.army, seats) in self._secretive:
                it = Block(infantry=printed.infantry, cavalry=printed.cavalry)
                self._alter(it)
                strength[block], fatigue[block] = Strength(it.infantry, it.cavalry), it.fatigue
        setup = self._exchanged(scenario.setup, seats) if is_fog(kind) else scenario.setup
        other = msgspec.structs.replace(scenario, strength=strength, fatigue=fatigue, setup=setup)
        pack.scenarios = {**pack.scenarios, scenario.id: other}
        return with_pack(pack)

    def _exchanged(self, setup: dict[str, Any], seats: Sequence[str]) -> dict[str, Any]:
        """The set-up with corps of one army in each other's places, in the same order."""
        named = list(setup)
        for army in sorted({RULES.pack.blocks[block].army for block in named}):
            if _owner(army, seats) in self._secretive:
                places = [n for n, block in enumerate(named) if _is_corps_of(army, block)]
                mixed = [named[n] for n in self._random.sample(places, len(places))]
                for n, block in zip(places, mixed, strict=True):
                    named[n] = block
        return dict(zip(named, setup.values(), strict=True))

    # -- in a position -----------------------------------------------------------------------

    def part(self, state: State) -> None:
        """Other secrets in a position that somebody played to."""
        table = Table(state, RULES.pack)
        for block, it in state.blocks.items():
            if (
                table.is_corps(block)
                and not it.removed
                and table.owner_of(block) in self._secretive
            ):
                self._alter(it)
        if table.fog and not (state.declared or state.proposed or state.played):
            for _ in range(SWAPS):
                self._swap_blocks(state)

    def swap_cards(self, state: State) -> None:
        """Some cards of the secretive hands for others of the deck, none of them red."""
        swap = state.swap
        offered = [swap[1]] if isinstance(swap, tuple) else [*swap.give, *swap.take] if swap else []
        committed = [*offered, *([state.proposed.card] if state.proposed else [])]
        for seat in self._secretive:
            hand, deck = state.hands[seat], state.decks[side_of_army(seat)]
            others = [card for card in deck if RULES.pack.cards[card].colour != "red"]
            held = [
                card
                for card in hand
                if RULES.pack.cards[card].colour != "red" and card not in committed
            ]
            given = self._random.sample(others, min(3, len(others), len(held)))
            for mine, other in zip(held, given, strict=False):
                hand[hand.index(mine)] = other
                deck[deck.index(other)] = mine
            deck.sort()

    def _alter(self, it: Block) -> None:
        strong, tired = it.strength > 4, it.fatigue > 4
        random = self._random
        strength = random.randint(*((1, 8) if self._much else (5, 8) if strong else (1, 4)))
        it.fatigue = random.randint(*((0, 8) if self._much else (5, 8) if tired else (0, 4)))
        it.cavalry = random.randint(0, strength)
        it.infantry = strength - it.cavalry

    def _swap_blocks(self, state: State) -> None:
        """Two hidden blocks of an army exchange their tokens, if nobody else can notice."""
        hidden = _hidden_blocks(Table(state, RULES.pack), self._secretive)
        one = self._random.choice(hidden) if hidden else ""
        mates = [it for it in hidden if it != one and _army(it) == _army(one)] if one else []
        if not mates:
            return
        other = self._random.choice(mates)
        before = _public(state)
        _exchange(state, one, other)
        if _public(state) != before:
            _exchange(state, one, other)


def _owner(army: str, seats: Sequence[str]) -> str:
    return army if army in seats else side_of_army(army)


def _army(block: str) -> str:
    return RULES.pack.pieces[block].army


def _is_corps_of(army: str, block: str) -> bool:
    return _army(block) == army and RULES.pack.pieces[block].kind == "corps"


def _hidden_blocks(table: Table, seats: Collection[str]) -> list[str]:
    """Blocks of these seats under tokens, without those that are in the middle of something."""
    busy = set(table.state.worn)
    if table.operation is not None:
        busy |= {*table.operation.blocks, *table.operation.retreated}
        busy |= set(table.operation.moved_by_event)
    return [
        block
        for block, it in table.state.blocks.items()
        if it.area is not None
        and not it.revealed
        and block not in busy
        and table.owner_of(block) in seats
    ]


def _exchange(state: State, one: str, other: str) -> None:
    a, b = state.blocks[one], state.blocks[other]
    a.area, b.area = b.area, a.area
    a.token, b.token = b.token, a.token
    a.ready, b.ready = b.ready, a.ready


def _public(state: State) -> tuple[Any, ...]:
    """Where the game stands: an exchange that everybody would notice makes another step due."""
    table = Table(state, RULES.pack)
    step = sequence.current(SEQUENCE, table)
    return step.name, step.asks(table), partners.in_contact(table)
