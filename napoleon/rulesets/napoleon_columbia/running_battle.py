"""The battle in which a combat turn goes on [6.3]."""

from __future__ import annotations

from napoleon.rulesets.napoleon_columbia.state import Battle
from napoleon.rulesets.napoleon_columbia.table import Table

MORALE = "morale"
COMBAT = "combat"
REINFORCEMENT = "reinforcement"
END = "end"


def running(table: Table) -> Battle | None:
    """The battle in which a combat turn is going on; None between two of them."""
    battle = table.state.battle_in(table.state.at)
    return battle if battle is not None and battle.acting else None


def here(table: Table) -> Battle:
    """The same, where there has to be one."""
    battle = running(table)
    assert battle is not None, "this happens only within a combat turn"
    return battle


def acting_side(battle: Battle) -> str:
    """The side whose combat turn it is."""
    return battle.side(battle.acting)
