"""How the position notation writes the map: ``Spain: French 4 (2 moved) with Davout; Allies 2``."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from napoleon.rules.notation.codecs import full_name_of
from napoleon.rules.notation.positions import INDENT, Board
from napoleon.rulesets.napoleonic_empire.packs.pack import Pack
from napoleon.rulesets.napoleonic_empire.position_codecs import SIDES, commanders, countries
from napoleon.rulesets.napoleonic_empire.sides import SIDES as BOTH
from napoleon.rulesets.napoleonic_empire.state import Commander

_FORCE = re.compile(
    r"(?P<side>\S+) (?P<armies>\d+)(?: \((?P<moved>\d+) moved\))?(?: with (?P<commanders>.+))?"
)
_COMMANDER = re.compile(r"(?P<name>[^(]+?)(?P<moved> \(moved\))?")


def _write(pack: Pack, given: Mapping[str, Any]) -> Iterator[str]:
    """A line for each country in which anybody is, or was said to have moved to."""
    names = countries(pack)
    lines = {
        country: "; ".join(_forces(pack, given, country))
        for divided in (False, True)
        for country in pack.board(divided).countries
    }
    yield BOARD.heading
    for country, forces in lines.items():
        if forces:
            yield f"{INDENT}{names.write(country)}: {forces}"


def _forces(pack: Pack, given: Mapping[str, Any], country: str) -> Iterator[str]:
    for side in BOTH:
        armies = given["armies"][side].get(country, 0)
        moved = given.get("moved", {}).get(country, 0) if side == given.get("active") else 0
        leaders = [
            commanders(pack).write(name) + " (moved)" * it.moved
            for name, it in given.get("commanders", {}).items()
            if (it.side, it.country) == (side, country)
        ]
        if armies or moved or leaders:
            with_moved = f" ({moved} moved)" if moved else ""
            led = f" with {', '.join(leaders)}" if leaders else ""
            yield f"{SIDES.write(side)} {armies}{with_moved}{led}"


def _read(pack: Pack, place: str, text: str, found: dict[str, Any]) -> None:
    """Add the armies and commanders in the line of one country. Raises ValueError."""
    country = full_name_of(countries(pack), place)
    armies = found.setdefault("armies", {side: {} for side in BOTH})
    for entry in text.split("; "):
        force = _FORCE.fullmatch(entry)
        if force is None:
            raise ValueError(f"{entry!r} are no armies, as in French 4 (2 moved) with Davout")
        side = full_name_of(SIDES, force["side"])
        if int(force["armies"]):
            armies[side][country] = int(force["armies"])
        if force["moved"]:
            found.setdefault("moved", {})[country] = int(force["moved"])
        for leader in (force["commanders"] or "").split(", "):
            if leader:
                name, commander = _read_commander(pack, leader, side, country)
                found.setdefault("commanders", {})[name] = commander


def _read_commander(pack: Pack, text: str, side: str, country: str) -> tuple[str, Commander]:
    said = _COMMANDER.fullmatch(text)
    if said is None:
        raise ValueError(f"{text!r} is no commander, as in Davout (moved)")
    moved = said["moved"] is not None
    return full_name_of(commanders(pack), said["name"]), Commander(side, country, moved)


BOARD = Board(("armies", "moved", "commanders"), "On the map:", (), _write, _read)
