"""What answers each kind of decision: for every verb its legal orders, its refusals, its effect.

`carry_out` is the way of any order through the verbs of a game: refused, or carried out and
followed by what the sequence of play does by itself, and by the answers that are the only ones.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property, partial
from itertools import islice
from typing import Any, Generic, NamedTuple, TypeVar

import msgspec

from napoleon.rules.events import RULES, Event
from napoleon.rules.kit import sequence as play
from napoleon.rules.kit.sequence import SequenceOfPlay
from napoleon.rules.kit.table import GameEnded, Table, refuse
from napoleon.rules.orders import (
    AnsweredByRules,
    AnsweredForAbsent,
    Order,
    OrderGiven,
    Refusal,
    to_data,
    verb_of,
)
from napoleon.rules.terms import Carried, Decision, Loss

T = TypeVar("T", bound=Table[Any, Any])


def sealed(table: Any, decision: Decision, order: Any) -> None:
    """The answer waits, hidden in the log, until everybody who was asked has answered."""


def refuse_nothing(table: Any, decision: Decision, order: Any) -> Refusal | None:
    """An order in which nothing could be wrong."""
    return None


def nothing_to_explain(table: Any, seat: str, order: Any) -> Refusal | None:
    """The general refusals say enough."""
    return None


def if_legal(
    order: Order, refusal: Callable[[T, Decision, Any], Refusal | None]
) -> Callable[[T, Decision], Iterable[Order]]:
    """The legal orders of a verb that has one order only: that order, unless it is refused."""
    return lambda table, decision: [] if refusal(table, decision, order) else [order]


def never_irreversible(table: Any, decision: Decision, order: Any) -> bool:
    """Nothing is drawn for the order, and it shows nothing that was hidden."""
    return False


def always_irreversible(table: Any, decision: Decision, order: Any) -> bool:
    """Something is drawn for the order, or it shows something that was hidden."""
    return True


def nothing_passes(order: Any) -> bool:
    """A game in which nobody can do nothing."""
    return False


def nothing_lost(table: Any, decision: Decision, order: Any) -> Sequence[Loss]:
    """The order eliminates nothing of its seat's own by the rules."""
    return ()


def by_what_lies_open(table: Any, decision: Decision) -> bool:
    """Everybody sees what answers the question."""
    return True


def nobody_leaves(table: Any, seat: str) -> bool:
    """A game that ends as soon as somebody leaves it."""
    return False


def ends_nothing(order: Any) -> bool:
    """A game in which nobody says that their turn is over."""
    return False


def no_least(table: Any, decision: Decision, legal_orders: Iterable[Order]) -> Order | None:
    """A game in which nobody has to do something."""
    return None


class Verb(NamedTuple, Generic[T]):
    """One verb and its handlers, with the kinds of decision it answers, and its phase.

    `legal_orders` lists every legal order of the verb, `refusal` says why one is not legal, and
    `carry_out` records what it causes. `misplaced` explains an order of the verb that is given
    when nobody asked for it. A verb of no particular phase has an empty one. `irreversible` says
    whether an order is past recall once it is given, as something is drawn for it or shown by it;
    it goes by what its seat may know, as being asked must not tell more. Sealed answers always are.
    `warns` lists what of the seat's own an order eliminates by the rules.
    """

    order: type[Order]
    kinds: tuple[str, ...]
    phase: str
    legal_orders: Callable[[T, Decision], Iterable[Order]]
    refusal: Callable[[T, Decision, Any], Refusal | None]
    carry_out: Callable[[T, Decision, Any], None]
    misplaced: Callable[[T, str, Any], Refusal | None] = nothing_to_explain
    irreversible: Callable[[T, Decision, Any], bool] = never_irreversible
    warns: Callable[[T, Decision, Any], Sequence[Loss]] = nothing_lost
    subject: str = ""
    """Field of its orders that names the subject of the decision they answer."""


class CheckedVerb(NamedTuple, Generic[T]):
    """A verb with too many legal orders to list them, such as deploying an army.

    `refusal` alone says what is legal: it is pure, and explains whatever it refuses. `legal_orders`
    are a few legal orders, as suggestions. The rest is as in a `Verb`.
    """

    order: type[Order]
    kinds: tuple[str, ...]
    phase: str
    legal_orders: Callable[[T, Decision], Iterable[Order]]
    refusal: Callable[[T, Decision, Any], Refusal | None]
    carry_out: Callable[[T, Decision, Any], None]
    misplaced: Callable[[T, str, Any], Refusal | None] = nothing_to_explain
    irreversible: Callable[[T, Decision, Any], bool] = never_irreversible
    warns: Callable[[T, Decision, Any], Sequence[Loss]] = nothing_lost
    subject: str = ""


class FreeVerb(NamedTuple, Generic[T]):
    """A verb that answers no decision, and so is no legal orders of a decision, such as resigning.

    `refusal` says why a seat may not use it now, whatever the order, and `unfit` what is wrong with
    an order of a seat that may.
    """

    order: type[Order]
    clause: str
    refusal: Callable[[T, str], Refusal | None]
    carry_out: Callable[[T, str, Any], None]
    unfit: Callable[[T, str, Any], Refusal | None] = nothing_to_explain
    goes_on: bool = False
    """Whether something goes on by the rules after it, as when its seat has left the game."""


@dataclass(frozen=True, eq=False)
class Rulebook(Generic[T]):
    """What a game is played by: its sequence of play, and its verbs by their orders.

    `clause` is that of the sequence of play, for orders that come at the wrong time. `passes` says
    by which orders a seat does nothing. Where it has to do something, `least` chooses what costs it
    least among the legal orders, by the game's own rule; None if it does not say.

    `public` says by the kinds of questions whether, at this table, their legal orders follow from
    what everybody knows. Where one of these has a single answer, the rules give it and nobody is
    asked; all other kinds are asked, as a question that is not put would tell of a hand. `ends`
    says by which orders a seat ends its own turn, march or phase: while it can still undo something
    in it, it is asked. `leaves` says who has left in the middle of something: for them the rules
    do as little as may be, up to where the game goes on without them.
    """

    sequence: SequenceOfPlay[T]
    verbs: Mapping[type[Order], Verb[T] | CheckedVerb[T]]
    free: Mapping[type[Order], FreeVerb[T]]
    clause: str
    passes: Callable[[Any], bool] = nothing_passes
    least: Callable[[T, Decision, Iterable[Order]], Order | None] = no_least
    public: Mapping[str, Callable[[T, Decision], bool]] = field(default_factory=dict)
    ends: Callable[[Any], bool] = ends_nothing
    leaves: Callable[[T, str], bool] = nobody_leaves

    @cached_property
    def answering(self) -> Mapping[str, tuple[Verb[T] | CheckedVerb[T], ...]]:
        """The verbs by the kinds of questions that they answer."""
        found: dict[str, tuple[Verb[T] | CheckedVerb[T], ...]] = {}
        for verb in self.verbs.values():
            for kind in verb.kinds:
                found[kind] = (*found.get(kind, ()), verb)
        return found

    @cached_property
    def checked(self) -> Mapping[str, tuple[str, ...]]:
        """By the kind of a question, the verbs whose answers are checked and not listed."""
        return {
            kind: names
            for kind, verbs in self.answering.items()
            if (names := tuple(verb_of(it.order) for it in verbs if isinstance(it, CheckedVerb)))
        }


def until_the_end() -> suppress:
    """Rules go on in here until they have nothing to do, or the game is over."""
    return suppress(GameEnded)


def decisions(book: Rulebook[T], table: T) -> list[Decision]:
    """Who has to decide what now, and which verbs are checked for it."""
    return _with_checked(book, play.decisions(book.sequence, table))


def _with_checked(book: Rulebook[T], asked: list[Decision]) -> list[Decision]:
    checked = book.checked
    return [
        msgspec.structs.replace(it, checked=checked[it.kind]) if it.kind in checked else it
        for it in asked
    ]


def legal_orders(book: Rulebook[T], table: T, decision: Decision) -> Iterable[Order]:
    """Every legal order for `decision`, verb by verb; for a verb that is checked, a few."""
    table.scenes.clear()
    for verb in book.answering.get(decision.kind, ()):
        yield from verb.legal_orders(table, decision)


def kinds(book: Rulebook[T]) -> tuple[str, ...]:
    """The kinds of all decisions, in the order of the verbs that answer them."""
    return tuple(book.answering)


def pass_order(book: Rulebook[T], table: T, decision: Decision) -> Order | None:
    """The legal order with which a seat does as little as may be; None if there is none."""
    found = next(filter(book.passes, legal_orders(book, table, decision)), None)
    if found is not None or book.least is no_least:
        return found
    return book.least(table, decision, legal_orders(book, table, decision))


def free_verbs(book: Rulebook[T], table: T, seat: str) -> Iterable[type[Order]]:
    """The verbs that `seat` may use now without being asked."""
    for verb in book.free.values():
        if verb.refusal(table, seat) is None:
            yield verb.order


def is_irreversible(book: Rulebook[T], table: T, decision: Decision, order: Order) -> bool:
    """Whether a legal `order`, in answer to `decision`, is past recall once it is given."""
    verb = book.verbs[type(order)]
    table.go_on = partial(advance, book, answered=decision)
    return verb.carry_out is sealed or verb.irreversible(table, decision, order)


def warns(book: Rulebook[T], table: T, decision: Decision, order: Order) -> Sequence[Loss]:
    """What of the seat's own is eliminated by the rules if it gives a legal `order`."""
    table.go_on = partial(advance, book, answered=decision)
    return book.verbs[type(order)].warns(table, decision, order)


def carry_out(
    book: Rulebook[T], table: T, seat: str, order: Order, asked: list[Decision] | None = None
) -> Carried | Refusal:
    """What comes of `order` of `seat`, up to the next decision, or why it is refused.

    `table` has chance, and a state of its own that is moved on; a refusal leaves it as it was.
    `asked` is what `decisions` says of it, if that is known already.
    """
    free = book.free.get(type(order))
    if free is not None:
        return _freely(book, table, seat, order, free)
    verb = book.verbs[type(order)]
    open_decisions = decisions(book, table) if asked is None else asked
    decision = next(
        (
            it
            for it in open_decisions
            if it.seat == seat and it.kind in verb.kinds and _answers(verb, order, it)
        ),
        None,
    )
    if decision is None:
        return _misplaced(book, table, seat, order, open_decisions)
    refusal = verb.refusal(table, decision, order)
    if refusal is not None:
        return refusal
    table.acting = seat
    following: list[Decision] = []
    with until_the_end():
        table.record(OrderGiven(player=seat, order=to_data(order)), decision.clause)
        verb.carry_out(table, decision, order)
        table.acting = ""
        following = advance(book, table, decision)
    return Carried(table.recorded, following)


def decide(book: Rulebook[T], table: T, seat: str, order: Order) -> list[Event] | Refusal:
    """The events alone of what comes of `order`, or why it is refused; see `carry_out`."""
    carried = carry_out(book, table, seat, order)
    return carried if isinstance(carried, Refusal) else carried.events


def advance(book: Rulebook[T], table: T, answered: Decision | None = None) -> list[Decision]:
    """Go on by the rules until somebody has to decide: who, and what.

    `answered` is what was decided just now.
    """
    while True:
        asked = _with_checked(book, play.advance(book.sequence, table))
        for decision in asked:
            if book.leaves(table, decision.seat):
                least = pass_order(book, table, decision)
                assert least is not None, f"the rules know no answer to {decision.kind}"
                _answer(book, table, decision, least, AnsweredForAbsent)
                break
            order = only_answer(book, table, decision)
            if order is not None and not _can_still_undo(book, table, order, decision, answered):
                _answer(book, table, decision, order)
                break
        else:
            return asked


def only_answer(book: Rulebook[T], table: T, decision: Decision) -> Order | None:
    """The one order that answers a question by what everybody knows; None if a seat has to say."""
    public = book.public.get(decision.kind)
    if public is None or decision.checked or not public(table, decision):
        return None
    first, *others = islice(legal_orders(book, table, decision), 2)
    return None if others else first


def _can_still_undo(
    book: Rulebook[T], table: T, order: Order, decision: Decision, answered: Decision | None
) -> bool:
    """Whether `order` would end what its seat has just acted in, and might take back."""
    if answered is None or not book.ends(order):
        return False
    goes_on = (decision.seat, decision.kind) == (answered.seat, answered.kind)
    return goes_on and not any(it.drawn or it.reveals for it in table.recorded)


def _answer(
    book: Rulebook[T],
    table: T,
    decision: Decision,
    order: Order,
    told: type[AnsweredByRules] | type[AnsweredForAbsent] = AnsweredByRules,
) -> None:
    """Give an answer for a seat, in the name of the rules: the only one, or that of the absent."""
    already = len(table.recorded)
    table.acting = decision.seat
    try:
        table.record(told(decision.seat, to_data(order)), decision.clause)
        book.verbs[type(order)].carry_out(table, decision, order)
    finally:
        table.acting = ""
        for event in table.recorded[already:]:
            if event.by == decision.seat:
                msgspec.structs.force_setattr(event, "by", RULES)
                msgspec.structs.force_setattr(event, "behalf", decision.seat)


def _answers(verb: Verb[T] | CheckedVerb[T], order: Order, decision: Decision) -> bool:
    """Whether an order is given for what the seat is asked to decide for."""
    if not decision.subject:
        return True
    assert verb.subject, f"{verb.order.__name__} says in no field for which subject it is given"
    return bool(getattr(order, verb.subject) == decision.subject)


def _freely(
    book: Rulebook[T], table: T, seat: str, order: Order, verb: FreeVerb[T]
) -> Carried | Refusal:
    refusal = verb.refusal(table, seat) or verb.unfit(table, seat, order)
    if refusal is not None:
        return refusal
    table.acting = seat
    with until_the_end():
        table.record(OrderGiven(player=seat, order=to_data(order)), verb.clause)
        verb.carry_out(table, seat, order)
        if verb.goes_on:
            table.acting = ""
            advance(book, table)
    return Carried(table.recorded, decisions(book, table))


def _misplaced(
    book: Rulebook[T], table: T, seat: str, order: Order, open_decisions: list[Decision]
) -> Refusal:
    """Why an order that `seat` is not asked for cannot be given: the verb's own reason first."""
    verb = book.verbs[type(order)]
    explained = verb.misplaced(table, seat, order)
    if explained is not None:
        return explained
    phase = table.state.phase
    if verb.phase and verb.phase != phase:
        due, now = _words(verb.phase), _words(phase)
        detail = f"That order belongs to the {due} phase; this is the {now} phase."
        return refuse("WRONG_PHASE", book.clause, detail, phase=phase)
    asked = [d for d in open_decisions if d.kind in verb.kinds]
    if asked and all(d.subject and d.seat == seat for d in asked):
        detail, subjects = "You are not asked for that one.", [d.subject for d in asked]
        return refuse("NOT_YOUR_DECISION", asked[0].clause, detail, asked_for=subjects)
    if asked:
        return refuse(
            "NOT_YOUR_DECISION", asked[0].clause, "That is for the other player to decide."
        )
    waiting = sorted({f"{d.seat}: {d.kind}" for d in open_decisions})
    clause = open_decisions[0].clause if open_decisions else book.clause
    detail = "Another decision comes first."
    return refuse("DECISION_PENDING", clause, detail, waiting_for=waiting)


def _words(phase: str) -> str:
    return phase.replace("_", " ")
