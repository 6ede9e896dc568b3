"""Corrections on a table: one is carried out only if the game does not go on because of it."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import Any, Generic, TypeVar

from napoleon.chance import Chance
from napoleon.rules.corrections import Correction
from napoleon.rules.events import Event
from napoleon.rules.kit.sequence import current, decisions
from napoleon.rules.kit.table import Position, Table, copies_of, refuse
from napoleon.rules.kit.verbs import Rulebook, legal_orders
from napoleon.rules.orders import Refusal
from napoleon.rules.phrases import PLAIN, told
from napoleon.rules.standing_orders import Choices
from napoleon.rules.terms import Decision

P = TypeVar("P")
S = TypeVar("S", bound=Position)
T = TypeVar("T", bound=Table[Any, Any])

Correct = Callable[[T, Any, str], Refusal | None]
"""Records what one kind of correction sets, with the id of its reason, or says why it cannot be."""


def settles_nothing(table: Any) -> None:
    """A correction sets what it names, and nothing follows from it."""


def all_is_written(table: Any) -> Choices:
    """Nothing is offered to choose from."""
    return {}


@dataclass(kw_only=True, eq=False)
class DeclaredCorrections(Generic[P, S, T]):
    """A `napoleon.rules.corrections.Corrections` of what a game declares, with one data pack."""

    pack: P
    state_type: type[S]
    book: Rulebook[T]
    table: Callable[[S, P, Chance | None], T]
    """The table of a position, which is moved on in place."""
    correct: Mapping[type[Correction], Correct[T]]
    """What carries out each kind of correction."""
    clause: str
    """The game's own clause on corrections."""
    over_clause: str
    """The clause by which the result of a game stands."""
    settle: Callable[[T], None] = settles_nothing
    """Records what the log says of every table, once one has been corrected."""
    chosen_from: Callable[[T], Choices] = all_is_written
    """What the referee may say in the fields of corrections."""
    key: Callable[[Decision], Hashable] = attrgetter("id")
    """What two questions have in common if they are the same."""

    def __post_init__(self) -> None:
        self.kinds = tuple(self.correct)
        self._copied = copies_of(self.state_type)

    def choices(self, state: S) -> Choices:
        """What the referee may say in the fields of corrections."""
        return self.chosen_from(self.table(state, self.pack, None))

    def carry_out(self, state: S, correction: Any, reason_id: str) -> list[Event] | Refusal:
        """The events that correct the table, or why it cannot be corrected so."""
        if state.result is not None:
            detail = "The game is over, and its result stands."
            return refuse("GAME_OVER", self.over_clause, detail)
        if state.phase == "setup":
            detail = "The game has not started: there is nothing to correct yet."
            return refuse("WRONG_PHASE", self.clause, detail)
        table = self.table(self._copied(state), self.pack, None)
        asked = decisions(self.book.sequence, table)
        refusal = self.correct[type(correction)](table, correction, reason_id)
        if refusal is not None:
            return refusal
        self.settle(table)
        going_on = refuse_going_on(self.book, table, asked, self.clause, key=self.key)
        return going_on or table.recorded


def nothing_to_correct(clause: str, **facts: Any) -> Refusal:
    """What is to be set is already so."""
    return refuse("NOTHING_TO_CORRECT", clause, "The table is so already.", **facts)


def refuse_going_on(
    book: Rulebook[T],
    table: T,
    asked: Sequence[Decision],
    clause: str,
    *,
    key: Callable[[Decision], Hashable] = attrgetter("id"),
) -> Refusal | None:
    """Refuse a correction that would answer an open question, or that the rules would answer.

    Otherwise something would be drawn, scored or lost by it that it does not name. `table` is
    already corrected, and `asked` was open before. `clause` is the game's own on corrections, and
    `key` says what makes two questions the same one.
    """
    step = current(book.sequence, table)
    asking = step.asks(table)
    if not asking:
        detail = f"The game would go on by itself, with the step: {step.name}."
        return refuse("RULES_WOULD_GO_ON", clause, detail, step=step.name)
    still = {key(decision) for decision in asking}
    gone = [decision for decision in asked if key(decision) not in still]
    empty = [it for it in asking if next(iter(legal_orders(book, table, it)), None) is None]
    lost = next(iter([*gone, *empty]), None)
    if lost is None:
        return None
    text = told(lost.prompt, PLAIN)
    detail = f"{lost.seat} could no longer answer what is asked: {text}"
    return refuse("QUESTION_LOST", clause, detail, seat=lost.seat, kind=lost.kind)
