"""Recorded chance: what was drawn is drawn again, to decide the same orders again."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from typing import Any, TypeVar

from napoleon.chance.chains import SECRET
from napoleon.chance.draws import Call

T = TypeVar("T")


class NotRecorded(Exception):
    """What was drawn was not an option of the draw, or there was no such draw."""


class RecordedChance:
    """Gives the values that were drawn, in their order.

    >>> RecordedChance([3]).pick([1, 2, 3], "dice")
    3
    """

    def __init__(self, values: Iterable[Any]) -> None:
        self._values = deque(values)
        self.calls: list[Call] = []

    def pick(self, options: Sequence[T], purpose: str, chain: str = SECRET) -> T:
        """The value that was drawn. Raises NotRecorded."""
        if not self._values:
            raise NotRecorded(f"nothing was drawn for {purpose}")
        value = self._values.popleft()
        if value not in options:
            raise NotRecorded(f"{value} could not be drawn for {purpose}")
        return options[options.index(value)]

    @property
    def left(self) -> int:
        """How many of the values have not been drawn again yet."""
        return len(self._values)
