"""Stalemate: an idle attacker gives the attack up [6.7, N-62]."""

from __future__ import annotations

from napoleon.rulesets.napoleon_columbia import fog, running_battle
from napoleon.rulesets.napoleon_columbia.events.combat import StalemateCounted, StalemateDeclared
from napoleon.rulesets.napoleon_columbia.sides import ATTACKER
from napoleon.rulesets.napoleon_columbia.table import Table

PATIENCE = 2
"""Idle combat turns of the attacker in succession that end the attack [6.7]."""


def due(table: Table) -> bool:
    """Whether a combat turn of the attacker is over, and it was not looked at."""
    battle = running_battle.running(table)
    return battle is not None and battle.acting == ATTACKER and not battle.stalemate_counted


def count(table: Table) -> None:
    """Two combat turns without fire, engagement, retreat or arrival make a stalemate [N-62]."""
    battle = running_battle.here(table)
    idle = 0 if battle.busy else battle.idle + 1
    table.record(StalemateCounted(battle.town, idle), "6.7", "N-62")
    if idle < PATIENCE:
        return
    own = table.state.standing(battle.town, battle.attacker)
    engaged = [it for it in own if table.state.is_engaged(battle, battle.fighters[it].place)]
    declared = StalemateDeclared(battle.town, battle.attacker, idle, fog.tokens(table, engaged))
    table.record(declared, "6.7", "N-31")
