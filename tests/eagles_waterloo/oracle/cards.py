"""Chapters 0 to 2, the cards as the data files give them, and the battle chart (Table B)."""

import csv
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

MORALE = {"A": 4, "B": 3, "C": 2, "D": 1}  # Table M
UNITS = frozenset({"infantry", "cavalry", "artillery"})
SIDE_OF = {"french": "french", "british": "allied", "prussian": "allied"}
SCALES = {"half": Fraction(1, 2), "printed": Fraction(1), "double": Fraction(2)}  # G-41


def without_code(clause):
    """A refusal for which table (b) has no word: the clause stands for it."""
    return f"clause:{clause}"


@dataclass(frozen=True)
class Face:
    """What is printed on a card. `fire` and `shock` belong to infantry and cavalry, `fire_long`
    and `fire_short` to batteries, `attack` and `defence` to generals; `terrain` is hill, woods,
    river or building, its `capacity` that of a river's crossings; `lane` is left, centre or right
    as the owner sees it. `command` is army_commander, chief_of_staff or second_in_command."""

    number: int
    nation: str
    kind: str
    corps: str = ""
    cv: int = 0
    morale: str = ""
    fire: int = 1
    shock: int = 0
    fire_long: int = 0
    fire_short: int = 0
    horse: bool = False
    lancer: bool = False
    attack: int = 0
    defence: int = 0
    command: str = ""
    terrain: str = ""
    lane: str = ""
    capacity: int = 0
    bp: int = 0
    battles: frozenset[str] = frozenset()

    @property
    def side(self):
        return SIDE_OF[self.nation]

    @property
    def unit(self):
        return self.kind in UNITS

    @property
    def winner(self):
        """Whether a force of such cards can win (4.3)."""
        return self.kind in ("infantry", "cavalry")


@dataclass(frozen=True)
class ChartRow:
    """One line of the battle chart."""

    deck: int
    muster: int
    reinforcements: int
    bp: int


CHART = {
    ("quatre_bras", "french"): ChartRow(14, 10, 1, 130),
    ("quatre_bras", "british"): ChartRow(18, 9, 1, 160),
    ("ligny", "french"): ChartRow(36, 18, 2, 330),
    ("ligny", "prussian"): ChartRow(40, 20, 2, 310),
    ("wavre", "french"): ChartRow(16, 8, 1, 140),
    ("wavre", "prussian"): ChartRow(12, 12, 1, 90),
    ("waterloo", "french"): ChartRow(36, 18, 2, 380),
    ("waterloo", "british"): ChartRow(36, 18, 2, 360),
    ("waterloo", "prussian"): ChartRow(24, 0, 2, 190),
}


def nations_of(battle):
    """Who has a deck: everybody at Charleroi (16.f), else by the chart."""
    if battle == "charleroi":
        return ["french", "british", "prussian"]
    return [nation for at, nation in CHART if at == battle]


def rows(file):
    with Path(file).open(encoding="utf-8", newline="") as text:
        return list(csv.DictReader(text))


def read_faces(file):
    """The cards of `cards.csv` by number."""
    return {int(row["no"]): face_of(row) for row in rows(file)}


def face_of(row):
    def number(column, otherwise=0):
        return int(row[column]) if row[column] else otherwise

    return Face(
        number("no"),
        row["nation"],
        row["kind"],
        row["corps"],
        number("cv"),
        row["morale"],
        number("fire", 1),
        number("shock"),
        number("fire_long"),
        number("fire_short"),
        row["horse"] == "1",
        row["lancer"] == "1",
        number("attack"),
        number("defence"),
        row["command"],
        row["terrain"],
        row["lane"],
        number("capacity") or number("crossing_limit"),
        number("bp"),
        frozenset(row["battles"].split()),
    )
