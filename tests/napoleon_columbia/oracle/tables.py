"""The tables of the digest (T1 to T3) and the map as the data files give it."""

import csv
from dataclasses import dataclass
from pathlib import Path

SIDE_OF = {"french": "french", "anglo": "allied", "prussian": "allied"}
MARCHES = {"french": 2, "anglo": 1, "prussian": 1}  # 5.1
MARCH_ALLOWANCE = {"inf": 1, "foot_art": 1, "cav": 2, "horse_art": 2, "leader": 2}  # 5.3
COMBAT_MOVES = {"inf": 1, "foot_art": 1, "cav": 2, "horse_art": 2, "leader": 2}  # 6.32
SKIRMISH_FIREPOWER = {"inf": 1, "foot_art": 1, "cav": 2, "horse_art": 2, "leader": 2}  # 6.6
ROUT_LOSS = {"inf": 1, "foot_art": 2, "cav": 1, "horse_art": 1, "leader": 0}  # 7.41
DEFEATED_AT = {"french": 12, "anglo": 8, "prussian": 9}  # 11.0
SUPPLY = {"ghent": ("anglo", 1), "brussels": ("anglo", 1), "liege": ("prussian", 2)}  # 10.0

MARCH_LIMIT = {"major": 8, "minor": 6}  # 5.4
RIVER_LIMIT = {"major": 4, "minor": 3}  # 5.5
COMBAT_LIMIT = {"major": 2, "minor": 1}  # 6.34, 7.2, 7.4, 7.5

ARTILLERY = frozenset({"foot_art", "horse_art"})


def without_code(clause):
    """A refusal for which table (b) has no word: the clause stands for it."""
    return f"clause:{clause}"


@dataclass(frozen=True)
class Road:
    """A road between two towns, `kind` major or minor, with or without a river."""

    a: str
    b: str
    kind: str
    river: bool = False

    @property
    def id(self):
        return f"{self.a}-{self.b}"

    def leaves(self, town):
        return town in (self.a, self.b)

    def leads_to(self, town):
        """Where the road leads from the town."""
        return self.b if town == self.a else self.a


def joined(roads, one, other):
    """Whether a single road joins the two towns."""
    return any({road.a, road.b} == {one, other} for road in roads)


def neighbours(roads, town):
    return {road.leads_to(town) for road in roads if road.leaves(town)}


def rows(file):
    with Path(file).open(encoding="utf-8", newline="") as text:
        return list(csv.DictReader(text))


def read_roads(file):
    """The roads of `roads.csv`."""
    return tuple(Road(r["a"], r["b"], r["kind"], r["river"] == "1") for r in rows(file))


def read_blocks(file):
    """Army, type, corps, strength and firepower of the blocks of `blocks.csv`, by id."""
    return {
        r["id"]: {
            "army": r["army"],
            "type": r["type"],
            "corps": r["corps"],
            "strength": int(r["max_strength"]),
            "firepower": int(r["firepower"]),
        }
        for r in rows(file)
    }


def read_turns(file):
    """Index, date, side and night of the player turns of `turns.csv`, in order."""
    return [
        {
            "index": int(r["index"]),
            "date": r["date"],
            "side": r["side"],
            "night": r["night"] == "1",
        }
        for r in rows(file)
    ]
