"""3.6 to 3.64 What types of units can do [T1]."""

from __future__ import annotations

from napoleon.rulesets.napoleon_columbia.table import Table

INFANTRY = "inf"
CAVALRY = "cav"
FOOT_ARTILLERY = "foot_art"
HORSE_ARTILLERY = "horse_art"
LEADER = "leader"
ARTILLERY = (FOOT_ARTILLERY, HORSE_ARTILLERY)
MOUNTED = (CAVALRY, HORSE_ARTILLERY, LEADER)
"""They march farther and move twice in a combat turn [5.3, 6.32]."""


ON_FOOT, MOUNTS = 1, 2
"""Towns of a march, combat moves of a turn, and firepower in skirmishes [5.3, 6.32, 6.6]."""


def type_of(table: Table, unit: str) -> str:
    """The type on its label, also of a unit that is eliminated."""
    return table.data.blocks[unit].type


def name_of(table: Table, unit: str) -> str:
    """What it is called, which no other unit is."""
    return table.data.unit_names[unit]


def is_mounted(table: Table, unit: str) -> bool:
    """Whether it marches and moves as cavalry does."""
    return type_of(table, unit) in MOUNTED


def name_for_chance(table: Table, unit: str) -> str:
    """What chance is called by for a unit: recorded games go by what it was called then."""
    return (table.data.unit_names if table.rulings.one_name else table.data.labels)[unit]


def march_allowance(table: Table, unit: str) -> int:
    """Towns that it marches in a player turn; one more if it is forced [5.3, 5.6]."""
    return MOUNTS if is_mounted(table, unit) else ON_FOOT


def combat_moves(table: Table, unit: str) -> int:
    """Combat moves that it makes in a combat turn [6.32]."""
    return MOUNTS if is_mounted(table, unit) else ON_FOOT


def skirmish_firepower(table: Table, unit: str) -> int:
    """The firepower of its type in a skirmish [6.6]."""
    return MOUNTS if is_mounted(table, unit) else ON_FOOT


def leader_of(table: Table, army: str) -> str:
    """The leader of an army; empty if they are eliminated, or left with their army."""
    leader = next(it.id for it in table.data.leaders.values() if it.army == army)
    return leader if leader in table.state.blocks else ""
