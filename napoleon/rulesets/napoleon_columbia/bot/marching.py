"""Marches: stack by stack to the town that is worth most, together, and never into a worse fight.

A stack goes one road in a turn; mounted units go a second one into a city that stands open. The
plan is made again for every order, and goes on where it was: those left follow the others.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from napoleon.rules.orders import Order
from napoleon.rulesets.napoleon_columbia.bot import power
from napoleon.rulesets.napoleon_columbia.bot.power import Unit
from napoleon.rulesets.napoleon_columbia.bot.seen import RIVER_LIMITS, Seen
from napoleon.rulesets.napoleon_columbia.bot.theatre import Theatre
from napoleon.rulesets.napoleon_columbia.orders import EndMarch, Halt, March
from napoleon.rulesets.napoleon_columbia.sides import ALLIED, FRENCH

ATTACKS_AT = {FRENCH: 1.2, ALLIED: 1.5}
"""How much stronger each side wants to be where it attacks, in the first turn."""
IN_HASTE = {FRENCH: 0.65, ALLIED: 1.5}
"""The same in the last turn: time works for the Allies, so that the French dare more and more."""
SPOILS = 0.8
"""What it is worth to beat enemies, for their strength."""
RISK = {FRENCH: 0.4, ALLIED: 1.0}
"""How much a danger weighs for each side, in the first turn; for the French it falls with time."""
RISK_AT_LAST = {FRENCH: 0.1, ALLIED: 1.0}
WORTHWHILE = 0.15
"""What a march has to gain."""
GARRISON = {FRENCH: 3, ALLIED: 4}
"""Units that each side leaves in a city, if the enemy is near."""
NEAR = 2
"""Roads within which an enemy is near a city."""
SKIRMISH = 3
"""Fewer units of either side make a skirmish [6.6]."""


class Stack(NamedTuple):
    """Units of an army that may leave a town by a road."""

    army: str
    origin: str
    to: str
    orders: Sequence[March]


def choose(seen: Seen, legal_orders: Sequence[Order]) -> Order:
    """The march that gains most; to end the march if none gains anything."""
    theatre = Theatre(seen)
    raid = _raid(seen, legal_orders)
    if raid is not None:
        return raid
    best: tuple[float, Stack] | None = None
    for stack in _stacks(seen, legal_orders):
        gain = _gain(theatre, stack)
        if gain > WORTHWHILE and (best is None or gain > best[0]):
            best = gain, stack
    if best is not None:
        return _first(seen, best[1])
    ended = [it for it in legal_orders if isinstance(it, EndMarch)]
    return ended[0] if ended else next(it for it in legal_orders if isinstance(it, Halt))


def _raid(seen: Seen, legal_orders: Iterable[Order]) -> Order | None:
    """A mounted unit that is on the march goes on into a city in which no enemy stands."""
    for order in legal_orders:
        if not isinstance(order, March) or order.forced or order.unit != seen.position.marching:
            continue
        unit = seen.units[order.unit]
        to = next(it.to for it in seen.ways[unit.town] if it.id == order.road)
        open_city = to in seen.cities and to not in seen.friends and to not in seen.foes
        if seen.side == FRENCH and open_city:
            return order
    return None


def _stacks(seen: Seen, legal_orders: Iterable[Order]) -> list[Stack]:
    """The units that have not marched, by the road that they may take."""
    found: dict[tuple[str, str, str], list[March]] = {}
    for order in legal_orders:
        if isinstance(order, March) and not order.forced:
            unit = seen.units[order.unit]
            if not unit.marched:
                to = next(it.to for it in seen.ways[unit.town] if it.id == order.road)
                found.setdefault((unit.army, unit.town, to), []).append(order)
    return [Stack(*key, orders) for key, orders in found.items()]


def _leaving(seen: Seen, stack: Stack) -> list[March]:
    """Those of a stack who go: the strongest, as far as the road bears them; a garrison stays."""
    there = [it for it in seen.friends[stack.origin] if it.army == stack.army]
    staying = 0
    if stack.origin in seen.cities and _is_watched(seen, stack.origin):
        staying = GARRISON[seen.side]
    ordered = sorted(stack.orders, key=lambda it: (-seen.units[it.unit].power, it.unit))
    return ordered[: max(0, min(len(ordered), len(there) - staying))]


def _is_watched(seen: Seen, city: str) -> bool:
    near = seen.distances(city)
    return seen.side == FRENCH or any(near[town] <= NEAR for town in seen.foes)


def _first(seen: Seen, stack: Stack) -> March:
    return _leaving(seen, stack)[0]


def _gain(theatre: Theatre, stack: Stack) -> float:
    """What it is worth that a stack takes a road, rather than stays."""
    seen = theatre.seen
    leaving = _leaving(seen, stack)
    if not leaving:
        return 0.0
    movers = [seen.units[it.unit] for it in leaving]
    before = _standing(theatre, stack.origin, seen.friends[stack.origin], movers)
    foes = seen.foes.get(stack.to, [])
    if foes:
        return _attack(theatre, stack, movers, foes) - before
    joined = [*seen.friends.get(stack.to, ()), *movers]
    left = [it for it in seen.friends[stack.origin] if it not in movers]
    remains = _standing(theatre, stack.origin, left, []) if left else 0.0
    return _standing(theatre, stack.to, joined, movers) + remains - before


def _standing(
    theatre: Theatre, town: str, together: Sequence[Unit], counted: Iterable[Unit]
) -> float:
    """What it is worth that units stand in a town, for those that are `counted`."""
    seen = theatre.seen
    strength, threat = power.total(together), theatre.threat(town)
    danger = max(0.0, 1.0 - strength / threat) if threat else 0.0
    worth = sum(theatre.pull(it.army, town) for it in counted)
    return worth - _in_time(seen, RISK[seen.side], RISK_AT_LAST[seen.side]) * danger * strength


def _attack(theatre: Theatre, stack: Stack, movers: Sequence[Unit], foes: list[Unit]) -> float:
    """What an attack is worth: far less than nothing if the odds are not good enough."""
    seen = theatre.seen
    way = seen.way(stack.origin, stack.to)
    inside = seen.friends.get(stack.to, [])
    attackers = [*inside, *movers]
    if way.river:
        used = sum(it.town == stack.to for it in inside)
        attackers = attackers[: max(0, RIVER_LIMITS[way.kind] - used) + len(inside)]
    ours = power.total(attackers) + 0.6 * seen.coming(stack.to, seen.side)
    odds = ours / max(0.1, theatre.defence(stack.to, foes))
    if len(foes) < SKIRMISH and len(attackers) <= len(foes):
        return -10.0 * len(movers)
    wanted = _in_time(seen, ATTACKS_AT[seen.side], IN_HASTE[seen.side])
    if odds < wanted and not inside:
        return -10.0 * len(movers)
    gain = SPOILS * min(power.total(foes), power.total(attackers)) * min(1.0, odds - wanted / 2)
    city = 4.0 if stack.to in seen.cities else 0.0
    worth = sum(theatre.pull(it.army, stack.to) for it in movers)
    return gain + city + worth


def _in_time(seen: Seen, first: float, last: float) -> float:
    """What goes from `first` to `last` as the campaign comes to its end."""
    passed = min(1.0, seen.position.turn / max(1, seen.position.turn + seen.turns_left - 2))
    return first + (last - first) * passed
