"""Tables of a position: the same boards, for everybody who reads instead of looking at a map.

A game declares its tables; if it does not, its views are told as they are. The pages and mails
that show tables decide how they look.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Self

import msgspec

from napoleon.rules.endings import Ending, points, told
from napoleon.rules.phrases import PLAIN, Speak
from napoleon.rules.plain_views import label, tables_of
from napoleon.rules.prose.storybook import PLAINLY, Words
from napoleon.rules.views import Reason, Views


class Gauge(int):
    """A number that stands on a track from 0 to `most`, as on a printed player aid.

    Where there is no room for a track, it is a number like any other.

    >>> Gauge(3, 5), Gauge(3, 5).most
    (3, 5)
    """

    most: int

    def __new__(cls, value: int, most: int) -> Self:
        """`value` on a track that ends at `most`."""
        made = super().__new__(cls, value)
        made.most = most
        return made


Cell = str | int | None
"""A number stays one, so that it can be set in a column of numbers, and some are a `Gauge`. None
is an empty cell."""


class TextTable(msgspec.Struct, frozen=True):
    """A table in words. Every row has as many cells as there are `columns`."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    note: str = ""
    """What is said under it; empty if nothing is."""
    board: str = ""
    """Name of the view that it is about, one of `napoleon.rules.terms.VIEWS`."""
    places: tuple[str, ...] = ()
    """Id of the area that each row is about; empty if they are not about areas."""
    on: str = ""
    """Id of the board beside the map that it is about, one of `Pictures.boards`; empty for what is
    told of the map, and in a game that has no other board."""


def plain_tables(views: Views | Mapping[str, Any], words: Words = PLAINLY) -> list[TextTable]:
    """Tables of any views: the facts of each, then its records, as far as they hold anything.

    They are told in English, as only the names of their fields are known.

    >>> [(it.title, it.columns, it.rows) for it in plain_tables({"hand": {"size": 3}})]
    [('Hand', ('what', 'value'), (('size', '3'),))]
    """
    return [
        TextTable(title, columns, rows, board=name)
        for name, view in msgspec.to_builtins(views).items()
        for title, columns, rows in tables_of(label(name).capitalize(), view)
    ]


def reasons(breakdown: Iterable[Reason], said: Callable[[str], str], speak: Speak = PLAIN) -> str:
    """The lines of a breakdown in one cell; `said` puts their notes into words, or `speak` phrases.

    >>> reasons([Reason(4, "REINF.1", "france")], {"france": "France"}.__getitem__)
    '+4 France [REINF.1]'
    """
    notes = (
        (it, said(it.note) if isinstance(it.note, str) else speak(it.note)) for it in breakdown
    )
    return "; ".join(f"{line.amount:+d} {note} [{line.clause}]" for line, note in notes)


def ending(result: Ending | None, words: Words, said: Callable[[str], str] = str) -> str:
    """How a game ended, by the ``result`` of a view, with its clause; empty while it runs.

    `words` know the names of the sides, and `said` puts the reason into words.

    >>> ending(Ending("allied", "France is lost.", "VIC.1"), PLAINLY)
    'allied won: France is lost. [VIC.1]'
    """
    if result is None:
        return ""
    winner = words.name(result.winner) if result.winner else None
    stand = points(result, words.name)
    why = said(result.reason) if isinstance(result.reason, str) else words.told(result.reason)
    return f"{told(winner, why, words.language, stand)} [{result.clause}]"
