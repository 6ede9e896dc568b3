"""Pairs of games that differ only in what a reader may not know.

Twins are played side by side. Whatever is public happens in both of them, and the owner of a
secret answers in each of them as he can there. Until the rules tell a reader a secret, he must be
given the same bytes by both.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from random import Random
from typing import Any

import msgspec

from napoleon.log.events.draws import with_calls
from napoleon.log.events.service import ServiceEvent
from napoleon.rules.events import SPECTATOR, Event
from napoleon.rules.orders import Order, Refusal
from napoleon.rulesets.napoleon1815 import RULES, exchange, orders, partners
from napoleon.rulesets.napoleon1815.sides import ALLIED
from napoleon.rulesets.napoleon1815.state import State
from napoleon.rulesets.napoleon1815.table import Table
from tests.napoleon1815.comparing import kept_from, same_at_first, still_in_the_dark
from tests.napoleon1815.faces import face
from tests.napoleon1815.parting import Parting, position_of
from tests.napoleon1815.published import CommonChance, SecretOut, ToldApart
from tests.napoleon1815.random_play import KINDS, Bold
from tests.napoleon1815.receiving import (
    attempts,
    boards_on_the_way,
    encoded,
    questions_on_the_way,
    received,
)
from tests.rulesets.entrants import Form
from tests.rulesets.showing import map_of, shown_to

SHOWN_AFTER = 4
"""Orders after which all that pages show since the games parted is compared again."""

LENGTH = 100
"""Most orders for which twins are played on."""

SEED = "18" * 32

STANDING = {"instruction": "decline_all"}
"""A standing order that has answered in place of its seat, in one of the twins."""


class Twins:
    """Two games and their readers, who may not know in what they differ.

    Every `number` is another pair: of every kind of game, with secrets of one seat or of more,
    that part in the set-up or later, a little or much. Those of a `kind` part in the set-up: their
    number is a multiple of four.
    """

    def __init__(self, number: int, kind: Form | None = None) -> None:
        self.number = number
        self._random = Random(number)
        self.kind = kind or KINDS[number % len(KINDS)]
        seats = RULES.seats(self.kind.options)
        chosen = self._random.sample(seats, self._random.randint(1, len(seats)))
        self.secretive = tuple(seat for seat in seats if seat in chosen)
        """The seats that have the secrets."""
        self.readers = [*(seat for seat in seats if seat not in chosen), SPECTATOR]
        """Those who have been told none of them so far."""
        much = self._random.random() < 0.2
        self._parting = Parting(self._random, self.secretive, much=much)
        self._bold = Bold(number)
        self._version = 0
        """Events on the table so far; there are as many in both games."""
        self.orders = 0
        """How many orders were given to both."""
        self.kept: set[type[Event]] = set()
        """Classes of events that were not the same in both games, and read the same."""
        in_set_up = number % 4 == 0
        self.rules = (RULES, self._parting.other_rules(self.kind) if in_set_up else RULES)
        """The rules that each of them is played by."""
        self._in_set_up = in_set_up
        self.states: list[State] = []
        self._happened: tuple[list[Event], list[Event]] = ([], [])

    def play(self) -> None:
        """Play both games as long as they are twins. Raises ToldApart."""
        try:
            self.part()
            while self.orders < LENGTH and not any(state.result for state in self.states):
                self._tell_partners()
                self._compare_boards()
                self._compare_attempts()
                self._go_on()
        except SecretOut:
            pass

    def part(self) -> None:
        """Go to where the games part. Raises ToldApart, SecretOut."""
        if self._in_set_up:
            laid = [
                _called(rules.setup(self.kind.scenario, self.kind.options, chance), chance)
                for rules, chance in zip(self.rules, self._chances(), strict=True)
            ]
            self.states = [_after(None, events) for events in laid]
            self._compare_events(*laid)
            self._version = len(_on_the_table(laid[0]))
        else:
            self._version, state = position_of(self.number)
            self.states = [state, RULES.copied(state)]
            self._parting.part(self.states[1])
        self._parting.swap_cards(self.states[1])

    # -- how they go on ----------------------------------------------------------------------------

    def _go_on(self) -> None:
        """Somebody answers a decision, or speaks to his partner, in both games."""
        caused = self._spoken() or self._exchanged() or self._answered()
        self._compare_events(*caused)
        self.states = [_after(s, events) for s, events in zip(self.states, caused, strict=True)]
        self._version += len(_on_the_table(caused[0]))
        self.orders += 1
        one, other = (_losses(state) for state in self.states)
        if one != other:
            raise SecretOut("the track will tell what the corps could lose")

    def _answered(self) -> list[Sequence[Event]]:
        """Both answer a decision, by orders that look alike to the readers."""
        decision = self._random.choice(RULES.decisions(self.states[0]))
        faces = [
            [
                (face(state, decision.seat, it, self.readers), it)
                for it in rules.legal_orders(state, decision)
            ]
            for rules, state in zip(self.rules, self.states, strict=True)
        ]
        alike: dict[bytes, list[Order]] = {}
        for looks, order in faces[1]:
            alike.setdefault(looks, []).append(order)
        both = {id(order): looks for looks, order in faces[0] if looks in alike}
        if not both:
            raise SecretOut(f"nothing alike can be answered to {decision.kind}")
        mine = [order for _, order in faces[0] if id(order) in both]
        order = self._bold(self.states[0], decision, mine)
        other = self._random.choice(alike[both[id(order)]])
        caused = self._decided(decision.seat, order, other)
        if decision.kind == "window" and decision.seat not in self.readers:
            by_itself = msgspec.structs.replace(caused[1][0], instruction=STANDING)
            caused[1] = [by_itself, *caused[1][1:]]
        return caused

    def _spoken(self) -> list[Sequence[Event]]:
        """Sometimes partners talk, and in each game they may say something else [THREE.3]."""
        table = Table(self.states[0], RULES.pack)
        if not partners.in_contact(table) or self._random.random() < 0.7:
            return []
        seat, listener = self._random.sample(table.players_of(ALLIED), 2)
        said = [orders.SendMessage("March at once."), orders.SendMessage("Stay where you are.")]
        if {seat, listener} & set(self.readers):
            said[1] = said[0]
        return self._decided(seat, *said)

    def _exchanged(self) -> list[Sequence[Event]]:
        """Sometimes they offer cards, and in each game they may offer others [THREE.3]."""
        tables = [Table(state, RULES.pack) for state in self.states]
        if not partners.in_contact(tables[0]) or self._random.random() < 0.9:
            return []
        if any(exchange.due(table) for table in tables):
            return []
        seat, partner = self._random.sample(tables[0].players_of(ALLIED), 2)
        held = [
            sorted(set(table.state.hands[seat]) - {*exchange.committed(table, seat)})
            for table in tables
        ]
        open_to = {seat, partner} & set(self.readers)
        common = sorted(set(held[0]) & set(held[1]))
        if (open_to and not common) or not all(held):
            return []
        given = [self._random.choice(common)] * 2 if open_to else [it[0] for it in held]
        return self._decided(seat, *(orders.OfferCards((card,)) for card in given))

    def _decided(self, seat: str, *given: Order) -> list[Any]:
        return [
            _called(rules.decide(state, seat, order, chance), chance)
            for rules, state, order, chance in zip(
                self.rules, self.states, given, self._chances(*given), strict=True
            )
        ]

    def _chances(self, *given: Order) -> list[CommonChance]:
        """Chance of each twin for what happens next; `given` may take cards from the decks."""
        seed = f"{self.number}/{self._version}"
        first = self.states[0].draws if self.states else 0
        secret = {order.card for order in given if isinstance(order, orders.ChooseFromDeck)}
        if self.states:
            one, other = (state.decks for state in self.states)
            secret |= {card for side in one for card in set(one[side]) ^ set(other[side])}
        return [
            CommonChance(seed, twin, self.secretive, set(secret), first=first) for twin in range(2)
        ]

    # -- what is compared --------------------------------------------------------------------------

    def _compare_boards(self) -> None:
        """Views, what is to be decided, and both of them in the notation."""
        for reader in self.readers:
            one, other = (
                received(rules, state, reader)
                for rules, state in zip(self.rules, self.states, strict=True)
            )
            if encoded(one) != encoded(other):
                parts = [name for name in one if encoded(one[name]) != encoded(other[name])]
                seen = [(name, one[name], other[name]) for name in parts]
                raise ToldApart(f"{reader} by {seen or 'the order of fields'}")

    def _compare_on_the_way(self, one: Sequence[Event], other: Sequence[Event]) -> None:
        """Every position in the middle of what happened, as far as a reader was told the same.

        A question there may hang on what the same order makes public in its later events, so those
        who are told a secret by these are shown none.
        """
        before = [RULES.copied(state) for state in self.states] if self._version else [None, None]
        same = {it: same_at_first(it, one, other, after=self._version) for it in self.readers}
        both = zip(_positions(before[0], one), _positions(before[1], other), strict=False)
        for place, states in enumerate(islice(both, max(same.values())), 1):
            if any(state is None or state.result for state in states):
                continue
            for reader in [it for it in self.readers if place <= same[it]]:
                told_more = same[reader] < max(len(one), len(other))
                for look in [boards_on_the_way, *([] if told_more else [questions_on_the_way])]:
                    mine, yours = (
                        look(rules, state, reader)
                        for rules, state in zip(self.rules, states, strict=True)
                    )
                    if encoded(mine) != encoded(yours):
                        parts = [it for it in mine if encoded(mine[it]) != encoded(yours[it])]
                        seen = [(name, mine[name], yours[name]) for name in parts]
                        where = f"after {one[place - 1].type}, in the middle of an order"
                        raise ToldApart(f"{reader} by {seen} {where}")

    def _compare_shown(self, one: Sequence[Event], other: Sequence[Event]) -> None:
        """The story and reports of battles since they parted, and the maps with their trails."""
        for happened, events in zip(self._happened, (one, other), strict=True):
            happened += _on_the_table(events)
        if self.orders % SHOWN_AFTER:
            return
        before = self.states if self._version else [None, None]
        after = [_after(*it) for it in zip(before, (one, other), strict=True)]
        for reader in self.readers if not any(state.result for state in after) else ():
            mine, yours = (
                (shown_to(RULES, reader, happened), map_of(RULES, state, reader, happened))
                for state, happened in zip(after, self._happened, strict=True)
            )
            if encoded(mine) != encoded(yours):
                raise ToldApart(f"{reader} by what pages show of {one}: {mine} / {yours}")

    def _compare_attempts(self) -> None:
        """What a reader learns by trying."""
        for reader in [it for it in self.readers if it != SPECTATOR]:
            for attempt in attempts(self._random, self.states, self.secretive, reader):
                one, other = (
                    attempt(rules, state, chance)
                    for rules, state, chance in zip(
                        self.rules, self.states, self._chances(), strict=True
                    )
                )
                if _refusal(one) != _refusal(other):
                    raise ToldApart(f"{reader} by trying {attempt}: {one} / {other}")

    def _tell_partners(self) -> None:
        """What partners know of each other by the rules, though no event says it."""
        tables = [Table(state, RULES.pack) for state in self.states]
        knowing = {leader for table in tables for leader in _choosing_for_partner(table)}
        if len(set(map(partners.in_contact, tables))) > 1:
            knowing.update(tables[0].players_of(ALLIED))
        self.readers = [reader for reader in self.readers if reader not in knowing]

    def _compare_events(self, one: Sequence[Event], other: Sequence[Event]) -> None:
        """What readers are shown and told of what happened; whoever is told a secret knows it."""
        self._compare_on_the_way(one, other)
        self.readers = still_in_the_dark(self.readers, one, other, after=self._version)
        self.kept |= kept_from(self.readers, one, other)
        self._compare_shown(one, other)
        if not self.readers:
            raise SecretOut("everybody has been told a secret")


def _called(caused: Sequence[Event] | Refusal, chance: CommonChance) -> Any:
    """What happened, with what its draws were called for, as it is recorded."""
    return caused if isinstance(caused, Refusal) else with_calls(caused, chance.calls, SEED)


def _on_the_table(events: Sequence[Event]) -> list[Event]:
    return [event for event in events if not isinstance(event, ServiceEvent)]


def _positions(state: State | None, events: Sequence[Event]) -> Iterator[State | None]:
    """The position after each of the events, moved on in place; None before there is a table."""
    for event in events:
        if not isinstance(event, ServiceEvent):
            state = RULES.apply(state, event)
        yield state


def _after(state: State | None, events: Sequence[Event]) -> State:
    moved = None if state is None else RULES.copied(state)
    for event in _on_the_table(events):
        moved = RULES.apply(moved, event)
    assert moved is not None
    return moved


def _choosing_for_partner(table: Table) -> list[str]:
    """Leaders of a mixed stack, who are shown what each of its corps can lose [RULING.82]."""
    return [
        it.player
        for it in table.state.allocations
        if it.kind == "losses" and any(not table.is_own(it.player, corps) for corps in it.corps)
    ]


def _losses(state: State) -> list[tuple[str, int]]:
    """The strength points that players are about to lose: everybody will see them score [VIS.4]."""
    return [(it.player, it.points) for it in state.allocations if it.kind == "losses"]


def _refusal(answer: Any) -> bytes | None:
    """A refusal as it is sent; what happens where an order is accepted is compared elsewhere."""
    return encoded(answer) if isinstance(answer, Refusal) else None
