"""Reading a data pack from its folder. Tables that cannot be used make the pack unusable [N-01]."""

from __future__ import annotations

from importlib.resources.abc import Traversable
from typing import NamedTuple

from napoleon.rules.kit.packs import Row, TableReader
from napoleon.rulesets.napoleon_columbia.packs.facts import Facts
from napoleon.rulesets.napoleon_columbia.packs.pack import (
    ARMIES,
    TERRAINS,
    Block,
    BoardPlace,
    GreenBlock,
    LinePoint,
    Pack,
    RiverPoint,
    Road,
    Setup,
    Town,
    Turn,
)

FACTS = "checks.json"
SETUPS = "setups"
HISTORICAL = "historical"
"""The set-up of the order-of-battle cards, which every pack has [4.3]."""


class PackAndFacts(NamedTuple):
    """A pack, and what it says that it knows of the printed game."""

    pack: Pack
    facts: Facts


def load_pack(folder: Traversable) -> Pack:
    """The pack in `folder`. Raises PackError if a table is missing, or has bad rows."""
    return read_pack(folder).pack


def read_pack(folder: Traversable) -> PackAndFacts:
    """The pack in `folder` and its facts. Raises PackError as `load_pack` does."""
    reader = TableReader(folder)
    towns = reader.table("towns.csv", Town)
    roads = reader.table("roads.csv", Road)
    blocks = reader.table("blocks.csv", Block)
    turns = reader.table("turns.csv", Turn)
    green_blocks = reader.table("terrain.csv", GreenBlock)
    rivers = reader.table("rivers.csv", RiverPoint, _river_point)
    lines = reader.table("lines.csv", LinePoint)
    battle_board = reader.table("battle_board.csv", BoardPlace)
    facts = reader.document(FACTS, Facts)
    setups = _setups(folder, reader)
    reader.raise_problems()
    assert facts is not None, "else there is a problem"
    _tell_towns_and_roads(reader, towns, roads)
    _tell_blocks(reader, blocks)
    _tell_turns(reader, turns)
    _tell_green_blocks(reader, green_blocks)
    _tell_setups(reader, setups, towns, blocks)
    _tell_drawn(reader, rivers, lines, roads)
    _tell_battle_board(reader, battle_board)
    reader.tell_missing(FACTS, ARMIES, facts.defeat.eliminated)
    reader.tell_unknown(FACTS, "army", facts.defeat.eliminated, ARMIES)
    reader.raise_problems()
    pack = Pack(
        towns=towns,
        roads=roads,
        blocks=blocks,
        turns=turns,
        green_blocks=green_blocks,
        setups=setups,
        defeated_at=facts.defeat.eliminated,
        rivers=rivers,
        lines=lines,
        battle_board=battle_board,
        digest=reader.hash,
    )
    return PackAndFacts(pack, facts)


def _setups(folder: Traversable, reader: TableReader) -> dict[str, Setup]:
    there = folder / SETUPS
    names = {file.name for file in there.iterdir()} if there.is_dir() else set[str]()
    due = {f"{HISTORICAL}.json"}
    setups = {}
    for name in sorted(due.union(name for name in names if name.endswith(".json"))):
        setup = reader.document(f"{SETUPS}/{name}", Setup)
        if setup is not None:
            setups[name.removesuffix(".json")] = setup
    return setups


def _tell_towns_and_roads(reader: TableReader, towns: list[Town], roads: list[Road]) -> None:
    reader.tell_twice("towns.csv", (town.id for town in towns))
    reader.tell_twice("roads.csv", (road.id for road in roads))
    for town in towns:
        if town.supply_army == "french":
            reader.tell("towns.csv", town.id, "has the French army suffer, which needs no supply")
        elif bool(town.supply_army) != bool(town.supply_loss):
            reader.tell("towns.csv", town.id, "has an army that suffers without loss, or a loss")
    known = {town.id for town in towns}
    for road in roads:
        if road.a == road.b or not {road.a, road.b} <= known:
            reader.tell("roads.csv", road.id, "does not join two towns of the map")
        elif road.river != bool(road.river_name):
            reader.tell("roads.csv", road.id, "has a river without a name, or a name of none")


def _tell_blocks(reader: TableReader, blocks: list[Block]) -> None:
    reader.tell_twice("blocks.csv", (block.id for block in blocks))
    for block in blocks:
        if (block.type == "leader") == bool(block.corps):
            reader.tell("blocks.csv", block.id, "is a leader of a corps, or a unit of none")
        if (block.army == "anglo") != bool(block.nat):
            reader.tell(
                "blocks.csv", block.id, "needs a nation if it is Anglo-Dutch, and only then"
            )
    leaders = [block.army for block in blocks if block.type == "leader"]
    for army in ARMIES:
        if leaders.count(army) != 1:
            reader.tell("blocks.csv", army, f"has {leaders.count(army)} leaders instead of one")


def _tell_turns(reader: TableReader, turns: list[Turn]) -> None:
    indices = [turn.index for turn in turns]
    if indices != list(range(1, len(turns) + 1)):
        reader.tell("turns.csv", "index", "does not count from 1 without gaps")


def _tell_green_blocks(reader: TableReader, green_blocks: list[GreenBlock]) -> None:
    reader.tell_twice("terrain.csv", (green.id for green in green_blocks))
    reader.tell_missing("terrain.csv", [*TERRAINS, "square"], (green.id for green in green_blocks))
    for green in green_blocks:
        if green.in_pool != (green.id in TERRAINS):
            reader.tell("terrain.csv", green.id, "is terrain outside the pool, or none and in it")


def _tell_setups(
    reader: TableReader, setups: dict[str, Setup], towns: list[Town], blocks: list[Block]
) -> None:
    known_towns, known_blocks = {town.id for town in towns}, {block.id for block in blocks}
    for name, setup in setups.items():
        file = f"{SETUPS}/{name}.json"
        if setup.id != name:
            reader.tell(file, "id", f"is {setup.id}, which is not the name of the file")
        by_default = [it.default for it in setup.excess.values()]
        places = [*setup.placed.values(), *setup.on_the_card, *setup.excess]
        places += [town for default in by_default for town in default.values()]
        reader.tell_unknown(file, "town", places, known_towns)
        units = [*setup.placed, *(block for default in by_default for block in default)]
        units += [block for card in setup.on_the_card.values() for block in card]
        reader.tell_unknown(file, "block", units, known_blocks)
        for block in sorted(known_blocks - set(setup.placed)):
            reader.tell(file, block, "has no town")
        reader.tell_missing(file, setup.on_the_card, setup.excess)
        reader.tell_missing(file, setup.excess, setup.on_the_card)


def _tell_drawn(
    reader: TableReader, rivers: list[RiverPoint], lines: list[LinePoint], roads: list[Road]
) -> None:
    reader.tell_twice("rivers.csv", (f"{point.reach} {point.seq}" for point in rivers))
    reader.tell_twice("lines.csv", (f"{point.line} {point.seq}" for point in lines))
    reader.tell_missing("lines.csv", ("frontier", "deployment"), (it.line for it in lines))
    crossed = [point.road for point in rivers if point.road]
    reader.tell_unknown("rivers.csv", "road", crossed, {road.id for road in roads})
    for point in rivers:
        given = {point.x is None, point.y is None, bool(point.road)}
        if len(given) > 1:
            where = f"{point.reach} {point.seq}"
            reader.tell("rivers.csv", where, "needs either a road or both x and y")


def _tell_battle_board(reader: TableReader, places: list[BoardPlace]) -> None:
    reader.tell_twice("battle_board.csv", (place.id for place in places))
    known = {place.id for place in places}
    for place in places:
        named = {place.lane, place.opposite, place.own_reserve}
        if place.role == "position":
            reader.tell_unknown("battle_board.csv", "place", named - {place.lane}, known)
        if ("" in named) if place.role == "position" else named != {""}:
            words = "must name lane, opposite and Reserve if it is a position, and only then"
            reader.tell("battle_board.csv", place.id, words)


def _river_point(row: Row) -> Row:
    road = "-".join(sorted(row.get("road", "").split("-")))
    return {**row, "road": road, "x": row.get("x") or None, "y": row.get("y") or None}
