"""What standing orders answer in the Combat phase: withdraw, retreat, fire, and end it [6.3]."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from napoleon.rules.events import total
from napoleon.rules.kit.preferences import (
    Preference,
    in_turn,
    named_first,
    of_verb,
    unless_left,
)
from napoleon.rules.orders import Order
from napoleon.rules.standing_orders import Kept
from napoleon.rules.terms import Decision
from napoleon.rulesets.napoleon_columbia import firepower, hits, orders, places, turns
from napoleon.rulesets.napoleon_columbia.acting import Acting
from napoleon.rulesets.napoleon_columbia.sides import enemy
from napoleon.rulesets.napoleon_columbia.sight import sees_block
from napoleon.rulesets.napoleon_columbia.standing_orders import kinds
from napoleon.rulesets.napoleon_columbia.standing_orders.lasting import lost_since
from napoleon.rulesets.napoleon_columbia.table import Table


def _withdrawals(
    table: Table, decision: Decision, word: kinds.Withdraw, legal_orders: Sequence[Order]
) -> list[orders.CombatMove]:
    """Ways back of shaken units, into the Reserve first [6.31]."""
    fighters = turns.battle_here(table).fighters
    ways = [it for it in of_verb(legal_orders, orders.CombatMove) if fighters[it.unit].shaken]
    return sorted(ways, key=lambda it: not places.is_reserve(it.place))


def _has_lost(table: Table, decision: Decision, kept: Kept) -> bool:
    """Whether so many units have been lost since that it is time to retreat."""
    losses: int = kept.word.losses
    return lost_since(table.state, kept) >= losses


def _retreats(
    table: Table, decision: Decision, word: kinds.RetreatWhenLost, legal_orders: Sequence[Order]
) -> Iterator[orders.Retreat]:
    """Retreats to these towns, of those who lose nothing by it first [7.0]."""
    battle = turns.battle_here(table)
    ways = [it for it in of_verb(legal_orders, orders.Retreat) if it.town in word.towns]
    ways.sort(key=lambda it: word.towns.index(it.town))
    for engaged in (False, True):
        for it in ways:
            if table.state.is_engaged(battle, battle.fighters[it.unit].place) == engaged:
                yield it


# -- fire [6.33] ---------------------------------------------------------------------------------


def _fire(
    table: Table, decision: Decision, word: kinds.FireAll, legal_orders: Sequence[Order]
) -> list[orders.Fire]:
    """Every fire that is meant, what is worth most first; of units that are named before others."""
    possible = of_verb(legal_orders, orders.Fire)
    if word.at in ("open", "square"):
        possible = [it for it in possible if it.group == word.at]
    elif word.at == "best":
        possible.sort(key=lambda it: -_worth(table, it))
    else:
        possible.sort(key=lambda it: (-_danger(table, decision.seat, it), -_worth(table, it)))
    return named_first(possible, "unit", word.units)


def _worth(table: Table, order: orders.Fire) -> int:
    """How often a unit may expect to hit, in sixths: dice by firepower."""
    it = Acting(table, "", order.unit)
    lines = firepower.breakdown(table, it.battle, order.unit, it.reach, order.group)
    return table.state.blocks[order.unit].strength * total(lines)


def _danger(table: Table, seat: str, order: orders.Fire) -> int:
    """How often those who would be hit might hit themselves, as far as the seat sees them."""
    battle = turns.battle_here(table)
    it = Acting(table, "", order.unit)
    place, target = it.aim, enemy(it.side)
    return sum(
        table.state.blocks[unit].strength * table.data.blocks[unit].firepower
        for unit in hits.targets(table, battle, place, target, order.group)
        if sees_block(table.state, seat, table.state.blocks[unit])
    )


IN_COMBAT = in_turn(
    Preference(kinds.Withdraw, _withdrawals),
    Preference(kinds.RetreatWhenLost, _retreats, when=_has_lost),
    Preference(kinds.FireAll, _fire),
    Preference(
        kinds.EndCombat,
        unless_left(
            orders.EndCombat(),
            no_fire_left=lambda it: isinstance(it, orders.Fire),
            nothing_left=lambda it: not isinstance(it, orders.EndCombat),
        ),
    ),
)
"""Shaken units first, then retreats, then fire, then the end of the phase."""
