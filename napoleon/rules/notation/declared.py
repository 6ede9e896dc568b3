"""The notation of a game as its ruleset declares it, and how a line of it is read."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property
from typing import Any, NamedTuple, Protocol

from napoleon.rules.contract import Ruleset
from napoleon.rules.notation.grammar import Grammar, Line, Reading, key
from napoleon.rules.notation.names import fold, nearest
from napoleon.rules.orders import Order, Refusal
from napoleon.rules.terms import Decision

LONGEST_LINE = 20_000
"""How many characters a line has at most: the longest message, with every character escaped."""
MOST_READINGS = 12
"""How many meanings of a line are told at most."""


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
        return read(self._grammar, line, scope, legal_orders)

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


def read(
    grammar: Grammar, text: str, scope: Any, legal_orders: Callable[[], Iterable[Order]]
) -> Order | Refusal:
    """The order that the player means by `text`; it need not be legal.

    What is said in full is not taken for an abbreviation of something else. Of several meanings
    those among the player's `legal_orders` count, if any are, and of these the least abbreviated;
    then the order of which `text` is the very line, as in a record of a game.
    `legal_orders` is asked only where the words alone do not decide. ``AMBIGUOUS_LINE`` and
    ``BAD_LINE`` have, as ``BAD_PAYLOAD`` has, no clause: the rules of the game do not speak of
    typing.
    """
    line = Line(text[:LONGEST_LINE])
    readings = grammar.read(line, scope) if len(text) <= LONGEST_LINE else []
    in_full = [reading for reading in readings if reading.level == 0]
    meant = in_full or readings
    if len(meant) > 1:
        legal = set(map(key, legal_orders()))
        meant = _best([r for r in meant if key(r.order) in legal] or meant)
    if len(meant) > 1:
        typed = fold(text.strip())
        meant = [r for r in meant if fold(grammar.write(r.order, scope)) == typed] or meant
    if len(meant) == 1:
        return meant[0].order
    if meant:
        return _ambiguous(grammar, text, scope, meant)
    return _bad(grammar, line, scope, list(legal_orders()))


def _best(readings: list[Reading]) -> list[Reading]:
    least = min(reading.level for reading in readings)
    return [reading for reading in readings if reading.level == least]


def _ambiguous(grammar: Grammar, text: str, scope: Any, meant: list[Reading]) -> Refusal:
    lines = [grammar.write(reading.order, scope) for reading in meant[:MOST_READINGS]]
    more = "; and more" * (len(meant) > MOST_READINGS)
    detail = f"That line could mean: {'; or: '.join(lines)}{more}."
    return Refusal("AMBIGUOUS_LINE", "", detail, {"line": text, "readings": lines})


def _bad(grammar: Grammar, line: Line, scope: Any, legal_orders: list[Order]) -> Refusal:
    expected = (
        sorted(line.expected)
        if line.furthest
        else grammar.openings(map(type, legal_orders) if legal_orders else grammar.verbs)
    )
    choices = nearest(line.text, [grammar.write(order, scope) for order in legal_orders])
    column = line.column(line.furthest)
    detail = f"That line cannot be read from column {column} on: expected {' or '.join(expected)}."
    if choices:
        detail += f" The nearest legal orders: {'; '.join(choices)}."
    facts = {"line": line.text, "column": column, "expected": expected, "nearest": choices}
    return Refusal("BAD_LINE", "", detail, facts)
