"""6.1 Attacks and the order in which they are fought [6.6, N-12, N-49]."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from napoleon.rules.kit.declaring import TARGET, Actor, DeclaredVerb, Irreversible
from napoleon.rules.kit.scenes import Scene
from napoleon.rules.orders import Refusal
from napoleon.rules.terms import Decision
from napoleon.rules.wording import Phrase, say
from napoleon.rulesets.napoleon_columbia.acting import the_town
from napoleon.rulesets.napoleon_columbia.events.fights import (
    AttackDeclared,
    AttacksCounted,
    BattleOrdered,
    SkirmishOrdered,
)
from napoleon.rulesets.napoleon_columbia.orders import OrderBattle, OrderSkirmish
from napoleon.rulesets.napoleon_columbia.seats import deciding_seat
from napoleon.rulesets.napoleon_columbia.sides import enemy
from napoleon.rulesets.napoleon_columbia.table import Table, refuse
from napoleon.rulesets.napoleon_columbia.turns import BATTLE_DEPLOY, SKIRMISH, SUPPLY, begin

LEAST = 3
"""Fewer units of either side make a skirmish of a fight [6.6]."""


def count_due(table: Table) -> bool:
    """Whether the attacks of this turn are still to be counted."""
    return table.state.phase == SKIRMISH and not table.state.attacks_declared


def count(table: Table) -> None:
    """Every town with units of both sides is fought over, in a skirmish or a battle [N-49]."""
    state = table.state
    side = state.active
    held = state.towns_held()
    towns = [it for it in table.data.towns if it in held[side] and it in held[enemy(side)]]
    for town in towns:
        roads = roads_of_entry(table, town, side)
        attackers, defenders = state.count(town, side), state.count(town, enemy(side))
        skirmish = min(attackers, defenders) < LEAST
        declared = AttackDeclared(
            side,
            town,
            roads,
            any(table.data.roads[road].river for road in roads),
            attackers,
            defenders,
            skirmish,
        )
        table.record(declared, "6.6" if skirmish else "6.1", "N-49")
    table.record(AttacksCounted(tuple(towns)), "2.2")


def roads_of_entry(table: Table, town: str, side: str) -> tuple[str, ...]:
    """The roads by which a side came into a town in this turn, by their last section [N-32]."""
    there = (table.state.blocks[unit] for unit in table.state.standing(town, side))
    return tuple(sorted({it.path[-1] for it in there if it.path}))


def _used(table: Table, town: str) -> dict[str, tuple[str, ...]]:
    side = table.state.active
    roads = roads_of_entry(table, town, side)
    came = tuple(table.data.roads[road].other(town) for road in roads)
    return {side: came, enemy(side): ()}


# -- the order of skirmishes, and of battles ------------------------------------------------------


def skirmishes_due(table: Table) -> bool:
    """Whether skirmishes still need their places in the order."""
    return bool(table.state.contested_skirmishes)


def skirmishes_ask(table: Table) -> list[Decision]:
    """Which skirmish comes next, if there is more than one [6.6]."""
    towns = table.state.contested_skirmishes
    if len(towns) == 1:
        return []
    seat = deciding_seat(table, table.state.active, towns)
    return [table.question(seat, "order_skirmishes", "6.6", "Which skirmish comes next?")]


def battles_due(table: Table) -> bool:
    """Whether battles still need their places in the order, once the skirmishes are over."""
    return bool(table.state.contested)


def battles_ask(table: Table) -> list[Decision]:
    """Which battle comes next, if there is more than one [N-12]."""
    towns = table.state.contested
    if len(towns) == 1:
        return []
    seat = deciding_seat(table, table.state.active, towns)
    return [table.question(seat, "order_battles", "6.1", "Which battle comes next?")]


def only_skirmish(table: Table) -> None:
    """The one that is left comes next."""
    _order_skirmish(table, table.state.contested_skirmishes[0])


def only_battle(table: Table) -> None:
    """The one that is left comes last."""
    _order_battle(table, table.state.contested[0])


def _order_skirmish(table: Table, town: str) -> None:
    table.record(SkirmishOrdered(town, table.state.active, _used(table, town)), "6.6")


def _order_battle(table: Table, town: str) -> None:
    number = table.state.fought + 1
    ordered = BattleOrdered(town, table.state.active, number, _used(table, town))
    table.record(ordered, "6.1", "N-12", "N-64")


# -- the orders -----------------------------------------------------------------------------------


class Fight(Scene[Table]):
    """A fight that waits for its place in the order."""

    def __init__(self, table: Table, player: str, town: str) -> None:
        super().__init__(table, player)
        self.town = town


def _waiting(
    kind: str, towns: Callable[[Table, Decision], Sequence[str]], none_there: Refusal
) -> Actor[Table, Fight]:
    """A town whose fight has no place yet."""
    return Actor(
        (kind,),
        SKIRMISH,
        lambda table, asked, town: Fight(table, asked.seat, town),
        field="town",
        candidates=towns,
        refusal=lambda table, asked, town, _: None if town in towns(table, asked) else none_there,
        named=the_town,
        points=TARGET,
    )


SKIRMISHING = _waiting(
    "order_skirmishes",
    lambda table, asked: table.state.contested_skirmishes,
    refuse("NO_SUCH_FIGHT", "6.6", "No skirmish waits for its place there."),
)
BATTLING = _waiting(
    "order_battles",
    lambda table, asked: table.state.contested,
    refuse("NO_SUCH_FIGHT", "6.1", "No battle waits for its place there."),
)


def _numbers(it: Fight, order: OrderSkirmish | OrderBattle) -> tuple[Phrase, ...]:
    state = it.table.state
    own, other = (state.count(it.town, side) for side in (state.active, enemy(state.active)))
    return (say("%(own)s against %(other)s units", own=own, other=other),)


VERBS = (
    DeclaredVerb(
        OrderSkirmish,
        SKIRMISHING,
        "6.6",
        does=lambda it, order: _order_skirmish(it.table, it.town),
        line="skirmish in {town:town}",
        says=say("Skirmish at %(town)s next"),
        follows=_numbers,
        irreversible=Irreversible.IF_RANDOM,
    ),
    DeclaredVerb(
        OrderBattle,
        BATTLING,
        "6.1",
        does=lambda it, order: _order_battle(it.table, it.town),
        line="battle in {town:town}",
        says=say("Battle of %(town)s next"),
        follows=_numbers,
        irreversible=Irreversible.IF_RANDOM,
    ),
)


# -- what comes after skirmishes, and after battles -----------------------------------------------


def over_due(table: Table) -> bool:
    """Whether the skirmishes are over, and battles or supply come next."""
    return table.state.phase == SKIRMISH


def go_on(table: Table) -> None:
    """Battles are deployed when there are any; otherwise the turn comes to its end [2.2, 2.3]."""
    if table.state.battles:
        begin(table, BATTLE_DEPLOY, "6.22")
    else:
        begin(table, SUPPLY, "2.3")
