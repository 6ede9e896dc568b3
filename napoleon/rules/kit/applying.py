"""How events move a position: every class says in its own `apply` what it changes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol, TypeVar, cast, get_args

from napoleon.rules.events import Event
from napoleon.rules.kit.table import answering
from napoleon.rules.orders import Answered

ANSWERS = frozenset(get_args(Answered))
"""The classes of the events that tell of an answer; what comes of it is told by others."""

S = TypeVar("S")
S_co = TypeVar("S_co", covariant=True)


class Laid(Protocol[S_co]):
    """The event that a game begins with."""

    def begin(self) -> S_co:
        """The position that this event starts from."""


def count_order(state: Any, event: Answered, subject: str = "") -> None:
    """Count the orders of each seat, by which its next decision is numbered.

    `subject` is the field of orders that names what they are given for: these are counted for each
    subject, too.
    """
    answers = [event.player]
    if named := event.order.get(subject):
        answers.append(answering(event.player, named))
    for it in answers:
        state.given[it] = state.given.get(it, 0) + 1


def applied_by(
    laid: type[Laid[S]], note_order: Callable[[S, Answered], None] = count_order
) -> Callable[[S | None, Event], S]:
    """The `apply` of a game that begins with an event of the class `laid`.

    A position is moved on in place. `note_order` counts what the game counts of its orders, and is
    `count_order` or calls it; all other events change what their own classes say.
    """

    def apply(state: S | None, event: Event) -> S:
        if state is None:
            assert isinstance(event, laid), f"a game begins with {laid.__name__}"
            return event.begin()
        kind = type(event)
        if kind in ANSWERS:
            note_order(state, cast(Answered, event))
        else:
            event.apply(state)  # type: ignore[attr-defined]
        return state

    return apply
