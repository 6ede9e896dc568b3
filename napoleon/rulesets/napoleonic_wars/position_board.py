"""How the position notation writes the map: ``Calais: France 8; Napoleon; Soult (fought)``.

Nations have a line each, and so have leaders who are not on the map. In the line of a space stand
its flag, strength points with what they have done in this impulse, and leaders. A leader who serves
another nation than that of the pack is told with it: ``Bernadotte of Sweden``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from napoleon.rules.notation.codecs import full_name_of, known
from napoleon.rules.notation.positions import INDENT, Board
from napoleon.rulesets.napoleonic_wars import notation_names as names
from napoleon.rulesets.napoleonic_wars.frames.forces import Lot
from napoleon.rulesets.napoleonic_wars.names import ALONE
from napoleon.rulesets.napoleonic_wars.pack import Pack
from napoleon.rulesets.napoleonic_wars.position_codecs import NATION_LINE
from napoleon.rulesets.napoleonic_wars.state import Leader, Nation, Space

ASIDE = {
    "pool": "Leaders to be built",
    "regroup": "Leaders regrouped",
    "war": "Leaders in foreign wars",
    "dead": "Leaders lost",
}
"""Where leaders are that are not on the map."""

_FLAG = "flag "
_LOT = re.compile(r"(?P<nation>.+?) (?P<sp>\d+)(?: \((?P<said>[^)]+)\))?")
_LEADER = re.compile(r"(?P<name>[^(]+?)(?: of (?P<nation>[^(]+?))?(?: \((?P<said>[^)]+)\))?")
_ENTERED = re.compile(r"entered (\d+)")


def _write(pack: Pack, given: Mapping[str, Any]) -> Iterator[str]:
    for nation, it in given.get("nations", {}).items():
        if told := NATION_LINE.write(it, pack):
            yield f"{names.nations(pack).write(nation)}: {told}"
    leaders: Mapping[str, Leader] = given.get("leaders", {})
    for standing, label in ASIDE.items():
        them = [_leader(pack, name, it) for name, it in leaders.items() if it.standing == standing]
        if them:
            yield f"{label}: {'; '.join(them)}"
    yield BOARD.heading
    for space, it in given.get("spaces", {}).items():
        here = [
            _leader(pack, name, leader)
            for name, leader in leaders.items()
            if leader.standing == "map" and leader.where == space
        ]
        flag = [f"{_FLAG}{names.nations(pack).write(it.flag)}"] if it.flag else []
        if told := "; ".join([*flag, *(_lot(pack, lot) for lot in it.lots), *here]):
            yield f"{INDENT}{names.spaces(pack).write(space)}: {told}"


def _lot(pack: Pack, it: Lot) -> str:
    return f"{names.nations(pack).write(it.nation)} {it.sp}{_done(it.entered, fought=it.fought)}"


def _leader(pack: Pack, name: str, it: Leader) -> str:
    foreign = it.nation != pack.leaders[name].nation
    serves = f" of {names.nations(pack).write(it.nation)}" if foreign else ""
    done = _done(it.entered, fought=it.fought, failed=it.failed)
    return f"{names.leaders(pack).write(name)}{serves}{done}"


def _done(entered: int, *, fought: bool, failed: bool = False) -> str:
    """What a piece has done in this impulse."""
    said = [f"entered {entered}"] * bool(entered) + ["fought"] * fought + ["failed"] * failed
    return f" ({', '.join(said)})" if said else ""


def _read(pack: Pack, label: str, text: str, found: dict[str, Any]) -> None:
    """Add what the line of a nation, of leaders aside or of a space says. Raises ValueError."""
    nations, leaders, spaces = _begun(pack, found)
    if label.startswith(INDENT):
        space = full_name_of(names.spaces(pack), label)
        for entry in text.split("; "):
            _read_entry(pack, space, known(entry), spaces[space], leaders)
        return
    standing = next((it for it, told in ASIDE.items() if told == label), "")
    if not standing:
        nations[full_name_of(names.nations(pack), label)] = NATION_LINE.read(text, pack)
        return
    for entry in text.split("; "):
        name, leader = _read_leader(pack, entry)
        leader.standing = standing  # type: ignore[assignment]
        leaders[name] = leader


def _begun(
    pack: Pack, found: dict[str, Any]
) -> tuple[dict[str, Nation], dict[str, Leader], dict[str, Space]]:
    """All nations, leaders and spaces, in the order of the pack; nothing is said of them yet."""
    nations = found.setdefault("nations", {it: Nation() for it in pack.track})
    leaders = found.setdefault(
        "leaders", {it.id: Leader(it.nation, "pool") for it in pack.leaders.values()}
    )
    return nations, leaders, found.setdefault("spaces", {it: Space() for it in pack.spaces})


def _read_entry(
    pack: Pack, space: str, entry: str, there: Space, leaders: dict[str, Leader]
) -> None:
    if entry.startswith(_FLAG):
        there.flag = full_name_of(names.nations(pack), entry.removeprefix(_FLAG))
    elif lot := _LOT.fullmatch(entry):
        entered, fought, _ = _read_done(lot["said"])
        nation = full_name_of(names.nations(pack), lot["nation"])
        there.lots.append(Lot(nation, int(lot["sp"]), entered, fought))
    else:
        name, leader = _read_leader(pack, entry)
        leader.standing, leader.where = "map", space
        leaders[name] = leader


def _read_leader(pack: Pack, entry: str) -> tuple[str, Leader]:
    said = _LEADER.fullmatch(entry)
    if said is None:
        raise ValueError(f"{entry!r} is neither strength nor a leader, as in France 8; Napoleon")
    name = full_name_of(names.leaders(pack), said["name"])
    nation = pack.leaders[name].nation
    if said["nation"]:
        nation = full_name_of(names.nations(pack), said["nation"])
    entered, fought, failed = _read_done(said["said"])
    return name, Leader(nation, "pool", "", entered, fought, failed)


def _read_done(text: str | None) -> tuple[int, bool, bool]:
    entered, words = 0, set[str]()
    for word in text.split(", ") if text else ():
        if many := _ENTERED.fullmatch(word):
            entered = int(many[1])
        elif word in ("fought", "failed"):
            words.add(word)
        else:
            raise ValueError(f"{word!r} is nothing that a piece has done, such as: entered 1")
    return entered, "fought" in words, "failed" in words


BOARD = Board(
    ("nations", "leaders", "spaces"),
    "On the map:",
    (*ALONE.values(), *ASIDE.values()),
    _write,
    _read,
)
