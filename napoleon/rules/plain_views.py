"""Views of any game in plain words: all that is known about one is that it is JSON."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from napoleon.rules.prose.language import noted

FACTS = (noted("what"), noted("value"))
"""The columns of a table of facts."""

OF_A_DRAWING = ("x", "y", "roads")
"""What says where things are in a picture, and nothing about a position."""

AREAS = "areas"
"""The records of every map; what stands in one is told in its row."""

CITES = "clause"
"""What names a rule by its id, which tells a reader nothing."""

PlainTable = tuple[str, tuple[str, ...], tuple[tuple[str, ...], ...]]
"""Title, columns and rows."""


def label(name: str) -> str:
    """The name of a field as people read it."""
    return name.replace("_", " ").replace("-", " ")


def in_words(value: Any, most: int | None = None) -> str:
    """A value of a view in a few words: records by their names.

    A list of more than `most` entries is told by their number.

    >>> in_words([{"id": "ligny", "name": "Ligny"}, {"side": "french", "count": 4}])
    'Ligny; side: french, count: 4'
    """
    if value is None or isinstance(value, bool):
        return {None: noted("none"), True: noted("yes"), False: noted("no")}[value]
    if isinstance(value, Mapping):
        own = value.get("name") or value.get("id")
        said = (f"{key}: {in_words(it, most)}" for key, it in value.items() if key != CITES)
        return str(own) if own else ", ".join(said) or "none"
    if _is_list(value):
        if most is not None and len(value) > most:
            return f"{len(value)} entries"
        told = [in_words(entry, most) for entry in value]
        between = "; " if any(", " in entry for entry in told) else ", "
        return between.join(told) or "none"
    return str(value)


def tables_of(title: str, record: Mapping[str, Any]) -> Iterator[PlainTable]:
    """The facts that a record holds as a table, then the records in it under their own names.

    Records make a table; except for areas, those that hold others are told one by one.
    """
    yield from _facts(title, record)
    for key, value in record.items():
        within = f"{title}: {label(key)}"
        if key in OF_A_DRAWING:
            continue
        if isinstance(value, Mapping):
            yield from tables_of(within, value)
        elif _are_records(value):
            deep = any(_are_records(it) for one in value for it in one.values())
            yield from (
                _one_by_one(within, value) if deep and key != AREAS else _table(within, value)
            )


def _facts(title: str, record: Mapping[str, Any]) -> Iterator[PlainTable]:
    """What a record says in a line each."""
    facts = tuple(
        (label(key), in_words(value))
        for key, value in record.items()
        if key not in OF_A_DRAWING and _is_fact(value)
    )
    if facts:
        yield title, FACTS, facts


def _one_by_one(title: str, records: Sequence[Mapping[str, Any]]) -> Iterator[PlainTable]:
    """Records that hold others, each with a table for every list in it."""
    for record in records:
        name = in_words(record.get("name") or next(iter(record.values())))
        yield from _facts(f"{title}: {name}", record)
        for key, value in record.items():
            within = f"{title}: {name}: {label(key)}"
            if isinstance(value, Mapping):
                yield from tables_of(within, value)
            elif _are_records(value):
                yield from _table(within, value)


def _table(title: str, records: Sequence[Mapping[str, Any]]) -> Iterator[PlainTable]:
    """Records as one table, with a column for each field of which there is something to tell."""
    found = dict.fromkeys(key for record in records for key in record if key not in OF_A_DRAWING)
    columns = [key for key in found if any(not _is_empty(record.get(key)) for record in records)]
    rows = tuple(
        tuple("" if _is_empty(it) else in_words(it) for it in map(record.get, columns))
        for record in records
    )
    if columns:
        yield title, tuple(map(label, columns)), rows


def _is_fact(value: Any) -> bool:
    """Whether it is told in a line: it is neither a record, nor a list of records, nor empty."""
    return not (isinstance(value, Mapping) or _are_records(value) or _is_empty(value))


def _is_empty(value: Any) -> bool:
    return value is None or value is False or value in ("", [], (), {})


def _are_records(value: Any) -> bool:
    return _is_list(value) and bool(value) and all(isinstance(it, Mapping) for it in value)


def _is_list(value: Any) -> bool:
    return isinstance(value, list | tuple)
