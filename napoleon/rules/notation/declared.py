"""The notation of a game as its ruleset declares it: a grammar, names, and texts of positions."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property
from typing import Any, NamedTuple, Protocol

from napoleon.rules.contract import Ruleset
from napoleon.rules.notation import reading
from napoleon.rules.notation.grammar import Grammar
from napoleon.rules.notation.names import fold
from napoleon.rules.orders import Order, Refusal
from napoleon.rules.terms import Decision


class RulesWithPack(Ruleset, Protocol):
    """Rules that give access to the data pack that the names come from."""

    @property
    def pack(self) -> Any:
        """The data pack."""


class Positions(NamedTuple):
    """How the positions of a game are written and read as text; all know the data pack."""

    write: Callable[[Any, Any], str]
    """Pack and position to text. Raises UnfinishedOperation."""
    write_known: Callable[[Any, Any], str]
    """Pack and what a viewer may know of a position to text."""
    read: Callable[[Any, str], Any]
    """Pack and text to position. Raises UnreadablePosition."""


class DeclaredNotation:
    """A `napoleon.rules.contract.Notation` of what a ruleset declares.

    `scope` makes, from data pack, position (or None) and seat, the scope in which the slots of the
    grammar name things.
    """

    def __init__(
        self,
        grammar: Grammar,
        scope: Callable[[Any, Any, str], Any],
        positions: Positions,
        rules: RulesWithPack,
    ) -> None:
        self._grammar = grammar
        self._scope = scope
        self._positions = positions
        self._rules = rules

    @property
    def rules(self) -> Ruleset:
        """The rules of the game, with the data pack that the names come from."""
        return self._rules

    @cached_property
    def words(self) -> frozenset[str]:
        """The first words of all lines, in lower case."""
        return frozenset(self._grammar.openings(self._grammar.verbs))

    @cached_property
    def vocabulary(self) -> frozenset[str]:
        """All words that lines are made of, those of names included, in lower case."""
        names = (word for name in self._rules.names.values() for word in fold(name).split())
        return frozenset(self._grammar.words).union(names)

    def read(self, state: Any, decision: Decision | None, seat: str, line: str) -> Order | Refusal:
        """The order that `seat` means by `line`."""

        def legal_orders() -> Iterable[Order]:
            return [] if decision is None else self._rules.legal_orders(state, decision)

        scope = self._scope(self._rules.pack, state, seat)
        return reading.read(self._grammar, line, scope, legal_orders)

    def write(self, order: Order, state: Any = None, seat: str = "") -> str:
        """The line that `seat` reads back as `order`."""
        return self._grammar.write(order, self._scope(self._rules.pack, state, seat))

    def write_position(self, state: Any) -> str:
        """All of a position as text. Raises UnfinishedOperation."""
        return self._positions.write(self._rules.pack, state)

    def write_known(self, known: Any) -> str:
        """What a viewer may know of a position as text."""
        return self._positions.write_known(self._rules.pack, known)

    def read_position(self, text: str) -> Any:
        """The position in a text. Raises UnreadablePosition."""
        return self._positions.read(self._rules.pack, text)
