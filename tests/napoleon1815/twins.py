"""Pairs of games that differ only in what a reader may not know.

Twins are played side by side. Whatever is public happens in both of them, and the owner of a
secret answers in each of them as he can there. Until the rules make a secret public, a reader
must be given the same bytes by both.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import zip_longest
from random import Random
from typing import Any, TypeVar

import msgspec

from napoleon.events import SPECTATOR, Event, shown, told
from napoleon.orders import Order, Refusal, to_data
from napoleon.playing import stamped
from napoleon.rulesets.napoleon1815 import RULES, Napoleon1815, orders
from napoleon.rulesets.napoleon1815.pack import Strength
from napoleon.rulesets.napoleon1815.sides import SIDES
from napoleon.rulesets.napoleon1815.state import Block, State
from tests.napoleon1815.mutations import ONE_OF_EACH
from tests.napoleon1815.published import CommonChance, SecretOut, ToldApart, becomes_public
from tests.napoleon1815.random_play import GAME, KINDS, Bold, Play, play_out

T = TypeVar("T")

LENGTH = 100
"""Most orders for which twins are played on."""


class Twins:
    """Two games and their readers, who may not know in what they differ.

    Every `number` is another pair: of every kind of game, with secrets of either side or of both,
    that part in the set-up or later, a little or much.
    """

    def __init__(self, number: int) -> None:
        self.number = number
        self._random = Random(number)
        self._kind = KINDS[number % len(KINDS)]
        self.secretive = self._random.choice([SIDES[:1], SIDES[1:], SIDES])
        """The sides that have the secrets."""
        self.readers = [*(side for side in SIDES if side not in self.secretive), SPECTATOR]
        self._much = self._random.random() < 0.2
        self._bold = Bold(number)
        self._version = 0
        self.orders = 0
        """How many orders were given to both."""
        self._rules = (RULES, self._other_rules())
        self.states: list[State] = []

    def play(self) -> None:
        """Play both games as long as they are twins. Raises ToldApart."""
        try:
            self.part()
            while self.orders < LENGTH and not any(state.result for state in self.states):
                self._compare_boards()
                self._compare_refusals()
                self._go_on()
        except SecretOut:
            pass

    # -- how they come to differ -------------------------------------------------------------------

    def part(self) -> None:
        """Go to where the games part. Raises ToldApart, SecretOut."""
        if self.number % 4 == 0:
            laid = [
                rules.setup(self._kind.scenario, self._options(), chance)
                for rules, chance in zip(self._rules, self._chances(), strict=True)
            ]
            self.states = [_after(None, events) for events in laid]
            self._compare_events(*laid)
            self._version = len(laid[0])
        else:
            play = Play(self._kind, self.number)
            play_out(play, self._bold, self._random)
            self._version = self._random.choice(
                [version for version, state in play.positions.items() if _is_whole(state)]
            )
            self.states = [RULES.copied(play.positions[self._version]) for _ in range(2)]
            for block, it in self.states[1].blocks.items():
                printed = RULES.pack.blocks[block]
                if printed.side in self.secretive and printed.kind == "corps" and not it.removed:
                    self._alter(it)
        for side in self.secretive:
            self._swap_cards(self.states[1], side)

    def _alter(self, it: Block) -> None:
        """Other strength and fatigue; if not much, then alike in what rules ask of them."""
        strong, tired = it.strength > 4, it.fatigue > 4
        strength = self._random.randint(*((1, 8) if self._much else (5, 8) if strong else (1, 4)))
        it.fatigue = self._random.randint(*((0, 8) if self._much else (5, 8) if tired else (0, 4)))
        it.cavalry = self._random.randint(0, strength)
        it.infantry = strength - it.cavalry

    def _swap_cards(self, state: State, side: str) -> None:
        """Some cards of the hand for others of the deck, none of them red."""
        hand, deck = state.hands[side], state.decks[side]
        others = [card for card in deck if RULES.pack.cards[card].colour != "red"]
        held = [card for card in hand if RULES.pack.cards[card].colour != "red"]
        given = self._random.sample(others, min(3, len(others), len(held)))
        for mine, other in zip(held, given, strict=False):
            hand[hand.index(mine)] = other
            deck[deck.index(other)] = mine
        deck.sort()

    def _other_rules(self) -> Napoleon1815:
        """The game in which the corps of the secretive sides come in other strength."""
        pack = copy.copy(RULES.pack)
        scenario = pack.scenarios[self._kind.scenario]
        coming = [*scenario.setup, *(it.block for it in scenario.reinforcements)]
        strength, fatigue = dict(scenario.strength), dict(scenario.fatigue)
        for block in coming:
            printed = pack.blocks[block]
            if printed.side in self.secretive and printed.kind == "corps":
                it = Block(infantry=printed.infantry, cavalry=printed.cavalry)
                self._alter(it)
                strength[block], fatigue[block] = Strength(it.infantry, it.cavalry), it.fatigue
        other = msgspec.structs.replace(scenario, strength=strength, fatigue=fatigue)
        pack.scenarios = {**pack.scenarios, scenario.id: other}
        return Napoleon1815(pack)

    # -- how they go on ----------------------------------------------------------------------------

    def _go_on(self) -> None:
        """Somebody answers a decision, in both games."""
        decision = self._random.choice(RULES.decisions(self.states[0]))
        ones, others = (
            list(rules.offers(state, decision))
            for rules, state in zip(self._rules, self.states, strict=True)
        )
        alike: dict[Any, list[Order]] = {}
        for order in others:
            alike.setdefault(self._face(decision.seat, order), []).append(order)
        both = [order for order in ones if self._face(decision.seat, order) in alike]
        order = self._bold(self.states[0], decision, both)
        other = self._random.choice(alike[self._face(decision.seat, order)])
        caused = self._decided(decision.seat, order, other)
        self._compare_events(*caused)
        self.states = [_after(s, events) for s, events in zip(self.states, caused, strict=True)]
        self._version += len(caused[0])
        self.orders += 1
        one, other_one = (
            [(it.player, it.kind, it.points) for it in state.allocations] for state in self.states
        )
        if one != other_one:
            raise SecretOut("the track will tell what the corps could lose")

    def _face(self, seat: str, order: Order) -> Any:
        """What everybody will see of an order."""
        if seat in self.secretive:
            match order:
                case orders.AllocateFatigue() | orders.AllocateLosses():
                    return type(order)
                case orders.PlayRecoveryCard(card):
                    return card
        return msgspec.json.encode(order)

    def _decided(self, seat: str, *given: Order) -> list[Any]:
        return [
            rules.decide(state, seat, order, chance)
            for rules, state, order, chance in zip(
                self._rules, self.states, given, self._chances(), strict=True
            )
        ]

    def _options(self) -> dict[str, Any]:
        return {"resolver": self._kind.resolver, "farm_stop": self._kind.farm_stop}

    def _chances(self) -> list[CommonChance]:
        """Chance of each twin for what happens next."""
        seed = f"{self.number}/{self._version}"
        secret: set[int] = set()
        if self.states:
            one, other = (state.decks for state in self.states)
            secret = {card for side in SIDES for card in set(one[side]) ^ set(other[side])}
        return [CommonChance(seed, twin, self.secretive, set(secret)) for twin in range(2)]

    # -- what is compared --------------------------------------------------------------------------

    def _compare_boards(self) -> None:
        """Views, and what is to be decided; his own offers are part of what a reader is shown."""
        for reader in self.readers:
            one, other = (
                {**rules.view(state, reader), "decisions": _questions(rules, state, reader)}
                for rules, state in zip(self._rules, self.states, strict=True)
            )
            for name in one:
                if _bytes(one[name]) != _bytes(other[name]):
                    raise ToldApart(f"{reader} by {name}: {one[name]} / {other[name]}")

    def _compare_refusals(self) -> None:
        """What a reader learns by trying."""
        for reader in self.readers[:-1]:
            for order in self._probes(reader):
                one, other = self._decided(reader, order, order)
                if isinstance(one, Refusal) or isinstance(other, Refusal):
                    if one != other:
                        raise ToldApart(f"{reader} by trying {order}: {one} / {other}")
                else:
                    with suppress(SecretOut):
                        self._compare_events(one, other)

    def _probes(self, reader: str) -> Iterator[Order]:
        """An order of every verb, and some that ask for the secrets."""
        yield from ONE_OF_EACH
        state = self.states[0]
        corps = self._random.sample(sorted(state.blocks), 3)
        for side in self.secretive:
            held = [card for it in self.states for card in it.hands[side]]
            for card in held[:2] + held[-2:]:
                yield orders.PlayRecoveryCard(card, corps[0])
        for block in corps:
            yield orders.ActivateStack(state.blocks[block].area or "", (block,))
        yield orders.AllocateFatigue(dict.fromkeys(corps, 1))
        yield orders.AllocateLosses(dict.fromkeys(corps, orders.Loss(3, 3)))
        for pending in state.allocations:
            yield orders.AllocateFatigue(dict.fromkeys(pending.corps, 1))
            yield orders.AllocateLosses(dict.fromkeys(pending.corps, orders.Loss(4, 4)))

    def _compare_events(self, one: Sequence[Event], other: Sequence[Event]) -> None:
        """What a reader is shown and told of what happened, with version numbers."""
        for reader in self.readers:
            mine, yours = list(self._read(one, reader)), list(self._read(other, reader))
            differing = [
                pair for pair in zip_longest(mine, yours) if _bytes(pair[0]) != _bytes(pair[1])
            ]
            if not differing:
                continue
            if sorted(map(_fact, mine)) == sorted(map(_fact, yours)):
                raise ToldApart(f"{reader} by the order of events from {differing[0]} on")
            if not becomes_public(*differing[0]):
                raise ToldApart(f"{reader} by {differing[0]}")
            raise SecretOut(str(differing[0]))

    def _read(self, events: Sequence[Event], reader: str) -> Iterator[dict[str, Any]]:
        for event in stamped(events, GAME, after=self._version, at=0):
            yield {**shown(event, reader), "told": told(event, reader, RULES.names)}


def _after(state: State | None, events: Sequence[Event]) -> State:
    moved = None if state is None else RULES.copied(state)
    for event in events:
        moved = RULES.apply(moved, event)
    assert moved is not None
    return moved


def _questions(rules: Napoleon1815, state: State, reader: str) -> list[Any]:
    """What is to be decided, with the offers if it is for the reader to do."""
    return [
        (it, list(map(to_data, rules.offers(state, it))) if it.seat == reader else None)
        for it in rules.decisions(state)
    ]


def _is_whole(state: State) -> bool:
    """Whether the game runs, and nothing that was begun by secrets is half-done."""
    return not (state.result or state.allocations or state.sealed)


def _bytes(value: Any) -> bytes:
    return msgspec.json.encode(value)


def _fact(event: dict[str, Any]) -> bytes:
    """An event without its place among the others."""
    return _bytes({**event, "version": 0})
