"""Moves of armies with commanders [OPT1, E-34]."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, pairwise

from napoleon.rules.orders import Refusal
from napoleon.rules.terms import Decision
from napoleon.rulesets.napoleonic_empire import movement
from napoleon.rulesets.napoleonic_empire.events.commanders import CommanderMoved
from napoleon.rulesets.napoleonic_empire.orders import MoveWithCommander
from napoleon.rulesets.napoleonic_empire.sides import enemy
from napoleon.rulesets.napoleonic_empire.table import Table, refuse

Path = tuple[str, ...]


def legal_orders(table: Table, decision: Decision) -> Iterator[MoveWithCommander]:
    """Every group of commanders with every number of armies on every path open to all of them."""
    for origin, unmoved in movement.movable(table):
        ready = sorted(_ready(table, origin))
        for size in range(1, len(ready) + 1):
            for group in combinations(ready, size):
                for path in _paths(table, origin, fast=_are_fast(table, group)):
                    for armies in range(1, unmoved + 1):
                        yield MoveWithCommander(group, path, armies)


def _ready(table: Table, country: str) -> list[str]:
    """The commanders of the active side in a country who have not moved [MOVE.2]."""
    state = table.state
    there = state.commanders_in(country, state.active)
    return [name for name in there if not state.commanders[name].moved]


def _are_fast(table: Table, group: tuple[str, ...]) -> bool:
    """Whether all of them may go two areas."""
    return all(table.data.pack.commanders[name].moves > 1 for name in group)


def _paths(table: Table, origin: str, *, fast: bool) -> Iterator[Path]:
    """One step, and for the `fast` ones a second, over a country without enemies [E-34, E-50]."""
    for first in movement.destinations(table, origin):
        yield origin, first
        if fast and origin != movement.ENGLAND and not _enemies(table, first):
            for second in movement.destinations(table, first):
                if second != origin:
                    yield origin, first, second


def _enemies(table: Table, country: str) -> int:
    return table.state.armies_in(enemy(table.state.active), country)


def refuse_led_move(table: Table, decision: Decision, order: MoveWithCommander) -> Refusal | None:
    """Refuse commanders who cannot go, a path they cannot take, and armies that cannot follow."""
    return (
        _refuse_names(table, order.commanders)
        or _refuse_path(table, order)
        or _refuse_party(table, order)
    )


def _refuse_names(table: Table, names: tuple[str, ...]) -> Refusal | None:
    state = table.state
    own = sorted(name for name, it in state.commanders.items() if it.side == state.active)
    if names and all(name in own and names.count(name) == 1 for name in names):
        return None
    detail = "Name commanders of your side, each once."
    return refuse("UNKNOWN_COMMANDER", "E-34", detail, commanders=own)


def _refuse_path(table: Table, order: MoveWithCommander) -> Refusal | None:
    path = order.path
    slow = [it for it in order.commanders if table.data.pack.commanders[it].moves < len(path) - 1]
    if not 2 <= len(path) <= 3 or slow or (len(path) == 3 and path[0] == movement.ENGLAND):
        detail = "The commanders move one area, the fast ones two, and over the sea one."
        return refuse("TOO_FAR", "E-34", detail, path=list(path), slow=slow)
    for origin, to in pairwise(path):
        refusal = movement.refuse_step(table, origin, to)
        if refusal is not None:
            return refusal
    if len(set(path)) < len(path):
        detail = "A move of two areas does not end where it began."
        return refuse("NOT_ADJACENT", "E-50", detail, path=list(path))
    if len(path) == 3 and _enemies(table, path[1]):
        detail = "Enemy armies stand in the first area."
        return refuse("ENEMY_ON_THE_WAY", "E-34", detail, country=path[1])
    return None


def _refuse_party(table: Table, order: MoveWithCommander) -> Refusal | None:
    origin = order.path[0]
    ready = _ready(table, origin)
    for name in order.commanders:
        if name not in ready:
            detail = f"{name} does not stand there, or has moved."
            return refuse("NOT_ENOUGH_UNMOVED", "MOVE.2", detail, commanders=sorted(ready))
    if order.armies < 1 or not table.state.unmoved(origin):
        detail = "A commander moves only together with an army."
        return refuse("COMMANDER_ALONE", "E-34", detail, origin=origin)
    return movement.refuse_armies(table, origin, order.armies)


def move(table: Table, decision: Decision, order: MoveWithCommander) -> None:
    """The armies go step by step, and the commanders with them [E-34]."""
    for stage, (origin, to) in enumerate(pairwise(order.path), start=1):
        movement.step(table, origin, to, order.armies, stage)
    for name in order.commanders:
        table.record(CommanderMoved(name, order.path), "E-34")
