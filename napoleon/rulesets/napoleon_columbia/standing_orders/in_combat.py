"""What standing orders answer in the Combat phase: withdraw, retreat, fire, and end it [6.3]."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from napoleon.rules.events import total
from napoleon.rules.orders import Order
from napoleon.rules.standing_orders import Kept, Use
from napoleon.rules.terms import Decision
from napoleon.rulesets.napoleon_columbia import (
    firepower,
    hits,
    orders,
    places,
    running_battle,
)
from napoleon.rulesets.napoleon_columbia.acting import Acting
from napoleon.rulesets.napoleon_columbia.sides import enemy
from napoleon.rulesets.napoleon_columbia.sight import sees_block
from napoleon.rulesets.napoleon_columbia.standing_orders import kinds
from napoleon.rulesets.napoleon_columbia.standing_orders.choosing import (
    lasting,
    meant,
    named_first,
    of_verb,
)
from napoleon.rulesets.napoleon_columbia.standing_orders.lasting import lost_since
from napoleon.rulesets.napoleon_columbia.table import Table


def in_combat(
    table: Table, decision: Decision, kept: Sequence[Kept], legal_orders: Sequence[Order]
) -> Iterator[Use]:
    """Shaken units first, then retreats, then fire, then the end of the phase."""
    for it, _ in meant(table, kept, kinds.Withdraw):
        yield from lasting(it, _withdrawals(table, legal_orders))
    for it, retreating in meant(table, kept, kinds.RetreatWhenLost):
        if lost_since(table.state, it) >= retreating.losses:
            yield from lasting(it, _retreats(table, legal_orders, retreating.towns))
    for it, firing in meant(table, kept, kinds.FireAll):
        yield from lasting(it, _fire(table, decision.seat, legal_orders, firing))
    for it, ending in meant(table, kept, kinds.EndCombat):
        if _is_time_to_end(legal_orders, ending):
            yield Use(it, orders.EndCombat(), spent=False)


def _withdrawals(table: Table, legal_orders: Iterable[Order]) -> list[orders.CombatMove]:
    """Ways back of shaken units, into the Reserve first [6.31]."""
    fighters = running_battle.here(table).fighters
    ways = [it for it in of_verb(legal_orders, orders.CombatMove) if fighters[it.unit].shaken]
    return sorted(ways, key=lambda it: not places.is_reserve(it.place))


def _retreats(
    table: Table, legal_orders: Iterable[Order], towns: Sequence[str]
) -> Iterator[orders.Retreat]:
    """Retreats to these towns, of those who lose nothing by it first [7.0]."""
    battle = running_battle.here(table)
    ways = [it for it in of_verb(legal_orders, orders.Retreat) if it.town in towns]
    ways.sort(key=lambda it: towns.index(it.town))
    for engaged in (False, True):
        for it in ways:
            if table.state.is_engaged(battle, battle.fighters[it.unit].place) == engaged:
                yield it


def _is_time_to_end(legal_orders: Sequence[Order], word: kinds.EndCombat) -> bool:
    match word.when:
        case "no_fire_left":
            return not of_verb(legal_orders, orders.Fire)
        case "nothing_left":
            return list(legal_orders) == [orders.EndCombat()]
    return True


# -- fire [6.33] ---------------------------------------------------------------------------------


def _fire(
    table: Table, seat: str, legal_orders: Iterable[Order], word: kinds.FireAll
) -> list[orders.Fire]:
    """Every fire that is meant, what is worth most first; of units that are named before others."""
    possible = of_verb(legal_orders, orders.Fire)
    if word.at in ("open", "square"):
        possible = [it for it in possible if it.group == word.at]
    elif word.at == "best":
        possible.sort(key=lambda it: -_worth(table, it))
    else:
        possible.sort(key=lambda it: (-_danger(table, seat, it), -_worth(table, it)))
    return named_first(possible, word.units, lambda it: it.unit)


def _worth(table: Table, order: orders.Fire) -> int:
    """How often a unit may expect to hit, in sixths: dice by firepower."""
    it = Acting(table, "", order.unit)
    lines = firepower.breakdown(table, it.battle, order.unit, it.reach, order.group)
    return table.state.blocks[order.unit].strength * total(lines)


def _danger(table: Table, seat: str, order: orders.Fire) -> int:
    """How often those who would be hit might hit themselves, as far as the seat sees them."""
    battle = running_battle.here(table)
    it = Acting(table, "", order.unit)
    place, target = it.aim, enemy(it.side)
    return sum(
        table.state.blocks[unit].strength * table.data.blocks[unit].firepower
        for unit in hits.targets(table, battle, place, target, order.group)
        if sees_block(table.state, seat, table.state.blocks[unit])
    )
