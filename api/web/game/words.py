"""How the templates of a game put things into words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from typing import Any

import msgspec
from markupsafe import Markup, escape

from api.web.catalogue import language
from api.web.pages import web
from napoleon.log.journal import Entry
from napoleon.rules.contract import Ruleset
from napoleon.rules.picture.sides import LOOKS, Look, Side
from napoleon.rules.plain_views import in_words, label
from napoleon.rules.tables import Cell, Gauge, TextTable

_HASH = re.compile("([0-9a-f]{32,})")
_ID = re.compile("[a-z0-9]+(_[a-z0-9]+)+")

MOST_ENTRIES = 12
"""How many entries of a list are told one by one."""


@web.app_template_test("gauge")
def is_gauge(value: object) -> bool:
    """Whether a cell of a table is drawn as a track; one that has no room is a plain number."""
    return isinstance(value, Gauge) and value.most > 0


@web.app_template_filter("numeric_columns")
def numeric_columns(table: TextTable) -> frozenset[int]:
    """The places of the columns of a table that hold numbers and nothing else."""
    return frozenset(
        place
        for place, cells in enumerate(zip(*table.rows, strict=True))
        if all(cell is None or isinstance(cell, int) for cell in cells)
        and any(cell is not None for cell in cells)
    )


@web.app_template_global("once_key")
def once_key(rules: Ruleset, *about: object) -> tuple[object, ...]:
    """What a part of a page hangs on that is `about` something: its game and the language besides.

    Cells of a table have to be `told_apart` besides.
    """
    return (rules.name, rules.version, rules.pack_hash, language(), about)


@web.app_template_filter("told_apart")
def told_apart(rows: Iterable[Iterable[Cell]]) -> tuple[tuple[object, ...], ...]:
    """What tells the cells of rows apart that Python takes for the same, in their order.

    >>> (3,) == (Gauge(3, 5),), told_apart([[3]]) == told_apart([[Gauge(3, 5)]])
    (True, False)
    """
    return tuple(
        (type(cell), cell.most if isinstance(cell, Gauge) else None)
        for row in rows
        for cell in row
        if type(cell) is not str
    )


@web.app_template_filter("moments")
def moments(told: Iterable[Entry]) -> Iterator[tuple[Entry, list[Entry]]]:
    """Sentences phase by phase, each phase with one that says when it is."""
    for _, found in groupby(told, key=lambda it: (it.turn, it.phase)):
        entries = list(found)
        yield entries[0], entries


@web.app_template_filter("called")
def called(cell: object, names: Mapping[str, str]) -> object:
    """What a cell of a table says: an id by the name that the game has for it, or in plain words.

    >>> called("solre", {"solre": "Solre"}), called("fortified_farm", {}), called("D'Erlon*", {})
    ('Solre', 'fortified farm', "D'Erlon*")
    """
    if not isinstance(cell, str):
        return cell
    return names.get(cell) or (label(cell) if _ID.fullmatch(cell) else cell)


@web.app_template_filter("drawn_by")
def drawn_by(side: Side) -> Look:
    """The colour, the ink and the shape by which a side is told apart."""
    return LOOKS[side.look]


@web.app_template_filter("hashes_apart")
def hashes_apart(sentence: str) -> Markup:
    """A sentence in which each hash, as of a link of a chain, is an element of its own."""
    apart = Markup("<code>{}</code>")
    parts = enumerate(_HASH.split(sentence))
    return Markup("").join(apart.format(it) if place % 2 else escape(it) for place, it in parts)


@web.app_template_filter("in_words")
def told_in_words(value: Any) -> str:
    """A value of a view or a refusal in a few words."""
    return in_words(value, MOST_ENTRIES)


@web.app_template_filter("plain_label")
def plain_label(name: str) -> str:
    """The name of a field as people read it."""
    return label(name)


@web.app_template_filter("json_text")
def json_text(value: Mapping[str, Any]) -> str:
    """A value as a form sends it."""
    return msgspec.json.encode(value).decode()
