"""Whose player turn it is: French first, battle by battle [5.0, 16.b, G-56]."""

from __future__ import annotations

from napoleon.rulesets.eagles_waterloo.events.turn import TurnStarted
from napoleon.rulesets.eagles_waterloo.sides import SIDES
from napoleon.rulesets.eagles_waterloo.table import Table


def due(table: Table) -> bool:
    """Whether nothing is left of the last player turn; asked last."""
    return True


def start(table: Table) -> None:
    """The Allies after the French of a battle; then the battle that has had fewest turns."""
    battles = list(table.state.battles.values())
    begun = [it for it in battles if it.turns % len(SIDES)]
    battle = begun[0] if begun else min(battles, key=lambda it: it.turns)
    side = SIDES[battle.turns % len(SIDES)]
    number = battle.began + battle.turns // len(SIDES) + 1
    table.record(TurnStarted(battle.id, side, max(number, table.state.turn)), "5.0")
