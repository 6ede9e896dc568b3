"""The loser's survivors retreat [ATTACK.10].

They go part by part, so that the list of possible orders stays short: each order names a country
and how many go there, until nobody is left.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from napoleon.rules.orders import Refusal
from napoleon.rules.terms import Decision
from napoleon.rulesets.napoleonic_empire.battles import fought
from napoleon.rulesets.napoleonic_empire.events.battle import ArmiesEliminated, ArmiesRetreated
from napoleon.rulesets.napoleonic_empire.events.commanders import CommanderRetreated
from napoleon.rulesets.napoleonic_empire.movement import ENGLAND
from napoleon.rulesets.napoleonic_empire.orders import Retreat
from napoleon.rulesets.napoleonic_empire.sides import counted
from napoleon.rulesets.napoleonic_empire.table import Table, refuse


def due(table: Table) -> bool:
    """Whether survivors of the loser are still in the country."""
    battle = table.state.battle
    if battle is None or not battle.losses:
        return False
    return table.state.armies_in(battle.loser, battle.country) > 0


def refuges(table: Table) -> list[str]:
    """Where they may go: adjacent countries that their side controls [E-17, E-18]."""
    battle = fought(table)
    neighbours = table.data.board.neighbours(battle.country)
    return [it for it in neighbours if table.state.controls(battle.loser, it)]


def go(table: Table) -> None:
    """Without a choice they go by themselves; without a refuge they are eliminated."""
    battle = fought(table)
    survivors = table.state.armies_in(battle.loser, battle.country)
    match refuges(table):
        case []:
            lost = ArmiesEliminated(battle.loser, battle.country, survivors, "no_retreat")
            table.record(lost, "ATTACK.10", "E-17")
        case [refuge]:
            along = table.state.commanders_in(battle.country, battle.loser)
            _retreat(table, refuge, survivors, along)
        case _:
            raise AssertionError("the loser has a choice")


def asks(table: Table) -> list[Decision]:
    """The loser chooses where, if there is more than one refuge [E-18]."""
    if len(refuges(table)) < 2:
        return []
    battle = fought(table)
    survivors = table.state.armies_in(battle.loser, battle.country)
    name = table.data.board.countries[battle.country].short_name
    armies = counted(survivors) + (", all at once or in parts" if survivors > 1 else "")
    text = f"Retreat from {name} with {armies}."
    return [table.question(battle.loser, "retreat", "ATTACK.10", text)]


def legal_orders(table: Table, decision: Decision) -> Iterator[Retreat]:
    """Every refuge with every number of survivors, and with commanders who can go along."""
    battle = fought(table)
    survivors = table.state.armies_in(battle.loser, battle.country)
    names = sorted(table.state.commanders_in(battle.country, battle.loser))
    groups = [tuple(it) for size in range(len(names) + 1) for it in combinations(names, size)]
    for to in refuges(table):
        for armies in range(1, survivors + 1):
            for along in groups if armies < survivors else groups[-1:]:
                yield Retreat(to, armies, along)


def refuse_retreat(table: Table, decision: Decision, order: Retreat) -> Refusal | None:
    """Refuse what is not a refuge, and leaving anybody behind [E-17, E-18, E-19]."""
    return _refuse_place(table, order.to) or _refuse_party(table, order)


def _refuse_place(table: Table, to: str) -> Refusal | None:
    board, battle = table.data.board, fought(table)
    if to not in board.countries:
        return refuse("UNKNOWN_COUNTRY", "MAP.1", f"There is no country {to}.", country=to)
    if not board.countries[to].enterable:
        return refuse("OTTOMAN_CLOSED", "MAP.5", "Nobody may enter that country.", to=to)
    if to == ENGLAND:
        return refuse("ENGLAND_CLOSED", "E-18", "Nobody retreats to England.", to=to)
    if not board.adjacent(battle.country, to):
        detail = "A retreat leads to a neighbouring country."
        return refuse("NOT_ADJACENT", "ATTACK.10", detail, to=to, refuges=refuges(table))
    if not table.state.controls(battle.loser, to):
        detail = "Your side does not control that country."
        return refuse("NOT_CONTROLLED", "E-17", detail, to=to, refuges=refuges(table))
    return None


def _refuse_party(table: Table, order: Retreat) -> Refusal | None:
    battle = fought(table)
    survivors = table.state.armies_in(battle.loser, battle.country)
    there = table.state.commanders_in(battle.country, battle.loser)
    if not 1 <= order.armies <= survivors:
        detail = f"All have to retreat: {counted(survivors)}."
        return refuse("MUST_RETREAT_ALL", "E-19", detail, survivors=survivors)
    for name in order.commanders:
        if name not in there or order.commanders.count(name) > 1:
            detail = f"{name} is not there to go along."
            return refuse("UNKNOWN_COMMANDER", "E-38", detail, commanders=sorted(there))
    if order.armies == survivors and len(order.commanders) < len(there):
        detail = "The last to go take all commanders along."
        return refuse("MUST_RETREAT_ALL", "E-38", detail, commanders=sorted(there))
    return None


def retreat(table: Table, decision: Decision, order: Retreat) -> None:
    """Some, or all, of them go."""
    _retreat(table, order.to, order.armies, list(order.commanders))


def _retreat(table: Table, to: str, armies: int, along: list[str]) -> None:
    battle = fought(table)
    table.record(
        ArmiesRetreated(battle.loser, battle.country, to, armies), "ATTACK.10", "E-17", "E-18"
    )
    for name in along:
        table.record(CommanderRetreated(name, battle.country, to), "E-38")
