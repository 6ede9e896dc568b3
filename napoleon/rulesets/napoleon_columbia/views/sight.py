"""Who may see what; the rest of the boards lies open to everybody [chapter d]."""

from __future__ import annotations

from napoleon.rules.events import REFEREE
from napoleon.rules.kit.tokens import named
from napoleon.rulesets.napoleon_columbia.table import Table


def sees_army(table: Table, seat: str, army: str) -> bool:
    """Whether `seat` may see the labels of an army's upright blocks [3.2, N-40]."""
    state = table.state
    return state.result is not None or seat == REFEREE or state.players.get(army) == seat


def sees_unit(table: Table, seat: str, unit: str) -> bool:
    """Whether `seat` may see the label of a unit: it is theirs, or lies open."""
    block = table.state.blocks[unit]
    return block.revealed or sees_army(table, seat, block.army)


def name(table: Table, seat: str, unit: str) -> str:
    """A unit by its id for those who may see it, and by its token for others."""
    return named(table.state.blocks, unit, seen=sees_unit(table, seat, unit))


def sees_terrain(table: Table, seat: str, player: str) -> bool:
    """Whether `seat` may see terrain that `player` has drawn and not placed [6.21]."""
    return table.state.result is not None or seat in (REFEREE, player)
