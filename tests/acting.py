"""Orders and corrections of any game, carried out so that a test reads as given, when, then.

Everything goes through the six functions of the ruleset. What happened, or why an order was
refused, is an `Outcome`; a game whose tests ask for more has a subclass of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Generic, Protocol, TypeVar

import msgspec

from napoleon.rules.corrections import Correction
from napoleon.rules.events import Event
from napoleon.rules.kit.declared import DeclaredRules
from napoleon.rules.orders import Order, Refusal
from napoleon.rules.standing_orders import Kept, StandingOrder

Rules = DeclaredRules[Any, Any, Any, Any]

WHY = "t0815"
"""Id of the text that gives the reason of a correction."""

S = TypeVar("S")
E = TypeVar("E", bound=Event)
O_co = TypeVar("O_co", covariant=True)


class Outcome(Generic[S]):
    """A position after orders, with what happened, or the refusal of the last one."""

    def __init__(self, state: S, events: Sequence[Event], refusal: Refusal | None) -> None:
        self.state = state
        self.refusal = refusal
        self._events = list(events)

    @property
    def events(self) -> list[Event]:
        """What happened, in order; an order that was refused has no events to look for."""
        assert self.refusal is None, self.refusal
        return self._events

    @property
    def refused(self) -> tuple[str, str] | None:
        """Code and clause of the refusal."""
        return (self.refusal.code, self.refusal.clause) if self.refusal else None

    def events_of(self, kind: type[E], /, **values: Any) -> list[E]:
        """The events of a class that have these values, in order."""
        return [
            event
            for event in self.events
            if isinstance(event, kind)
            and all(getattr(event, name) == wanted for name, wanted in values.items())
        ]

    def the(self, kind: type[E], /, **values: Any) -> E:
        """The one event of a class that has these values."""
        found = self.events_of(kind, **values)
        assert len(found) == 1, f"{len(found)} events {kind.__name__} {values}: {found}"
        return found[0]

    def lines(self, kind: type[E], /, **values: Any) -> list[tuple[int, str]]:
        """Amounts and clauses of the breakdown of the one event of a class."""
        breakdown = self.the(kind, **values).breakdown  # type: ignore[attr-defined]
        return [(line.amount, line.clause) for line in breakdown]


class MakesOutcomes(Protocol[O_co]):
    """A class of outcomes."""

    def __call__(self, state: Any, events: Sequence[Event], refusal: Refusal | None, /) -> O_co:
        """An outcome."""


def state_of(given: Any) -> Any:
    """The position that is given, or that of an outcome."""
    return given.state if isinstance(given, Outcome) else given


def give(
    rules: Rules,
    outcome: MakesOutcomes[O_co],
    given: Any,
    seat: str,
    orders: Iterable[Order],
    chance: Any,
) -> O_co:
    """Give orders of one seat, one after the other; only the last one may be refused.

    Every order that answers a decision is held against the list of legal orders as well.
    """
    state = state_of(given)
    happened: list[Event] = []
    refusal = None
    for order in orders:
        assert refusal is None, f"refused before the last order: {refusal}"
        before = msgspec.msgpack.encode(state)
        answer = rules.decide(state, seat, order, chance)
        assert msgspec.msgpack.encode(state) == before, "decide changed the position"
        offered = order in legal_orders(rules, state, seat)
        if isinstance(answer, Refusal):
            assert not offered, f"{order} was offered and refused: {answer}"
            refusal = answer
        else:
            free = type(order) in rules.book.free
            assert offered or free, f"{order} was not offered and accepted"
            state = after(rules, state, answer)
            happened.extend(answer)
    return outcome(state, happened, refusal)


def corrected(
    rules: Rules, outcome: MakesOutcomes[O_co], given: Any, corrections: Iterable[Correction]
) -> O_co:
    """The table after corrections, one after the other; only the last one may be refused."""
    assert rules.corrections is not None
    state = state_of(given)
    happened: list[Event] = []
    refusal = None
    for correction in corrections:
        assert refusal is None, f"refused before the last correction: {refusal}"
        before = rules.copied(state)
        answer = rules.corrections.carry_out(state, correction, WHY)
        assert state == before, "a correction changed the position that it was given"
        if isinstance(answer, Refusal):
            refusal = answer
        else:
            state = after(rules, state, answer)
            happened += answer
    return outcome(state, happened, refusal)


def legal_orders(rules: Rules, given: Any, seat: str) -> list[Order]:
    """Every order that is legal for a seat now."""
    state = state_of(given)
    return [
        order
        for decision in rules.decisions(state)
        if decision.seat == seat
        for order in rules.legal_orders(state, decision)
    ]


def asked(rules: Rules, given: Any) -> list[tuple[str, str]]:
    """Who has to decide what now: seat and kind."""
    return [(decision.seat, decision.kind) for decision in rules.decisions(state_of(given))]


def after(rules: Rules, state: Any, events: Iterable[Event]) -> Any:
    """The position after events, the first of which makes it if there is none yet."""
    moved = None if state is None else rules.copied(state)
    for event in events:
        moved = rules.apply(moved, event)
    return moved


def leave(rules: Rules, given: Any, seat: str, instructions: Iterable[StandingOrder]) -> list[Kept]:
    """The standing orders as they are kept when `seat` leaves them here; none is refused."""
    assert rules.standing is not None
    state = state_of(given)
    left = list(instructions)
    for instruction in left:
        assert rules.standing.refuse(state, seat, instruction) is None
    occasion = msgspec.json.decode(msgspec.json.encode(rules.standing.occasion(state)))
    return [Kept(str(n), seat, it, occasion) for n, it in enumerate(left)]


def answer(rules: Rules, given: Any, kept: Iterable[Kept]) -> Order | None:
    """What the standing orders that have not run out answer to the first open decision."""
    assert rules.standing is not None
    state = state_of(given)
    decision = rules.decisions(state)[0]
    own = [it for it in kept if it.seat == decision.seat]
    living = [it for it in own if not rules.standing.has_expired(state, it)]
    use = rules.standing.answer(state, decision, living)
    assert use is None or use.order in rules.legal_orders(state, decision)
    return use and use.order
