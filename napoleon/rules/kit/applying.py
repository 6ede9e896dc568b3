"""How events move a position: every class says in its own `apply` what it changes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol, TypeVar

from napoleon.rules.events import Event
from napoleon.rules.orders import OrderGiven

S = TypeVar("S")
S_co = TypeVar("S_co", covariant=True)


class Laid(Protocol[S_co]):
    """The event that a game begins with."""

    def begin(self) -> S_co:
        """The position that this event starts from."""


def count_order(state: Any, event: OrderGiven) -> None:
    """Count the orders of each seat, by which its next decision is numbered."""
    state.given[event.player] = state.given.get(event.player, 0) + 1


def applied_by(
    laid: type[Laid[S]], note_order: Callable[[S, OrderGiven], None] = count_order
) -> Callable[[S | None, Event], S]:
    """The `apply` of a game that begins with an event of the class `laid`.

    A position is moved on in place. `note_order` counts what the game counts of its orders, and is
    `count_order` or calls it; all other events change what their own classes say.
    """

    def apply(state: S | None, event: Event) -> S:
        if state is None:
            assert isinstance(event, laid), f"a game begins with {laid.__name__}"
            return event.begin()
        if type(event) is OrderGiven:
            note_order(state, event)
        else:
            event.apply(state)  # type: ignore[attr-defined]
        return state

    return apply
