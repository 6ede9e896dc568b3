"""The tables of the digest (T1 to T3), and the roads of the map."""

from dataclasses import dataclass

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
