"""The moves of a turn: one aim after the other, each with all that can be spared for it.

The Allies aim at France as soon as they may win there; everybody else's aim is the country where
the odds promise most. Nobody leaves France, or a country bordering on the enemy, without a guard if
it can be helped. The longer a game lasts the more is risked, so that it ends.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from napoleon.rules.orders import Order
from napoleon.rulesets.napoleonic_empire.bot.seen import Seen, chance_to_win
from napoleon.rulesets.napoleonic_empire.orders import EndMove, MoveArmies, MoveWithCommander
from napoleon.rulesets.napoleonic_empire.sides import ALLIED, FRENCH

CAPITAL = "france"
CAREFUL_GUARD, BOLD_GUARD = 3, -6
"""Armies by which the French guard of France exceeds what can come, in the first turn, and at
last."""
ENOUGH = 6
"""Lead from which a battle cannot be lost [ATTACK.6]."""
PATIENT, BOLD = 0.6, 0.34
"""Chance to win that is asked for in the first turn, and at last."""
TURNS_TO_BOLDNESS = 80
GREATEST = 1000.0
"""What it is worth to win the game."""


class Step(NamedTuple):
    """A move that the plan asks for: from where, to where, and how many at most."""

    origin: str
    to: str
    armies: int


def choose(seen: Seen, orders: Sequence[Order]) -> Order:
    """The order that carries out the best plan; to end the move if there is nothing to gain."""
    step = _attack(seen) or _advance(seen)
    found = _order(orders, step) if step is not None else None
    return found or next(order for order in orders if isinstance(order, EndMove))


def _order(orders: Sequence[Order], step: Step) -> Order | None:
    """The order that makes a step, with as many commanders as can go along."""
    led = [
        order
        for order in orders
        if isinstance(order, MoveWithCommander) and (*order.path, order.armies) == step
    ]
    if led:
        return max(led, key=lambda order: len(order.commanders))
    wanted = MoveArmies(*step)
    return next((order for order in orders if order == wanted), None)


def boldness(seen: Seen) -> float:
    """The chance to win that makes an attack worth while; it falls as the game goes on."""
    return _in_time(seen, PATIENT, BOLD)


def _in_time(seen: Seen, first: float, last: float) -> float:
    """What goes from `first` to `last` as the game grows long."""
    passed = min(seen.turn, TURNS_TO_BOLDNESS) / TURNS_TO_BOLDNESS
    return first + (last - first) * passed


def spare(seen: Seen, origin: str, target: str = "") -> int:
    """Armies that may leave a country, for `target` if one is named: all but moved and guard."""
    staying = seen.mine(origin) - seen.unmoved.get(origin, 0)
    return max(0, seen.unmoved.get(origin, 0) - max(0, _guard(seen, origin, target) - staying))


def _guard(seen: Seen, origin: str, target: str) -> int:
    """Armies that should stay in a country while others leave it for `target`."""
    if origin == CAPITAL and seen.me == FRENCH:
        margin = round(_in_time(seen, CAREFUL_GUARD, BOLD_GUARD))
        return max(1, seen.theirs(CAPITAL) + _threat(seen, CAPITAL, target) + margin)
    if seen.theirs(origin):
        return 0
    return 1 if _threat(seen, origin) or origin in seen.landings else 0


def _threat(seen: Seen, country: str, target: str = "") -> int:
    """Enemy armies that could come, except those that are about to be beaten."""
    return sum(
        seen.theirs(origin)
        for origin in seen.sources(country, seen.enemy)
        if origin != target and seen.mine(origin) < seen.theirs(origin) + ENOUGH
    )


def _attack(seen: Seen) -> Step | None:
    """A step toward the best battle, or into an undefended country; None if there is none."""
    best: tuple[float, Step] | None = None
    for target, area in seen.areas.items():
        if not area.enterable or (seen.mine(target) and not seen.theirs(target)):
            continue
        gain, step = _prospect(seen, target)
        if step is not None and (best is None or gain > best[0]):
            best = gain, step
    return None if best is None else best[1]


def _prospect(seen: Seen, target: str) -> tuple[float, Step | None]:
    """What an attack on a country promises, and the next step of it."""
    all_in = target == CAPITAL and seen.me == ALLIED
    sources = {
        origin: seen.unmoved.get(origin, 0) if all_in else spare(seen, origin, target)
        for origin in seen.sources(target, seen.me)
    }
    there, defenders = seen.mine(target), seen.theirs(target)
    needed = defenders + ENOUGH - there if defenders else 1
    strength = there + sum(sources.values())
    chance = chance_to_win(strength - defenders - 1) if defenders else 1.0
    origin = max(sources, key=lambda it: sources[it], default="")
    if not origin or sources[origin] < 1 or needed < 1 or chance < boldness(seen):
        return 0.0, None
    worth = GREATEST if all_in else 2.0 + seen.value(target) + min(defenders, 8) / 2
    armies = sources[origin] if all_in else min(sources[origin], needed)
    return worth * chance, Step(origin, target, armies)


def _advance(seen: Seen) -> Step | None:
    """A step of idle armies toward the enemy, over land or by sea; None if all are in place."""
    targets = [CAPITAL] if seen.me == ALLIED else list(seen.armies[seen.enemy])
    ways = seen.distances(it for it in targets if it not in seen.landings)
    for origin in seen.unmoved:
        idle = spare(seen, origin)
        if idle < 1 or origin in seen.landings or seen.theirs(origin):
            continue
        nearer = [
            to
            for to in seen.neighbours[origin]
            if ways.get(to, 99) < ways.get(origin, 99) and seen.mine(to) and not seen.theirs(to)
        ]
        if nearer:
            to = min(nearer, key=lambda it: (ways[it], it))
            return Step(origin, to, idle)
    return None
