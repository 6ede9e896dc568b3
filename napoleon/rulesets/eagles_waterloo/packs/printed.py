"""What the rulebook and named public sources tell of the game: every pack must agree.

Everything else in a pack may be replaced by the owner of the printed cards [G-01].
"""

from __future__ import annotations

from typing import NamedTuple

from napoleon.rulesets.eagles_waterloo.packs.cards import Command, Fought, Lane, Nation, TerrainKind

CARDS: dict[str, int] = {"french": 110, "british": 90, "prussian": 100}
"""How many of the cards, numbered from 1 without gaps, have the back of each nation [1.0]."""


class ChartRow(NamedTuple):
    """Figures of the battle chart: cards of deck and muster, reinforcements per turn, and BP."""

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
"""The battle chart, by battle and nation [2.0, 3.0, 15.0]."""

SEPARATE = ("waterloo", "prussian")
"""The one army whose whole deck is reinforcements [3.0, 10.0]."""

COMMANDS: dict[str, tuple[Nation, Command]] = {
    "Napoleon": ("french", "army_commander"),
    "Wellington": ("british", "army_commander"),
    "Blucher": ("prussian", "army_commander"),
    "Soult": ("french", "chief_of_staff"),
    "Gneisenau": ("prussian", "chief_of_staff"),
    "Uxbridge": ("british", "second_in_command"),
}
"""Who commands an army and who takes over, by name without its accents [12.3]."""

ANY_CORPS = {"Napoleon", "Ney", "Wellington", "Blucher"}
"""The generals who support every corps of their nation, without accents [12.2]."""

GUNS = {(1, 3), (2, 3)}
"""Long and short ratings of artillery in examples [7.23, 9.2, 9.3]."""


class MakeUp(NamedTuple):
    """How many of the cards of a nation that fought in a battle are of each kind."""

    cards: int
    general: int
    infantry: int
    artillery: int
    cavalry: int
    terrain: int
    special: int
    horse_batteries: int


QUATRE_BRAS: dict[Nation, MakeUp] = {
    "french": MakeUp(26, 3, 6, 4, 4, 3, 6, 2),
    "british": MakeUp(33, 8, 10, 4, 2, 3, 6, 1),
}
"""The cards of Quatre Bras, as they were published."""


class NamedTerrain(NamedTuple):
    """A terrain card that a source names; what it does not tell is None."""

    name: str
    nation: Nation
    battle: Fought
    terrain: TerrainKind | None = None
    lane: Lane | None = None


TERRAIN = (
    NamedTerrain("Bossu Wood", "french", "quatre_bras", "woods"),
    NamedTerrain("Quatre Bras", "british", "quatre_bras"),
    NamedTerrain("Hougoumont", "british", "waterloo", "building", "right"),
    NamedTerrain("River Dyle (C)", "prussian", "wavre", "river"),
)
"""The terrain cards that are named."""

CAMPAIGN_FACTOR = 2
"""How many times the reinforcements of the chart are drawn in the campaign [16.b]."""

CHARLEROI: dict[str, int] = {"french": 3, "british": 2, "prussian": 2}
"""Cards drawn per turn at Charleroi [16.f]."""

STAGES = {
    "opening": ("quatre_bras", "ligny"),
    "wavre_waterloo": ("wavre", "waterloo"),
    "charleroi": ("charleroi",),
}
"""By stage of the campaign, its battles [16.a, 16.e, 16.f]."""

OPENING_TURNS = (
    ("quatre_bras", "french"),
    ("quatre_bras", "british"),
    ("ligny", "french"),
    ("ligny", "prussian"),
)
"""Player turns of a round of the opening [16.b]."""

MUSTER = (1, 2)
"""Which part of a deck is the muster in the campaign [16.b]."""
