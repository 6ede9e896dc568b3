"""Reading a data pack from its folder. Tables that cannot be used make the pack unusable."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from importlib.resources.abc import Traversable
from typing import TypeVar

from napoleon.rules.kit.packs import Row, TableReader
from napoleon.rulesets.napoleonic_wars.cards.grammar import grammar
from napoleon.rulesets.napoleonic_wars.pack import (
    ANY,
    Box,
    Card,
    CardRow,
    Connection,
    HomeCardRow,
    Lane,
    Leader,
    Limit,
    Look,
    Nation,
    Pack,
    Placement,
    Scenario,
    SeaBorder,
    Space,
    Wild,
    WindowRow,
    Zone,
)

SCENARIO = "scenario_1805.json"

T = TypeVar("T")


def load_pack(folder: Traversable) -> Pack:
    """The pack in `folder`. Raises PackError if a table is missing, or has bad rows."""
    reader = TableReader(folder)
    spaces = reader.table("spaces.csv", Space, _split("ports"))
    connections = reader.table("connections.csv", Connection)
    zones = reader.table("sea_zones.csv", Zone)
    borders = reader.table("sea_borders.csv", SeaBorder)
    lanes = reader.table("sea_lanes.csv", Lane)
    nations = reader.table("nations.csv", Nation)
    limits = reader.table("limits.csv", Limit)
    leaders = reader.table("leaders.csv", Leader)
    forces = reader.table("forces.csv", Placement)
    boxes = reader.table("diplomacy.csv", Box)
    deck = reader.table("deck.csv", CardRow, _split("plays", "targets"))
    home = reader.table("home_cards.csv", HomeCardRow)
    windows = reader.table("windows.csv", WindowRow, _split("windows"))
    looks = reader.table("looks.csv", Look)
    wilds = reader.table("wilds.csv", Wild)
    scenario = reader.document(SCENARIO, Scenario)
    reader.raise_problems()
    assert scenario is not None, "else there is a problem"
    ids = {
        "space": [it.id for it in spaces],
        "zone": [it.id for it in zones],
        "nation": [it.id for it in nations],
        "leader": [it.id for it in leaders],
        "card": [*(it.id for it in deck), *(it.id for it in home)],
        "event": list(dict.fromkeys([*(it.event for it in deck), *(it.id for it in home)])),
    }
    for file, what in _IDS.items():
        reader.tell_twice(file, ids[what])
    named: tuple[tuple[str, str, Iterable[str]], ...] = (
        ("spaces.csv", "zone", (zone for it in spaces for zone in it.ports)),
        ("spaces.csv", "nation", (n for it in spaces for n in (it.start, *it.builders))),
        ("connections.csv", "space", (end for it in connections for end in (it.a, it.b))),
        ("connections.csv", "zone", (it.zone for it in connections if it.zone)),
        ("sea_borders.csv", "zone", (end for it in borders for end in (it.a, it.b))),
        ("sea_borders.csv", "space", (it.naval_strait for it in borders if it.naval_strait)),
        ("sea_lanes.csv", "zone", (end for it in lanes for end in (it.a, it.b))),
        ("limits.csv", "nation", (it.nation for it in limits)),
        ("leaders.csv", "nation", (it.nation for it in leaders)),
        ("leaders.csv", "space", (it.start for it in leaders if it.start)),
        ("forces.csv", "nation", (it.nation for it in forces)),
        ("diplomacy.csv", "nation", (it.row for it in boxes)),
        ("deck.csv", "nation", (n for it in deck for n in (*it.plays, *it.targets) if n != ANY)),
        ("home_cards.csv", "nation", (it.nation for it in home)),
        ("windows.csv", "event", (it.event for it in windows)),
        ("looks.csv", "nation", (it.nation for it in looks)),
        (SCENARIO, "nation", (*scenario.track, *scenario.consuls)),
    )
    for file, what, names in named:
        reader.tell_unknown(file, what, names, ids[what])
    somewhere = [*ids["space"], *ids["zone"]]
    reader.tell_unknown("forces.csv", "space or zone", (it.space for it in forces), somewhere)
    reader.tell_missing("limits.csv", ids["nation"], (it.nation for it in limits))
    reader.tell_missing(SCENARIO, ids["nation"], scenario.track)
    reader.tell_missing("looks.csv", ids["nation"], (it.nation for it in looks))
    for placement in forces:
        if placement.sp and placement.space in ids["zone"]:
            reader.tell("forces.csv", placement.space, "strength points cannot stand at sea")
    language = grammar(name for what in _IDS.values() for name in ids[what])
    programs = [("deck.csv", it.id, it.program) for it in deck]
    programs += [("home_cards.csv", it.id, it.program) for it in home]
    for file, card, program in programs:
        for fault in language.faults(program):
            reader.tell(file, card, fault)
    reader.raise_problems()
    return Pack(
        hash=reader.hash,
        spaces=_by(spaces, lambda it: it.id),
        connections=_by(connections, lambda it: it.id),
        zones=_by(zones, lambda it: it.id),
        sea_borders=tuple(borders),
        lanes=tuple(lanes),
        nations=_by(nations, lambda it: it.id),
        limits=_by(limits, lambda it: it.nation),
        leaders=_by(leaders, lambda it: it.id),
        forces=tuple(forces),
        boxes=tuple(boxes),
        cards=_cards(deck, home, {it.event: it.windows for it in windows}),
        deck_rows=tuple(deck),
        home_rows=tuple(home),
        window_rows=tuple(windows),
        looks=_by(looks, lambda it: it.nation),
        wilds=tuple(wilds),
        scenario=scenario,
    )


_IDS = {
    "spaces.csv": "space",
    "sea_zones.csv": "zone",
    "nations.csv": "nation",
    "leaders.csv": "leader",
    "deck.csv": "card",
}


def _split(*columns: str) -> Callable[[Row], Row]:
    """Makes several names of each of these columns, which are parted by blanks."""
    return lambda row: {**row, **{it: tuple(row.get(it, "").split()) for it in columns}}


def _by(rows: Iterable[T], key: Callable[[T], str]) -> Mapping[str, T]:
    return {key(row): row for row in rows}


def _cards(
    deck: list[CardRow], home: list[HomeCardRow], windows: Mapping[str, tuple[str, ...]]
) -> dict[str, Card]:
    cards = [
        Card(
            id=it.id, number=it.no, event=it.event, name=it.name, cp=it.cp, type=it.type,
            joinable=it.joinable, red=it.red, no_1805=it.no_1805, lasting=it.lasting,
            remove=it.remove, must_event=it.must_event, plays=it.plays, targets=it.targets,
            windows=windows.get(it.event, ()), program=it.program, effect=it.effect,
        )
        for it in deck
    ]  # fmt: skip
    cards += [
        Card(
            id=it.id, number=len(deck) + place, event=it.id, name=it.name, cp=it.cp, type="home",
            plays=(it.nation,), windows=windows.get(it.id, ()), home=it.nation,
            program=it.program, effect=it.effect,
        )
        for place, it in enumerate(home, 1)
    ]  # fmt: skip
    return {it.id: it for it in cards}
