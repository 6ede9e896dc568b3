"""How the position notation writes blocks: ``Guard infantry 4 (french-2; marched Beaumont-Thuin)``.

A unit has the steps that are left to it, and in parentheses its token and whatever else is to be
said of it. A block whose label is not seen has only its token, with a ``?`` for its steps.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from napoleon.rules.known import UNKNOWN, is_known
from napoleon.rules.notation.codecs import full_name_of, known
from napoleon.rules.notation.positions import INDENT, Board
from napoleon.rulesets.napoleon_columbia.notation_names import roads, towns, units
from napoleon.rulesets.napoleon_columbia.packs.pack import Pack

BESIDE = "Beside the map"

_ENTRY = re.compile(r"(?P<unit>.+) (?P<steps>\d+)(?: \((?P<said>[^)]+)\))?")
_TOKEN = re.compile(r"[a-z]+-\d+")
_WORDS = {
    "revealed": "open",
    "disrupted": "disrupted",
    "forced": "forced",
    "halted": "halted",
    "weakened": "weakened",
}
"""What is so or not of a block, with how it is said."""

_BEGAN, _MARCHED, _MARK = "began in ", "marched ", " + "


def _write(pack: Pack, given: Mapping[str, Any]) -> Iterator[str]:
    """A line for each town in which anybody is, and one for those who were not placed yet."""
    names, there = towns(pack), dict[str, list[str]]()
    for unit, it in given.get("blocks", {}).items():
        there.setdefault(it.town, []).append(_written(pack, unit, it))
    if "" in there:
        yield f"{BESIDE}: {', '.join(there[''])}"
    yield BOARD.heading
    for town in pack.towns:
        if town in there:
            yield f"{INDENT}{names.write(town)}: {', '.join(there[town])}"


def _written(pack: Pack, unit: str, it: Any) -> str:
    """A block; others know only how many roads it has marched along."""
    hidden = not is_known(it.strength)
    said = [it.token] * bool(it.token and not hidden)
    said += _words(it)
    if it.start not in ("", UNKNOWN, it.town):
        said.append(f"{_BEGAN}{towns(pack).write(it.start)}")
    said += _way(pack, it)
    name = f"{it.token} {UNKNOWN}" if hidden else f"{units(pack).write(unit)} {it.strength}"
    return name + (f" ({'; '.join(said)})" if said else "")


def _words(it: Any) -> Iterator[str]:
    return (word for name, word in _WORDS.items() if getattr(it, name) is True)


def _way(pack: Pack, it: Any) -> Iterator[str]:
    if UNKNOWN in it.path:
        yield f"{_MARCHED}{len(it.path)}"
    elif it.path:
        yield _MARCHED + _MARK.join(map(roads(pack).write, it.path))


def _read(pack: Pack, place: str, text: str, found: dict[str, Any]) -> None:
    """Add the blocks in the line of one town. Raises ValueError."""
    town = full_name_of(towns(pack), place) if place.startswith(INDENT) else ""
    blocks = found.setdefault("blocks", {})
    for entry in text.split(", "):
        row = _ENTRY.fullmatch(known(entry))
        if row is None:
            raise ValueError(f"{entry!r} is not a unit, as in Guard infantry 4 (french-2)")
        unit = full_name_of(units(pack), row["unit"])
        block = {"army": pack.blocks[unit].army, "strength": int(row["steps"]), "town": town}
        blocks[unit] = {**block, "token": "", **_said(pack, row["said"] or "")}


def _said(pack: Pack, text: str) -> dict[str, Any]:
    """What stands in the parentheses behind a unit."""
    said: dict[str, Any] = {}
    by_word = {word: name for name, word in _WORDS.items()}
    for word in text.split("; ") if text else ():
        if word in by_word:
            said[by_word[word]] = True
        elif _TOKEN.fullmatch(word):
            said["token"] = word
        elif word.startswith(_BEGAN):
            said["start"] = full_name_of(towns(pack), word.removeprefix(_BEGAN))
        elif word.startswith(_MARCHED):
            way = word.removeprefix(_MARCHED).split(_MARK)
            said["path"] = [full_name_of(roads(pack), road) for road in way]
        else:
            raise ValueError(f"{word!r} says nothing of a unit")
    return said


BOARD = Board(("blocks",), "On the map:", (BESIDE,), _write, _read)
