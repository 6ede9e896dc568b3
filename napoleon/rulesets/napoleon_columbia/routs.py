"""7.4 Routs, and how battles end [N-34, N-45, N-83]."""

from __future__ import annotations

from napoleon.rulesets.napoleon_columbia import fog
from napoleon.rulesets.napoleon_columbia.events.retreat import (
    BattleEnded,
    PositionLost,
    SideRouted,
)
from napoleon.rulesets.napoleon_columbia.places import owner
from napoleon.rulesets.napoleon_columbia.sides import SIDES, side_of
from napoleon.rulesets.napoleon_columbia.state import Battle
from napoleon.rulesets.napoleon_columbia.table import Table


def due(table: Table) -> bool:
    """Whether a position has just been lost [7.4]."""
    return table.state.beaten is None and _losing(table) is not None


def _losing(table: Table) -> tuple[Battle, str] | None:
    """A battle in which a position was lost, and the position.

    A unit leaves a position before it enters another one: the mover loses first [N-83].
    """
    for battle in table.state.battles:
        lost = [*table.state.lost_positions(battle)] if battle.begun else []
        if lost:
            return battle, min(lost, key=lambda it: owner(it) != battle.acting)
    return None


def rout(table: Table) -> None:
    """All units of the side leave at once; what was going on is cut short [7.4, N-34]."""
    found = _losing(table)
    assert found is not None, "a position was lost"
    battle, place = found
    side = battle.side(owner(place))
    table.record(PositionLost(battle.town, side, place), "7.4")
    tokens = fog.tokens(table, _of_side(table, battle, side))
    voided = table.state.shot.hits if table.state.shot else 0
    table.record(SideRouted(battle.town, side, place, tokens, voided), "7.4", "N-34")


def _of_side(table: Table, battle: Battle, side: str) -> list[str]:
    blocks = table.state.blocks
    return [unit for unit in battle.fighters if side_of(blocks[unit].army) == side]


def end_due(table: Table) -> bool:
    """Whether a battle has only one side left, or none [N-45]."""
    return _ended(table) is not None


def _ended(table: Table) -> Battle | None:
    for battle in table.state.battles:
        if battle.begun and not all(_of_side(table, battle, side) for side in SIDES):
            return battle
    return None


def end_battle(table: Table) -> None:
    """The other side holds the town, and may regroup [7.5, N-36, N-45]."""
    battle = _ended(table)
    assert battle is not None, "a side has left"
    winner = next((side for side in SIDES if _of_side(table, battle, side)), "")
    beaten = table.state.beaten
    why = beaten.why if beaten else "retreat" if battle.retreat_use else "eliminated"
    ended = BattleEnded(battle.town, battle.number, winner, why, bool(winner))
    table.record(ended, "7.4" if beaten else "N-45")
