"""Reading a data pack from its folder [chapter 2].

Tables that cannot be used make the whole pack unusable. A scenario with something missing or
contradictory is left out with a list of what is wrong, and the others stay playable [DATA.7].
"""

from __future__ import annotations

import csv
import hashlib
import io
from collections import Counter
from collections.abc import Iterable, Iterator
from importlib.resources.abc import Traversable
from typing import Any, TypeVar

import msgspec

from napoleon.board.roads import Road, road_id
from napoleon.rulesets.napoleon1815.pack import (
    Area,
    BlockType,
    Card,
    DieFace,
    InvasionCard,
    Pack,
    PackError,
    Problem,
    Scenario,
    ThreePlayerCard,
)

TABLES = (
    "areas.csv",
    "roads.csv",
    "blocks.csv",
    "cards.csv",
    "invasion_cards.csv",
    "three_player_cards.csv",
    "dice.csv",
)

S = TypeVar("S", bound=msgspec.Struct)


def load_pack(folder: Traversable) -> Pack:
    """The pack in `folder`. Raises PackError if a table is missing or has bad rows."""
    return _Loader(folder).load()


class _Loader:
    """Reads the files of one folder, and collects what is wrong with them."""

    def __init__(self, folder: Traversable) -> None:
        self._folder = folder
        self._problems: list[Problem] = []
        self._digest = hashlib.sha256()

    def load(self) -> Pack:
        rows = {name: list(self._rows(name)) for name in TABLES}
        areas = self._structs("areas.csv", rows["areas.csv"], Area)
        roads = self._roads(rows["roads.csv"], {area.id for area in areas})
        blocks = self._structs("blocks.csv", rows["blocks.csv"], BlockType)
        cards = self._structs("cards.csv", map(_card, rows["cards.csv"]), Card)
        invasion_cards = self._structs(
            "invasion_cards.csv", map(_invasion_card, rows["invasion_cards.csv"]), InvasionCard
        )
        three = self._structs(
            "three_player_cards.csv", rows["three_player_cards.csv"], ThreePlayerCard
        )
        dice = self._structs("dice.csv", rows["dice.csv"], DieFace)
        self._refuse_twice("areas.csv", (area.id for area in areas))
        self._refuse_twice("roads.csv", (road.id for road in roads))
        self._refuse_twice("blocks.csv", (block.id for block in blocks))
        self._refuse_twice("cards.csv", (str(card.number) for card in cards))
        if self._problems:
            raise PackError(self._problems)
        scenarios = {}
        broken = {}
        known = _Known(areas, roads, blocks, invasion_cards)
        for name, outcome in self._scenarios(known):
            if isinstance(outcome, Scenario):
                scenarios[name] = outcome
            else:
                broken[name] = outcome
        return Pack(
            areas=areas,
            roads=roads,
            blocks=blocks,
            cards=cards,
            invasion_cards=invasion_cards,
            three_player_cards=three,
            dice=dice,
            scenarios=scenarios,
            broken_scenarios=broken,
            digest=self._digest.hexdigest(),
        )

    def _read(self, file: Traversable, name: str) -> bytes:
        content = file.read_bytes()
        self._digest.update(f"{name}\0{len(content)}\0".encode())
        self._digest.update(content)
        return content

    def _rows(self, name: str) -> Iterator[dict[str, str]]:
        file = self._folder / name
        if not file.is_file():
            self._problems.append(Problem(name, "", "the file is missing"))
            return
        try:
            text = self._read(file, name).decode("utf-8")
        except UnicodeDecodeError as error:
            self._problems.append(Problem(name, f"byte {error.start}", "not UTF-8"))
            return
        for line, row in enumerate(csv.DictReader(io.StringIO(text, newline="")), start=2):
            if None in row or None in row.values():
                self._problems.append(Problem(name, f"line {line}", "wrong number of columns"))
            else:
                yield row

    def _structs(self, file: str, rows: Iterable[dict[str, Any]], kind: type[S]) -> list[S]:
        structs = []
        for line, row in enumerate(rows, start=2):
            try:
                structs.append(msgspec.convert(row, kind, strict=False))
            except msgspec.ValidationError as error:
                self._problems.append(Problem(file, f"line {line}", str(error)))
        return structs

    def _roads(self, rows: list[dict[str, str]], areas: set[str]) -> list[Road]:
        roads = []
        for line, row in enumerate(rows, start=2):
            a, b = sorted((row.get("a", ""), row.get("b", "")))
            if {a, b} <= areas and a != b and row.get("bridge") in ("0", "1"):
                roads.append(Road(road_id(a, b), a, b, row["bridge"] == "1"))
            else:
                message = "ends must be two areas, bridge 0 or 1"
                self._problems.append(Problem("roads.csv", f"line {line}", message))
        return roads

    def _refuse_twice(self, file: str, ids: Iterable[str]) -> None:
        for name, times in Counter(ids).items():
            if times > 1:
                self._problems.append(Problem(file, name, f"stands there {times} times"))

    def _scenarios(self, known: _Known) -> Iterator[tuple[str, Scenario | list[Problem]]]:
        folder = self._folder / "scenarios"
        files = list(folder.iterdir()) if folder.is_dir() else []
        for file in sorted(files, key=lambda file: file.name):
            if file.name.endswith(".json"):
                name = f"scenarios/{file.name}"
                content = self._read(file, name)
                yield file.name.removesuffix(".json"), known.scenario(name, content)


class _Known:
    """The tables of a pack, against which its scenarios are read."""

    def __init__(
        self,
        areas: list[Area],
        roads: list[Road],
        blocks: list[BlockType],
        invasion_cards: list[InvasionCard],
    ) -> None:
        self._areas = {area.id for area in areas}
        self._scoring = {area.id for area in areas if area.victory_points}
        self._bridges = {road.id for road in roads if road.bridge}
        self._blocks = {block.id for block in blocks}
        self._invasion_cards = {card.number for card in invasion_cards}

    def scenario(self, file: str, content: bytes) -> Scenario | list[Problem]:
        """The scenario in a file, or everything that is wrong with it."""
        try:
            scenario = msgspec.convert(msgspec.json.decode(content), Scenario, strict=False)
        except (msgspec.ValidationError, msgspec.DecodeError) as error:
            return [Problem(file, "", str(error))]
        problems = [Problem(file, where, what) for where, what in self._gaps(scenario)]
        return problems or scenario

    def _gaps(self, scenario: Scenario) -> Iterator[tuple[str, str]]:
        coming = [reinforcement.block for reinforcement in scenario.reinforcements]
        placed = [*scenario.setup, *coming, *scenario.event_blocks, *scenario.absent]
        for block, times in Counter(placed).items():
            if block not in self._blocks:
                yield "setup", f"there is no block {block}"
            elif times > 1:
                yield "setup", f"{block} is accounted for {times} times"
        for block in sorted(self._blocks - set(placed)):
            yield "setup", f"{block} is not accounted for"
        named = [
            *scenario.setup.values(),
            *scenario.control,
            *scenario.fortified_positions,
            *(r.area for r in scenario.reinforcements),
            *(area for r in scenario.reinforcements for area in r.alternatives),
            *(area for scouts in scenario.scouts.values() for area in scouts.areas),
        ]
        for area in sorted(set(named) - self._areas):
            yield "areas", f"there is no area {area}"
        for area in sorted(self._scoring - set(scenario.control)):
            yield "control", f"nobody controls {area}"
        for road in sorted(set(scenario.broken_bridges) - self._bridges):
            yield "broken_bridges", f"there is no bridge {road}"
        for turn in range(scenario.first_turn, scenario.last_turn + 1):
            if scenario.invasion_cards.get(turn) not in self._invasion_cards:
                yield "invasion_cards", f"turn {turn} has no invasion card"
            if turn not in scenario.turn_names:
                yield "turn_names", f"turn {turn} has no name"
        for block in sorted((set(scenario.strength) | set(scenario.fatigue)) - self._blocks):
            yield "strength", f"there is no block {block}"
        if scenario.first_turn > scenario.last_turn:
            yield "last_turn", "the last turn lies before the first"


def _card(row: dict[str, str]) -> dict[str, Any]:
    windows = tuple(filter(None, row.get("window", "").split("|")))
    return {**row, "name": row.get("name_en"), "windows": windows}


def _invasion_card(row: dict[str, str]) -> dict[str, Any]:
    draws = {"french": row.get("draw_french"), "allied": row.get("draw_allied")}
    limit = row.get("allied_operation_limit")
    return {**row, "draws": draws, "allied_operation_limit": limit or None}
