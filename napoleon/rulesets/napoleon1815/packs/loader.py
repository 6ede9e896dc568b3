"""Reading a data pack from its folder [chapter 2].

Tables that cannot be used make the whole pack unusable. A scenario with something missing or
contradictory is left out with a list of what is wrong, and the others stay playable [DATA.7].
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib.resources.abc import Traversable

from napoleon.rules.kit.packs import Problem, Row, TableReader
from napoleon.rulesets.napoleon1815.clauses import CLAUSES
from napoleon.rulesets.napoleon1815.packs.pack import (
    Area,
    BlockType,
    Card,
    DieFace,
    InvasionCard,
    Pack,
    PrintedRoad,
    Scenario,
    ThreePlayerCard,
)
from napoleon.rulesets.napoleon1815.packs.scenario_reader import ScenarioReader


def load_pack(folder: Traversable) -> Pack:
    """The pack in `folder`. Raises PackError if a table is missing or has bad rows."""
    reader = TableReader(folder)
    areas = reader.table("areas.csv", Area)
    roads = reader.table("roads.csv", PrintedRoad)
    blocks = reader.table("blocks.csv", BlockType)
    cards = reader.table("cards.csv", Card, _card)
    invasion_cards = reader.table("invasion_cards.csv", InvasionCard, _invasion_card)
    three_player_cards = reader.table("three_player_cards.csv", ThreePlayerCard)
    dice = reader.table("dice.csv", DieFace)
    reader.raise_problems()
    _tell_unknown_ends(reader, roads, {area.id for area in areas})
    _tell_unknown_names(reader, cards)
    reader.tell_twice("areas.csv", (area.id for area in areas))
    reader.tell_twice("roads.csv", (printed.road.id for printed in roads))
    reader.tell_twice("blocks.csv", (block.id for block in blocks))
    reader.tell_twice("cards.csv", (card.number for card in cards))
    reader.tell_twice("invasion_cards.csv", (card.number for card in invasion_cards))
    reader.tell_twice("three_player_cards.csv", (card.number for card in three_player_cards))
    reader.tell_twice("dice.csv", (f"{face.army} {face.face}" for face in dice))
    reader.tell_missing("cards.csv", {"french", "allied"}, {card.side for card in cards})
    armies = {block.army for block in blocks}
    reader.tell_missing("dice.csv", armies, {face.army for face in dice})
    reader.raise_problems()
    scenarios = ScenarioReader(areas, [printed.road for printed in roads], blocks, invasion_cards)
    outcomes = dict(_scenarios(folder, reader, scenarios))
    return Pack(
        areas=areas,
        roads=roads,
        blocks=blocks,
        cards=cards,
        invasion_cards=invasion_cards,
        three_player_cards=three_player_cards,
        dice=dice,
        scenarios={i: found for i, found in outcomes.items() if isinstance(found, Scenario)},
        broken_scenarios={i: found for i, found in outcomes.items() if isinstance(found, list)},
        digest=reader.hash,
    )


def _scenarios(
    folder: Traversable, reader: TableReader, scenarios: ScenarioReader
) -> Iterator[tuple[str, Scenario | list[Problem]]]:
    there = folder / "scenarios"
    files = list(there.iterdir()) if there.is_dir() else []
    for file in sorted(files, key=lambda file: file.name):
        if file.name.endswith(".json"):
            name = f"scenarios/{file.name}"
            yield file.name.removesuffix(".json"), scenarios.read(name, reader.read(file, name))


def _tell_unknown_ends(reader: TableReader, roads: list[PrintedRoad], areas: set[str]) -> None:
    for printed in roads:
        if printed.a == printed.b or not {printed.a, printed.b} <= areas:
            reader.tell("roads.csv", printed.road.id, "does not join two areas of the map")


def _tell_unknown_names(reader: TableReader, cards: list[Card]) -> None:
    for card in cards:
        if f"CARD.{card.event}" not in CLAUSES:
            reader.tell("cards.csv", str(card.number), f"there is no event {card.event}")
        for window in card.windows:
            if window not in CLAUSES:
                reader.tell("cards.csv", str(card.number), f"there is no window {window}")


def _card(row: Row) -> Row:
    windows = tuple(filter(None, row.get("window", "").split("|")))
    return {**row, "name": row.get("name_en"), "windows": windows}


def _invasion_card(row: Row) -> Row:
    draws = {"french": row.get("draw_french"), "allied": row.get("draw_allied")}
    limit = row.get("allied_operation_limit")
    return {**row, "draws": draws, "allied_operation_limit": limit or None}
