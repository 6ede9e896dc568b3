"""Whole games that differ only in what a reader may not know.

They part somewhere in a game: what is hidden from the reader is not the same in both. From then on
they are played side by side. The reader, and all from whom nothing is hidden, give the same orders;
the owner of the secret gives such as look alike to the reader. Until the rules tell it, the reader
must be given the same bytes by both.

A game whose positions can be made to differ tells of its pairs in `twins` of the folder of its
tests, with how they part. (The twins of `twins` part by one draw or one order, in any game.)
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any, ClassVar, NamedTuple

import msgspec

from napoleon.log.events.draws import with_calls
from napoleon.rules.contract import installed
from napoleon.rules.events import Event
from napoleon.rules.orders import Order, Refusal
from napoleon.rules.terms import Decision
from tests.rulesets.entrants import entrants
from tests.rulesets.lots import Lots, NoTwin
from tests.rulesets.receiving import ToldApart, told_to
from tests.rulesets.twins import SEED, Twins
from tests.watching import Player

TESTS = Path(__file__).parents[1]

ALIKE = 12
"""Most orders in one game that are tried to find one that looks like that of the other."""

FEW = 3
"""Orders of the one game for which one that looks alike is sought in the other."""


class Pair:
    """Two games and a reader who may not know in what they differ; every number is another."""

    game: ClassVar[str]
    """The name of the game."""
    naming: ClassVar[Collection[str]]
    """Fields of orders that name what may be hidden."""
    if_one_is_asked: ClassVar[type[Exception]] = ToldApart
    """What it means that only one of them has to be decided for."""

    def __init__(self, number: int, player: Player, length: int) -> None:
        """`length` is the most orders for which they are played on."""
        self.number = number
        self.length = length
        self.random = Random(number)
        self.player = player
        self.orders = 0
        """How many orders were given to both."""
        self.differed = False
        """Whether there was anything in which they differed."""
        self.happened: set[type[Event]] = set()
        """Classes of events that both were given and read the same."""
        self.stopped = ""
        """Why they were no twins any longer."""

    def __str__(self) -> str:
        return f"pair {self.number}"

    # -- what each game says -----------------------------------------------------------------------

    def somewhere(self) -> Any:
        """A position in the middle of a game, in which they part."""
        raise NotImplementedError

    def readers(self, state: Any) -> Sequence[str]:
        """Those who might tell them apart."""
        raise NotImplementedError

    def part(self, state: Any) -> None:
        """Let `state` differ in what the reader may not know."""
        raise NotImplementedError

    def has_to_look_alike(self, order: Order) -> bool:
        """Whether an order looks the same in both, as it is the same."""
        return False

    # -- how they go on ----------------------------------------------------------------------------

    def play(self) -> None:
        """Play both on as long as they are twins. Raises ToldApart."""
        entrant = entrants()[self.game]
        self.rules: Any = entrant.rules
        state = self.somewhere()
        self.reader = self.random.choice(self.readers(state))
        other = self.rules.copied(state)
        self.part(other)
        self.differed = state != other
        self.twins = Twins(entrant, self.reader, 10_000, [state, other])
        try:
            while self.orders < self.length:
                where = f"{self}, order {self.orders}"
                self.twins.compare(self.random, where)
                self._go_on(where)
                self.orders += 1
        except NoTwin as told:
            self.stopped = str(told)

    def _go_on(self, where: str) -> None:
        asked = [self.rules.decisions(state) for state in self.twins.states]
        decision = self.random.choice(asked[0])
        if decision not in asked[1]:
            raise self.if_one_is_asked(f"only one of them is asked for {decision.kind}: {where}")
        if decision.seat == self.reader:
            legal_orders = list(self.rules.legal_orders(self.twins.states[0], decision))
            order = self.player(self.twins.states[0], decision, legal_orders)
            both = [self._decided(twin, decision, order) for twin in range(2)]
            self._follow(both, f"{where}: {order}")
            return
        self._answer_alike(decision, where)

    def _answer_alike(self, decision: Decision, where: str) -> None:
        """The owner gives orders that look the same to the reader."""
        legal_orders = [
            list(self.rules.legal_orders(state, decision)) for state in self.twins.states
        ]
        for _ in range(FEW):
            order = self.player(self.twins.states[0], decision, legal_orders[0])
            mine = self._decided(0, decision, order)
            if self.has_to_look_alike(order) and order in legal_orders[1]:
                self._follow([mine, self._decided(1, decision, order)], f"{where}: {order}")
                return
            looks = self._looks(mine)
            likely = [it for it in legal_orders[1] if self._is_of_the_same_sort(order, it)]
            self.random.shuffle(likely)
            # The same one first: mostly it looks the same.
            likely.sort(key=lambda it, order=order: it != order)  # type: ignore[misc]
            for other in likely[:ALIKE]:
                yours = self._decided(1, decision, other)
                if self._looks(yours) == looks:
                    self._follow([mine, yours], f"{where}: {order} or {other}")
                    return
        raise NoTwin(f"nothing looks alike in answer to {decision.kind}")

    def _is_of_the_same_sort(self, order: Order, other: Order) -> bool:
        """Whether two orders may look alike: the same but for what they name."""
        return type(order) is type(other) and all(
            getattr(order, name) == getattr(other, name)
            for name in order.__struct_fields__
            if name not in self.naming
        )

    def _looks(self, events: Sequence[Event]) -> bytes:
        """What the reader is told, up to where something is revealed that they may learn."""
        told = told_to(self.twins.entrant, self.reader, events, self.twins.version)
        return msgspec.json.encode(told)

    def _decided(self, twin: int, decision: Decision, order: Order) -> Sequence[Event]:
        state = self.twins.states[twin]
        chance = Lots(f"{SEED}/{self.number}/{self.twins.version}", state.draws)
        events = self.rules.decide(state, decision.seat, order, chance)
        if isinstance(events, Refusal):
            raise ToldApart(f"an offer of one is refused in the other: {order}\n{events}")
        return with_calls(events, chance.calls, SEED)

    def _follow(self, causes: Sequence[Sequence[Event]], where: str) -> None:
        self.twins.follow(causes, where)
        self.happened.update(map(type, causes[0]))


class Group(NamedTuple):
    """Pairs that are played under soak, and what comes up in them if they are any good."""

    pairs: Sequence[tuple[Any, ...]]
    """What each is made of, beside its length."""
    differ: int
    """How many of them differ, at least."""
    kinds: int = 1
    """How many classes of events happen in them, at least."""
    acts: Collection[type[Event]] = ()
    """Classes of which one happens in them."""


class Pairs(NamedTuple):
    """The pairs of a game."""

    made: Callable[..., Pair]
    """Makes one of what it is made of and its length."""
    short: int
    """Orders for which those are played on that `make test` plays."""
    length: int
    """Orders for which those are played on that `make soak` plays."""
    enough: Sequence[tuple[Any, ...]]
    """Pairs of which `make test` plays some."""
    many: Mapping[str, Group]


@cache
def pairs() -> dict[str, Pairs]:
    """The pairs of each registered game that tells of any, by name."""
    found = {
        name: getattr(import_module(f"tests.{name}.twins"), "PAIRS", None)
        for name in sorted(installed())
        if (TESTS / name / "twins.py").exists()
    }
    return {name: those for name, those in found.items() if those is not None}
