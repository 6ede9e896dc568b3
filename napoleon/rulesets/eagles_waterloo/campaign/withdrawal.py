"""Withdrawing from a battle of the campaign [16.c, G-57]."""

from __future__ import annotations

from napoleon.rules.orders import Refusal
from napoleon.rules.terms import Decision
from napoleon.rulesets.eagles_waterloo.events.ends import BattleWon
from napoleon.rulesets.eagles_waterloo.orders import WithdrawFromBattle
from napoleon.rulesets.eagles_waterloo.sides import enemy
from napoleon.rulesets.eagles_waterloo.table import Table, refuse
from napoleon.rulesets.eagles_waterloo.victory import WITHDRAWN, count_losses


def refuse_withdrawal(
    table: Table, decision: Decision, order: WithdrawFromBattle
) -> Refusal | None:
    """Only in the campaign, after Morale and before anything else [16.c, G-57]."""
    if not table.state.is_campaign:
        detail = "Only battles of the campaign are left; you may resign instead."
        return refuse("NOT_CAMPAIGN", "16.c", detail)
    if table.state.battle.fought:
        detail = "You have given an order in this Combat phase."
        return refuse("ALREADY_ACTED", "16.c", detail)
    return None


def withdraw(table: Table, decision: Decision, order: WithdrawFromBattle) -> None:
    """The enemy wins the battle; the cards serve later [16.c]."""
    battle = table.state.battle
    table.record(BattleWon(battle.id, enemy(decision.seat), "", WITHDRAWN), "16.c")
    count_losses(table, battle)
