"""Reading a data pack from its folder [chapter 2].

Tables that cannot be used make the whole pack unusable. A scenario with something missing or
contradictory is left out with a list of what is wrong, and the others stay playable [DATA.7].
"""

from __future__ import annotations

import csv
import hashlib
import io
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from importlib.resources.abc import Traversable
from typing import Any, TypeVar

import msgspec

from napoleon.rulesets.napoleon1815.clauses import clause
from napoleon.rulesets.napoleon1815.packs.pack import (
    Area,
    BlockType,
    Card,
    DieFace,
    InvasionCard,
    Pack,
    PackError,
    PrintedRoad,
    Problem,
    Scenario,
    ThreePlayerCard,
)
from napoleon.rulesets.napoleon1815.packs.scenario_reader import ScenarioReader

Row = dict[str, Any]
S = TypeVar("S", bound=msgspec.Struct)


def load_pack(folder: Traversable) -> Pack:
    """The pack in `folder`. Raises PackError if a table is missing or has bad rows."""
    return _Loader(folder).load()


class _Loader:
    """Reads the files of one folder, and collects what is wrong with its tables."""

    def __init__(self, folder: Traversable) -> None:
        self._folder = folder
        self._problems: list[Problem] = []
        self._digest = hashlib.sha256()

    def load(self) -> Pack:
        areas = self._table("areas.csv", Area)
        roads = self._table("roads.csv", PrintedRoad)
        blocks = self._table("blocks.csv", BlockType)
        cards = self._table("cards.csv", Card, _card)
        invasion_cards = self._table("invasion_cards.csv", InvasionCard, _invasion_card)
        three_player_cards = self._table("three_player_cards.csv", ThreePlayerCard)
        dice = self._table("dice.csv", DieFace)
        self._raise_problems()
        self._refuse_unknown_ends(roads, {area.id for area in areas})
        self._refuse_unknown_names(cards)
        self._refuse_twice("areas.csv", (area.id for area in areas))
        self._refuse_twice("roads.csv", (printed.road.id for printed in roads))
        self._refuse_twice("blocks.csv", (block.id for block in blocks))
        self._refuse_twice("cards.csv", (card.number for card in cards))
        self._refuse_twice("invasion_cards.csv", (card.number for card in invasion_cards))
        self._refuse_twice("three_player_cards.csv", (card.number for card in three_player_cards))
        self._refuse_twice("dice.csv", (f"{face.army} {face.face}" for face in dice))
        self._refuse_missing("cards.csv", {"french", "allied"}, {card.side for card in cards})
        armies = {block.army for block in blocks}
        self._refuse_missing("dice.csv", armies, {face.army for face in dice})
        self._raise_problems()
        reader = ScenarioReader(areas, [printed.road for printed in roads], blocks, invasion_cards)
        outcomes = dict(self._scenarios(reader))
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
            digest=self._digest.hexdigest(),
        )

    def _table(self, file: str, kind: type[S], adapt: Callable[[Row], Row] = dict) -> list[S]:
        structs = []
        before = len(self._problems)
        for line, row in self._rows(file):
            try:
                structs.append(msgspec.convert(adapt(row), kind, strict=False))
            except msgspec.ValidationError as error:
                self._problem(file, f"line {line}", str(error))
        if not structs and len(self._problems) == before:
            self._problem(file, "file", "has no rows")
        return structs

    def _rows(self, name: str) -> Iterator[tuple[int, Row]]:
        file = self._folder / name
        if not file.is_file():
            self._problem(name, "file", "is missing")
            return
        try:
            text = self._read(file, name).decode("utf-8-sig")
        except UnicodeDecodeError as error:
            self._problem(name, f"byte {error.start}", "is not UTF-8")
            return
        reader = csv.DictReader(io.StringIO(text, newline=""), strict=True)
        try:
            for row in reader:
                if None in row or None in row.values():
                    self._problem(name, f"line {reader.line_num}", "has a wrong number of columns")
                else:
                    yield reader.line_num, row
        except csv.Error as error:
            self._problem(name, f"line {reader.line_num}", str(error))

    def _read(self, file: Traversable, name: str) -> bytes:
        content = file.read_bytes()
        self._digest.update(f"{name}\0{len(content)}\0".encode())
        self._digest.update(content)
        return content

    def _scenarios(self, reader: ScenarioReader) -> Iterator[tuple[str, Scenario | list[Problem]]]:
        folder = self._folder / "scenarios"
        files = list(folder.iterdir()) if folder.is_dir() else []
        for file in sorted(files, key=lambda file: file.name):
            if file.name.endswith(".json"):
                name = f"scenarios/{file.name}"
                yield file.name.removesuffix(".json"), reader.read(name, self._read(file, name))

    def _raise_problems(self) -> None:
        if self._problems:
            raise PackError(self._problems)

    def _problem(self, file: str, where: str, message: str) -> None:
        self._problems.append(Problem(file, where, message))

    def _refuse_twice(self, file: str, ids: Iterable[str | int]) -> None:
        for name, times in Counter(ids).items():
            if times > 1:
                self._problem(file, str(name), f"stands there {times} times")

    def _refuse_missing(self, file: str, needed: Iterable[str], there: Iterable[str]) -> None:
        for name in sorted(set(needed) - set(there)):
            self._problem(file, name, "has no row")

    def _refuse_unknown_ends(self, roads: list[PrintedRoad], areas: set[str]) -> None:
        for printed in roads:
            if printed.a == printed.b or not {printed.a, printed.b} <= areas:
                self._problem("roads.csv", printed.road.id, "does not join two areas of the map")

    def _refuse_unknown_names(self, cards: list[Card]) -> None:
        for card in cards:
            if clause(f"CARD.{card.event}") is None:
                self._problem("cards.csv", str(card.number), f"there is no event {card.event}")
            for window in card.windows:
                if clause(window) is None:
                    self._problem("cards.csv", str(card.number), f"there is no window {window}")


def _card(row: Row) -> Row:
    windows = tuple(filter(None, row.get("window", "").split("|")))
    return {**row, "name": row.get("name_en"), "windows": windows}


def _invasion_card(row: Row) -> Row:
    draws = {"french": row.get("draw_french"), "allied": row.get("draw_allied")}
    limit = row.get("allied_operation_limit")
    return {**row, "draws": draws, "allied_operation_limit": limit or None}
