"""Reading a line: what a player means by it, or what is wrong with it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from napoleon.rules.notation.grammar import Grammar, Line, Reading, key
from napoleon.rules.notation.names import fold, nearest
from napoleon.rules.orders import Order, Refusal

LONGEST_LINE = 20_000
"""How many characters a line has at most: the longest message, with every character escaped."""

MOST_READINGS = 12
"""How many meanings of a line are told at most."""


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
