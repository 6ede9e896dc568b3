"""What people have written, as it goes into a bundle: as far as its reader may read it."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from typing import Any

from napoleon.log.store.recorder import TextRow
from napoleon.record.leaves import CLAUSES, marks
from napoleon.record.verifier import is_closed

_TEXT_ID = re.compile(rb'"([0-9a-f]{32})"')


def text_ids(line: bytes) -> set[str]:
    """What may be the ids of texts in a line of JSON."""
    return {found.decode() for found in _TEXT_ID.findall(line)}


def tells(topic: str, leaf: Mapping[str, Any], opened: Iterable[str]) -> bool:
    """Whether a reader who may open these fields of an event may read what was written in it.

    What belongs to a case is read by everybody. The reason for a correction is about what the
    correction tells, and may tell as much: it is for those who may read all of it.
    """
    if _is_of_the_house(topic):
        return True
    fields = {**leaf["data"], CLAUSES: leaf.get(CLAUSES)}
    closed = {name for name, value in fields.items() if is_closed(value)}
    return not closed or closed - marks(topic).sealed <= set(opened)


def written(rows: Iterable[TextRow], ids: Collection[str]) -> list[dict[str, str]]:
    """The texts with these ids that were not erased, with proof that they are the right ones."""
    return [
        {"id": row.id, "salt": row.salt.hex(), "text": row.text} for row in rows if row.id in ids
    ]


def _is_of_the_house(topic: str) -> bool:
    """Whether a topic is not one of a ruleset: those begin with its name and a dot."""
    return "." not in topic
