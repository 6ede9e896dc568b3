"""OPT1 Commanders: what they add to a battle, and how they are lost [E-33 to E-38]."""

from __future__ import annotations

from collections.abc import Iterator

from napoleon.rules.events import Line
from napoleon.rulesets.napoleonic_empire.events.commanders import CommanderLost
from napoleon.rulesets.napoleonic_empire.packs.pack import Commander
from napoleon.rulesets.napoleonic_empire.sides import NAMES
from napoleon.rulesets.napoleonic_empire.table import Table


def present(table: Table, country: str, side: str) -> list[Commander]:
    """The commanders of a side in a country, as the data pack knows them."""
    known = table.data.pack.commanders
    return [known[name] for name in table.state.commanders_in(country, side)]


def attack_bonuses(table: Table, country: str, attacker: str) -> Iterator[Line]:
    """What the attacker's commanders add; several add up [E-35]."""
    for commander in present(table, country, attacker):
        if commander.attack_bonus:
            note = f"{NAMES[attacker]}: {commander.name}"
            yield Line(commander.attack_bonus, commander.clause, note)


def halved(table: Table, country: str, side: str, losses: int) -> list[Line]:
    """What a commander who spares the armies takes off their losses [E-36].

    Half of them, rounded in their favour, once.
    """
    for commander in present(table, country, side):
        if commander.halves_losses and losses:
            note = f"{commander.name} halves them, rounded down"
            return [Line(losses // 2 - losses, commander.clause, note)]
    return []


def lose_those_left_alone(table: Table, country: str) -> None:
    """A battle and its retreat remove commanders who no longer have armies there [E-38]."""
    for name, it in list(table.state.commanders.items()):
        if it.country == country and not table.state.armies_in(it.side, country):
            table.record(CommanderLost(name, country), "E-38")
