"""Order notation: lines that a person types and reads, printed and read by one grammar.

`names` matches what is typed with the names of things, `grammar` holds the patterns of a game's
orders, `reading` turns a line into an order or says why it cannot be one. What the lines of a game
look like is declared by its ruleset.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from importlib.metadata import entry_points
from typing import Any, Protocol

from napoleon.rules.contract import Ruleset
from napoleon.rules.contract import installed as rulesets
from napoleon.rules.orders import Order, Refusal
from napoleon.rules.terms import Decision

ENTRY_POINTS = "napoleon.notations"


class UnreadablePosition(ValueError):
    """A text that is no position: what is wrong, and in which line, from 1 on."""

    def __init__(self, line: int, detail: str) -> None:
        super().__init__(f"Line {line}: {detail}")
        self.line = line
        self.detail = detail


class UnfinishedOperation(ValueError):
    """A position in the middle of something, which the position notation does not write."""


class Notation(Protocol):
    """The notation of one game with one data pack."""

    @property
    def rules(self) -> Ruleset:
        """The rules of the game, with the data pack that the names come from."""

    def read(self, state: Any, decision: Decision | None, seat: str, line: str) -> Order | Refusal:
        """The order that `seat` means by `line`, in answer to `decision` if one is open for him.

        It need not be legal. A line that is no order is a Refusal ``BAD_LINE``, one that could
        mean two things ``AMBIGUOUS_LINE``; nothing in them tells what is hidden from `seat`.
        """

    def write(self, order: Order, state: Any = None, seat: str = "") -> str:
        """The line that `seat` reads back as `order` in the position `state`.

        Without a position roads are named by both ends.
        """

    def write_position(self, state: Any) -> str:
        """All of a position as text. Raises UnfinishedOperation."""

    def write_views(self, views: Mapping[str, dict[str, Any]]) -> str:
        """What these views show of a position as text, with ``?`` for what they do not."""

    def read_position(self, text: str) -> Any:
        """The position that `write_position` wrote. Raises UnreadablePosition."""


def notation_of(rules: Ruleset) -> Notation | None:
    """The notation of a game with the data pack of `rules`; None if the game has none."""
    kind = _kinds().get(rules.name)
    return None if kind is None else kind(rules)


def installed() -> dict[str, Notation]:
    """The notations of the rulesets that are installed, by ruleset."""
    found = ((name, notation_of(rules)) for name, rules in rulesets().items())
    return {name: notation for name, notation in found if notation is not None}


@cache
def _kinds() -> dict[str, Callable[[Any], Notation]]:
    """What makes a notation of rules, by ruleset: the entry points ``napoleon.notations``."""
    return {entry.name: entry.load() for entry in entry_points(group=ENTRY_POINTS)}
