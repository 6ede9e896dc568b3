"""Reading a scenario: either it is complete, or everything that is wrong with it [DATA.4, DATA.7].

What is found here makes a scenario unplayable. `check` asks whether it makes sense.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import msgspec

from napoleon.rules.kit.packs import Problem, misfit
from napoleon.rules.kit.roads import Road
from napoleon.rulesets.napoleon1815.packs.pack import (
    MOST_FATIGUE,
    MOST_STRENGTH,
    Area,
    BlockType,
    InvasionCard,
    Scenario,
)

Gap = tuple[str, str]
"""Which field of a scenario, and what is wrong with it."""


class ScenarioReader:
    """The tables of a pack, against which its scenarios are read."""

    def __init__(
        self,
        areas: list[Area],
        roads: list[Road],
        blocks: list[BlockType],
        invasion_cards: list[InvasionCard],
    ) -> None:
        self._areas = {area.id: area for area in areas}
        self._bridges = {road.id for road in roads if road.bridge}
        self._blocks = {block.id: block for block in blocks}
        self._invasion_cards = {card.number for card in invasion_cards}

    def read(self, file: str, content: bytes) -> Scenario | list[Problem]:
        """The scenario in a file, or everything that is wrong with it."""
        try:
            data = msgspec.json.decode(content, type=dict[str, object])
        except msgspec.DecodeError as error:
            return [Problem(file, "file", str(error))]
        fields = [field.encode_name for field in msgspec.structs.fields(Scenario)]
        missing = [Problem(file, field, "is missing") for field in fields if field not in data]
        if missing:
            return missing
        try:
            scenario = msgspec.convert(data, Scenario, strict=False)
        except msgspec.ValidationError as error:
            return [misfit(file, error)]
        return [Problem(file, *gap) for gap in self._gaps(file, scenario)] or scenario

    def _gaps(self, file: str, scenario: Scenario) -> Iterator[Gap]:
        if file != f"scenarios/{scenario.id}.json":
            yield "id", f"is {scenario.id}, which is not the name of the file"
        yield from self._calendar_gaps(scenario)
        unknown = [*self._block_gaps(scenario), *self._area_gaps(scenario)]
        yield from unknown
        if not unknown:
            yield from self._strength_gaps(scenario)
            yield from self._position_gaps(scenario)

    def _calendar_gaps(self, scenario: Scenario) -> Iterator[Gap]:
        if not 1 <= scenario.first_turn <= scenario.last_turn:
            yield "last_turn", "the turns do not run from 1 or later to the same turn or later"
        for turn in range(scenario.first_turn, scenario.last_turn + 1):
            if turn not in scenario.invasion_cards:
                yield "invasion_cards", f"turn {turn} has no invasion card"
            if turn not in scenario.turn_names:
                yield "turn_names", f"turn {turn} has no name"
        early = scenario.early_invasion
        follow = [] if early is None else list(msgspec.structs.astuple(early))
        named = {*scenario.invasion_cards.values(), *follow}
        for number in sorted(named - self._invasion_cards):
            field = "early_invasion" if number in follow else "invasion_cards"
            yield field, f"there is no invasion card {number}"

    def _block_gaps(self, scenario: Scenario) -> Iterator[Gap]:
        where = {
            "setup": list(scenario.setup),
            "reinforcements": [coming.block for coming in scenario.reinforcements],
            "event_blocks": list(scenario.event_blocks),
            "absent": list(scenario.absent),
        }
        known = {**where, "strength": list(scenario.strength), "fatigue": list(scenario.fatigue)}
        for field, blocks in known.items():
            for block in blocks:
                if block not in self._blocks:
                    yield field, f"there is no block {block}"
        times = Counter(block for blocks in where.values() for block in blocks)
        for block in self._blocks:
            if times[block] != 1:
                yield "setup", f"{block} is accounted for {times[block]} times instead of once"

    def _area_gaps(self, scenario: Scenario) -> Iterator[Gap]:
        named = {
            "setup": list(scenario.setup.values()),
            "control": list(scenario.control),
            "fortified_positions": list(scenario.fortified_positions),
            "reinforcements": [
                area
                for coming in scenario.reinforcements
                for area in (coming.area, *coming.alternatives)
            ],
            "scouts": [area for scouts in scenario.scouts.values() for area in scouts.areas],
        }
        for field, areas in named.items():
            for area in sorted(set(areas) - set(self._areas)):
                yield field, f"there is no area {area}"
        for road in sorted(set(scenario.broken_bridges) - self._bridges):
            yield "broken_bridges", f"there is no bridge {road}"
        for place in self._areas.values():
            if place.victory_points and place.id not in scenario.control:
                yield "control", f"nobody controls {place.id}"

    def _strength_gaps(self, scenario: Scenario) -> Iterator[Gap]:
        for block, points in scenario.fatigue.items():
            if self._blocks[block].kind != "corps":
                yield "fatigue", f"{block} is no corps"
            elif points > MOST_FATIGUE:
                yield "fatigue", f"{block} has more than {MOST_FATIGUE} fatigue points"
        for block, strength in scenario.strength.items():
            if self._blocks[block].kind != "corps":
                yield "strength", f"{block} is no corps"
            elif not 1 <= strength.infantry + strength.cavalry <= MOST_STRENGTH:
                yield "strength", f"{block} does not have 1 to {MOST_STRENGTH} strength points"

    def _position_gaps(self, scenario: Scenario) -> Iterator[Gap]:
        standing: dict[str, list[BlockType]] = {}
        for block, area in scenario.setup.items():
            standing.setdefault(area, []).append(self._blocks[block])
        for area, blocks in standing.items():
            if len({block.side for block in blocks}) > 1:
                yield "setup", f"{area} is contested from the start"
            elif not any(block.kind == "corps" for block in blocks):
                yield "setup", f"{blocks[0].id} stands in {area} without a corps"
