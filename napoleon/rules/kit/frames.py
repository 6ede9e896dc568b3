"""Frames: what is going on inside what, such as a card inside a battle inside a march.

A game keeps its frames in a list of its state, the latest at the end, each a struct of its own with
a tag. The step at which the game stands is then the first due step for the frame on top: put the
steps of each kind of frame into a `Part` with ``due=on_top(Kind)``. Frames come and go in the
`apply` of events. All that a frame needs stands in it, so that a position can be copied, kept and
rebuilt in the middle of anything.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from napoleon.rules.kit.table import Table

F = TypeVar("F")


def on_top(*kinds: type) -> Callable[[Table[Any, Any]], bool]:
    """Whether one of these kinds is on top, as the `during` of a `Part`."""

    def during(table: Table[Any, Any]) -> bool:
        stack = table.state.stack
        return bool(stack) and type(stack[-1]) in kinds

    return during


def top(state: Any, kind: type[F]) -> F:
    """The frame on top, which is of that kind."""
    frame = state.stack[-1]
    assert type(frame) is kind, f"{type(frame).__name__} is on top of it"
    return frame


def inmost(state: Any, kind: type[F]) -> F | None:
    """The latest frame of that kind, or what is known of it; None if there is none.

    Whatever lies on it.
    """
    return next((it for it in reversed(state.stack) if isinstance(it, kind)), None)


def within(state: Any, kind: type[F]) -> F:
    """The latest frame of that kind, where there is one for certain."""
    frame = inmost(state, kind)
    assert frame is not None, f"there is no {kind.__name__}"
    return frame


def push(state: Any, frame: Any) -> None:
    """Lay a frame on top."""
    state.stack.append(frame)


def pop_to(state: Any, kind: type) -> None:
    """Take away the latest frame of that kind with all that lies on it, from the top down.

    That is how a frame ends, and how what interrupts it cancels it.
    """
    within(state, kind)
    while type(state.stack.pop()) is not kind:
        pass
