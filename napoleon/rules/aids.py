"""The aid of a game: two pages with what one looks up again and again while playing it.

A game declares it of its pack and of the numbers that its rules go by, so that no number stands in
it that is not where the rules take it from::

    Row(say("Napoleon is in the stack"), (plus(POINTS["MOVE.1C"]),), clauses=("MOVE.1C",))

Texts are phrases, told in the reader's language. A sign is called by its name in the legends of
`napoleon.rules.picture.legend`, or ``side-`` and the id of a side.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from napoleon.rules.phrases import Phrase, Said

MINUS = "\N{MINUS SIGN}"

Cell = int | Said | Phrase
"""What stands in a column of a table."""


class Row(NamedTuple):
    """A line of a list, or a row of a table."""

    says: Phrase
    cells: tuple[Cell, ...] = ()
    """What stands beside it, column by column; without any it runs across all of them."""
    signs: tuple[str, ...] = ()
    """What is drawn before it."""
    clauses: tuple[str, ...] = ()
    """Where the rules say so."""


class Part(NamedTuple):
    """A heading with what belongs under it."""

    title: Phrase
    rows: tuple[Row, ...]
    heads: tuple[Phrase, ...] = ()
    """The heads of the columns of cells; a part without any has none to be told apart."""
    in_order: bool = False
    """Whether its rows follow one another, and are numbered."""
    clauses: tuple[str, ...] = ()
    """Where the rules say what all of its rows tell."""


class Aid(NamedTuple):
    """Both pages, each with its parts in their order."""

    front: tuple[Part, ...]
    back: tuple[Part, ...]

    @property
    def rows(self) -> Iterable[Row]:
        """All of its rows."""
        return (row for part in (*self.front, *self.back) for row in part.rows)


def plus(amount: int) -> Said:
    """What is added to something, or with a minus taken from it.

    >>> plus(2).text, plus(-1).text, plus(0).text
    ('+2', '\N{MINUS SIGN}1', '0')
    """
    if not amount:
        return Said("0")
    return Said(f"+{amount}" if amount > 0 else f"{MINUS}{-amount}")


def span(first: int, last: int) -> Said:
    """From a number to another one.

    >>> span(1, 4).text, span(6, 6).text
    ('1\N{EN DASH}4', '6')
    """
    return Said(str(first) if first == last else f"{first}\N{EN DASH}{last}")


NOTHING = Said("\N{EN DASH}")
"""Stands where a column has nothing to say."""
