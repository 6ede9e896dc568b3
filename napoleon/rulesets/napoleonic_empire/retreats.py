"""ATTACK.10 The loser's survivors retreat.

They go part by part, so that the list of possible orders stays short: each order names a country
and how many go there, until nobody is left.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations

from napoleon.rules.kit.declaring import Actor, DeclaredVerb, Domain
from napoleon.rules.kit.scenes import Scene
from napoleon.rules.orders import Refusal
from napoleon.rules.terms import Decision
from napoleon.rules.wording import Phrase, say, say_many
from napoleon.rulesets.napoleonic_empire.battles import fought
from napoleon.rulesets.napoleonic_empire.events.battle import ArmiesEliminated, ArmiesRetreated
from napoleon.rulesets.napoleonic_empire.events.commanders import CommanderRetreated
from napoleon.rulesets.napoleonic_empire.movement import ENGLAND, refuse_closed
from napoleon.rulesets.napoleonic_empire.orders import Retreat
from napoleon.rulesets.napoleonic_empire.sides import counted
from napoleon.rulesets.napoleonic_empire.table import Table, refuse
from napoleon.rulesets.napoleonic_empire.turns import ATTACK


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


class Beaten(Scene[Table]):
    """Survivors of the loser, who leave the field [E-17 to E-19]."""

    def __init__(self, table: Table, side: str) -> None:
        super().__init__(table, side)
        self.side, self.origin = side, fought(table).country

    @property
    def survivors(self) -> int:
        """Armies that are still there."""
        return self.table.state.armies_in(self.side, self.origin)

    @property
    def leaders(self) -> list[str]:
        """Commanders who are still there, by their names."""
        return sorted(self.table.state.commanders_in(self.origin, self.side))

    def go(self, to: str, armies: int, along: Iterable[str]) -> None:
        """Some of them, or all, go."""
        self.tell(ArmiesRetreated, "ATTACK.10", "E-17", "E-18", to=to, armies=armies)
        for name in along:
            self.tell(CommanderRetreated, "E-38", to=to, name=name)


def go(table: Table) -> None:
    """Without a choice they go by themselves; without a refuge they are eliminated."""
    it = Beaten(table, fought(table).loser)
    match refuges(table):
        case []:
            lost = ArmiesEliminated(it.side, it.origin, it.survivors, "no_retreat")
            table.record(lost, "ATTACK.10", "E-17")
        case [refuge]:
            it.go(refuge, it.survivors, table.state.commanders_in(it.origin, it.side))
        case _:
            raise AssertionError("the loser has a choice")


def asks(table: Table) -> list[Decision]:
    """The loser chooses where, if there is more than one refuge [E-18]."""
    if len(refuges(table)) < 2:
        return []
    it = Beaten(table, fought(table).loser)
    name = table.data.board.countries[it.origin].short_name
    armies = counted(it.survivors) + (", all at once or in parts" if it.survivors > 1 else "")
    text = f"Retreat from {name} with {armies}."
    return [table.question(it.side, "retreat", "ATTACK.10", text)]


def _refuse_refuge(it: Beaten, to: str) -> Refusal | None:
    """Refuse what is not a refuge [E-17, E-18]."""
    known = refuges(it.table)
    if to in known:
        return None
    if refusal := refuse_closed(it.table, to):
        return refusal
    if to == ENGLAND:
        return refuse("ENGLAND_CLOSED", "E-18", "Nobody retreats to England.", to=to)
    if not it.table.data.board.adjacent(it.origin, to):
        detail = "A retreat leads to a neighbouring country."
        return refuse("NOT_ADJACENT", "ATTACK.10", detail, to=to, refuges=known)
    detail = "Your side does not control that country."
    return refuse("NOT_CONTROLLED", "E-17", detail, to=to, refuges=known)


def _refuse_armies(it: Beaten, armies: int) -> Refusal | None:
    if 1 <= armies <= it.survivors:
        return None
    detail = f"All have to retreat: {counted(it.survivors)}."
    return refuse("MUST_RETREAT_ALL", "E-19", detail, survivors=it.survivors)


def _groups(it: Beaten) -> Iterator[tuple[str, ...]]:
    """Every group of commanders, nobody among them."""
    leaders = it.leaders
    for size in range(len(leaders) + 1):
        yield from combinations(leaders, size)


def _refuse_group(it: Beaten, names: tuple[str, ...]) -> Refusal | None:
    there = it.leaders
    for name in names:
        if name not in there or names.count(name) > 1:
            detail = f"{name} is not there to go along."
            return refuse("UNKNOWN_COMMANDER", "E-38", detail, commanders=there)
    return None


def _refuse_leaving_behind(it: Beaten, order: Retreat) -> Refusal | None:
    """The last to go leave no commander behind [E-38]."""
    if order.armies < it.survivors or len(order.commanders) == len(it.leaders):
        return None
    detail = "The last to go take all commanders along."
    return refuse("MUST_RETREAT_ALL", "E-38", detail, commanders=it.leaders)


def _led(it: Beaten, order: Retreat) -> tuple[Phrase, ...]:
    if not order.commanders:
        return ()
    return (say("with %(leaders)s", leaders=it.table.led_by(order.commanders)),)


BEATEN: Actor[Table, Beaten] = Actor(
    ("retreat",), ATTACK, lambda table, decision, _: Beaten(table, decision.seat)
)

RETREAT = DeclaredVerb(
    Retreat,
    BEATEN,
    "ATTACK.10",
    fields={
        "to": Domain(lambda it: refuges(it.table), refusal=_refuse_refuge),
        "armies": Domain(lambda it: range(1, it.survivors + 1), refusal=_refuse_armies),
        "commanders": Domain(_groups, refusal=_refuse_group),
    },
    refuses=_refuse_leaving_behind,
    does=lambda it, order: it.go(order.to, order.armies, order.commanders),
    line="retreat {armies:armies} to {to:country}[ with {commanders:commanders}]",
    says=lambda it, order: say_many(
        "Retreat with %(count)s army to %(to)s",
        "Retreat with %(count)s armies to %(to)s",
        order.armies,
    ),
    follows=_led,
)
