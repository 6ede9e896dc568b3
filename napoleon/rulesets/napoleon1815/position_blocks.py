"""How the position notation writes blocks: ``Ney* 6i 1c 2f``, ready, strength and fatigue."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import groupby
from typing import Any

from napoleon.rules.notation.codecs import full_name_of, known
from napoleon.rules.notation.positions import INDENT, Board
from napoleon.rulesets.napoleon1815.packs.pack import Pack
from napoleon.rulesets.napoleon1815.position_codecs import areas, blocks
from napoleon.rulesets.napoleon1815.state import Block

MAP = "On the map:"
REMOVED, OFF_MAP = "Removed", "Off the map"

_BLOCK = re.compile(
    r"(?P<name>[^*(?]+?)(?P<ready>\*)?(?: (?P<i>\d+)i (?P<c>\d+)c (?P<f>\d+)f)?"
    r"(?: \((?P<token>[^ )]+)(?P<open> open)?\))?"
)


def _write(pack: Pack, given: Mapping[str, Any]) -> Iterator[str]:
    """A line for each place. What is None in a block is not known."""
    places = [(_place(it, pack), block, it) for block, it in given.get("blocks", {}).items()]
    order = [*(f"{INDENT}{area.name}" for area in pack.areas.values()), REMOVED, OFF_MAP]
    sorted_places = sorted(places, key=lambda entry: order.index(entry[0]))
    if any(place.startswith(INDENT) for place, _, _ in sorted_places):
        yield MAP
    for place, group in groupby(sorted_places, key=lambda entry: entry[0]):
        yield f"{place}: {', '.join(_write_block(pack, block, it) for _, block, it in group)}"


def _place(it: Any, pack: Pack) -> str:
    if it.area is not None:
        return f"{INDENT}{pack.areas[it.area].name}"
    return REMOVED if it.removed else OFF_MAP


def _write_block(pack: Pack, block: str, it: Any) -> str:
    """A block with ``*`` if it is ready, infantry, cavalry, fatigue, and its token in fog."""
    printed = pack.pieces.get(block)
    numbers = (it.infantry, it.cavalry, it.fatigue)
    text = blocks(pack).write(block) + "*" * bool(it.ready)
    if printed is None or (printed.kind == "corps" and None in numbers):
        text += " ?"
    elif printed.kind == "corps" or any(numbers):
        text += f" {it.infantry}i {it.cavalry}c {it.fatigue}f"
    if it.token and printed is not None:
        text += f" ({it.token}{' open' if it.revealed else ''})"
    return text


def _read(pack: Pack, place: str, text: str, found: dict[str, Any]) -> None:
    """Add the blocks in the line of one place. Raises ValueError."""
    area = full_name_of(areas(pack), place) if place.startswith(INDENT) else None
    standing = found.setdefault("blocks", {})
    for entry in text.split(", "):
        row = _BLOCK.fullmatch(known(entry))
        if row is None:
            raise ValueError(f"{entry!r} is not a block, as in Ney* 6i 1c 2f")
        standing[full_name_of(blocks(pack), row["name"])] = Block(
            area=area,
            ready=row["ready"] is not None,
            infantry=int(row["i"] or 0),
            cavalry=int(row["c"] or 0),
            fatigue=int(row["f"] or 0),
            removed=place == REMOVED,
            token=row["token"] or "",
            revealed=row["open"] is not None,
        )


BOARD = Board(("blocks",), MAP, (REMOVED, OFF_MAP), _write, _read)
