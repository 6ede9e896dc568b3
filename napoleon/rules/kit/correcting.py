"""Corrections on a table: one is carried out only where the game does not go on because of it."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from operator import attrgetter
from typing import Any, TypeVar

from napoleon.rules.kit.sequence import current
from napoleon.rules.kit.table import Table, refuse
from napoleon.rules.kit.verbs import Rulebook, offers
from napoleon.rules.orders import Refusal
from napoleon.rules.terms import Decision

T = TypeVar("T", bound=Table[Any, Any])


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
    empty = [it for it in asking if next(iter(offers(book, table, it)), None) is None]
    lost = next(iter([*gone, *empty]), None)
    if lost is None:
        return None
    detail = f"{lost.seat} could no longer answer what is asked: {lost.text}"
    return refuse("QUESTION_LOST", clause, detail, seat=lost.seat, kind=lost.kind)
