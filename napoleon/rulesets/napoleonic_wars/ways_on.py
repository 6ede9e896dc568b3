"""Where a force could march on to, space by space, so that a player may name the goal alone [9]."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from napoleon.rules.events import total
from napoleon.rules.kit.frames import within
from napoleon.rules.orders import Order
from napoleon.rules.terms import Decision
from napoleon.rules.wording import Way
from napoleon.rulesets.napoleonic_wars.attrition import FAR
from napoleon.rulesets.napoleonic_wars.frames.forces import Force, Lot, March
from napoleon.rulesets.napoleonic_wars.gathering import army_of
from napoleon.rulesets.napoleonic_wars.marches import next_spaces, refuse_step
from napoleon.rulesets.napoleonic_wars.marching import Marching
from napoleon.rulesets.napoleonic_wars.orders.marches import Gather, Go
from napoleon.rulesets.napoleonic_wars.pools import LAND, pools
from napoleon.rulesets.napoleonic_wars.scene import acting
from napoleon.rulesets.napoleonic_wars.spaces import hostile_in, is_enemy_fortress
from napoleon.rulesets.napoleonic_wars.table import Wars


def ways_on(table: Wars, decision: Decision, order: Order) -> Way:
    """Where the force of an order could go on to, as far as its CP carry it without a forced march.

    It goes through spaces without enemies or their fortresses, by the fewest spaces.
    """
    if isinstance(order, Gather):
        army = army_of(acting(table, decision.seat), order.leader)
        return _ways(army, _steps(army), set())
    if isinstance(order, Go):
        march = within(table.state, March)
        here = Marching(table, decision.seat, march)
        there = _moved(here, order.to)
        return _ways(there, _steps(here) - 1, {march.at}) if _goes_on(here, order.to) else {}
    return {}


def _ways(first: Marching, steps: int, passed: set[str]) -> Way:
    found: dict[str, list[Order]] = {}
    passed |= {first.space}
    edge: list[tuple[Marching, list[Order]]] = [(first, [])]
    for _ in range(steps):
        reached = []
        for here, before in edge:
            for to in _open_from(here, passed):
                passed.add(to)
                found[to] = [*before, Go(to)]
                if _goes_on(here, to):
                    reached.append((_moved(here, to), found[to]))
        edge = reached
    return found


def _open_from(here: Marching, passed: set[str]) -> Iterator[str]:
    for to in next_spaces(here):
        if to not in passed and refuse_step(here, to) is None:
            yield to


def _goes_on(it: Marching, to: str) -> bool:
    """Whether a force does not stop where it comes: nobody fights there, and no fortress is."""
    stops = is_enemy_fortress(it.state, it.pack, to, it.nation)
    return not stops and not hostile_in(it.state, to, it.nation)


def _steps(it: Marching) -> int:
    """How many spaces its CP carry it before its march is forced [9.42.a]."""
    cost = total(it.cost)
    most = max((pool.cp for pool in pools(it, LAND)), default=0)
    entered = [lot.entered for lot in it.force.lots]
    entered += [it.state.leaders[leader].entered for leader in it.force.leaders]
    return min(most // cost if cost else FAR, FAR - 1 - max(entered, default=0))


def _moved(it: Marching, to: str) -> Marching:
    """A force as it would stand in the next space."""
    lots: list[Lot] = [
        msgspec.structs.replace(lot, entered=lot.entered + 1) for lot in it.force.lots
    ]
    force = Force(it.force.leaders, lots)
    return Marching(it.table, it.player, March(it.nation, to, list(it.armies), force))
