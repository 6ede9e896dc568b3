"""Scenes of a battle: a unit on its board, and a seat that takes its part, as rules see them [6.3].

Fields of events are filled by the names of what is found here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

from napoleon.rules.kit.declaring import Actor
from napoleon.rules.kit.scenes import Scene, found_once
from napoleon.rules.orders import Refusal
from napoleon.rules.terms import Decision
from napoleon.rules.wording import Phrase
from napoleon.rulesets.napoleon_columbia import firepower, phrases, places, terrain, turns, units
from napoleon.rulesets.napoleon_columbia.seats import commands
from napoleon.rulesets.napoleon_columbia.sides import enemy, side_of
from napoleon.rulesets.napoleon_columbia.state import Battle, Fighter
from napoleon.rulesets.napoleon_columbia.table import Table, refuse
from napoleon.rulesets.napoleon_columbia.turns import BATTLE


class Unit(Scene[Table]):
    """A unit that a seat orders about, wherever it is."""

    def __init__(self, table: Table, player: str, unit: str) -> None:
        self.table = table
        self.player = player
        self.unit = unit
        self.block = table.state.blocks[unit]

    @found_once
    def side(self) -> str:
        """The side that it fights for."""
        return side_of(self.block.army)

    @property
    def token(self) -> str:
        """What others see of it while it is upright."""
        return self.block.token

    @property
    def fog(self) -> bool:
        """Whether others do not see its label."""
        return not self.block.revealed

    @property
    def kind(self) -> str:
        """The type on its label."""
        return units.type_of(self.table, self.unit)

    @property
    def name(self) -> str:
        """What it is called in a refusal."""
        return units.name_of(self.table, self.unit)


class Acting(Unit):
    """A unit on a battle board.

    Whether it is engaged is looked at once: as it stands when the scene opens.
    """

    battle: Battle
    """The battle in whose town it stands."""
    fighter: Fighter
    """What it has done on the board."""

    def __init__(self, table: Table, player: str, unit: str) -> None:
        super().__init__(table, player, unit)
        battle = table.state.battle_in(self.block.town)
        if battle is not None:
            self.battle, self.fighter = battle, battle.fighters[unit]

    @found_once
    def role(self) -> str:
        """Whether its side attacks or defends."""
        return self.battle.role(self.side)

    @property
    def town(self) -> str:
        """Where the battle is fought."""
        return self.battle.town

    @property
    def place(self) -> str:
        """Where it stands on the board."""
        return self.fighter.place

    @property
    def terrain(self) -> str:
        """Kind of the terrain there; empty for none."""
        return self.battle.terrain_at(self.fighter.place)

    @property
    def holder(self) -> str:
        """Who holds the terrain there; empty for nobody."""
        marker = self.battle.terrain.get(self.fighter.place)
        return marker.holder if marker else ""

    @property
    def at_holder(self) -> Acting:
        """The unit that holds the terrain there, where one does."""
        return Acting(self.table, self.player, self.holder)

    @found_once
    def is_engaged(self) -> bool:
        """Whether enemies stand in its position."""
        place = self.fighter.place
        return not places.is_reserve(place) and bool(self.enemies_at(place))

    @property
    def is_in_own_position(self) -> bool:
        """Whether it stands in a place of its side, its Reserve among them."""
        return places.owner(self.fighter.place) == self.role

    @property
    def holds_farm(self) -> bool:
        """Whether it has the good of a Farm."""
        return self.terrain == terrain.FARM and self.holder == self.unit

    @property
    def most_moves(self) -> int:
        """Combat moves that its type makes in a combat turn [6.32]."""
        return units.combat_moves(self.table, self.unit)

    @property
    def most_with_fire(self) -> int:
        """Combat moves that it makes in a combat turn in which it fires [6.33.horse]."""
        return 1 if self.kind == units.HORSE_ARTILLERY else 0

    @property
    def moves_left(self) -> int:
        """Combat moves that it may still make in this combat turn [6.32, 6.33.horse]."""
        most = self.most_with_fire if self.fighter.fired else self.most_moves
        return max(0, most - self.fighter.moves)

    def enemies_at(self, place: str) -> list[str]:
        """The enemies in a place of the board, as they stood there when it was asked first."""
        found = self._met.get(place)
        if found is None:
            found = self.table.state.fighters_at(self.battle, place, enemy(self.side))
            self._met[place] = found
        return found

    @found_once
    def _met(self) -> dict[str, list[str]]:
        return {}

    @found_once
    def reach(self) -> str:
        """At what range it would fire: ``engaged``, ``short`` or ``long`` [6.33]."""
        if self.kind in units.ARTILLERY:
            return firepower.SHORT if self.is_engaged else firepower.LONG
        return firepower.ENGAGED

    @property
    def aim(self) -> str:
        """The position that it would fire at [6.33]."""
        return places.opposite(self.place) if self.reach == firepower.LONG else self.place

    def on(self, place: str) -> Phrase:
        """Where something is done on the board, as its side calls it."""
        return phrases.on(self.role, place)

    # -- what many verbs ask -----------------------------------------------------------------------

    def refuse_shaken(self) -> Refusal | None:
        """A unit that has to withdraw does nothing else [N-21]."""
        if not self.fighter.shaken:
            return None
        return refuse("SHAKEN", "N-21", f"{self.name} has to withdraw, and does nothing else.")

    def refuse_acted(self, clause: str) -> Refusal | None:
        """What only a unit does that has neither moved nor fired."""
        if not self.fighter.moves and not self.fighter.fired:
            return None
        return refuse("ALREADY_ACTED", clause, f"{self.name} has acted in this combat turn.")

    def refuse_idle(self, clause: str) -> Refusal | None:
        """What costs a combat move is for units that have not fired, and have one left."""
        if self.fighter.shaken:
            return self.refuse_shaken()
        if self.fighter.fired or not self.moves_left:
            detail = f"{self.name} has acted in this combat turn."
            return refuse("ALREADY_ACTED", clause, detail)
        return None


U = TypeVar("U", bound=Unit)


class Part(Scene[Table]):
    """A seat that ends its part of what is done in a town."""

    def __init__(self, table: Table, player: str, find_town: Callable[[Table], str]) -> None:
        super().__init__(table, player)
        self._find_town = find_town

    @property
    def town(self) -> str:
        """The town, which its event tells."""
        return self._find_town(self.table)


def called(it: Unit, unit: str) -> str:
    """A unit as it is called in an order in words."""
    return phrases.the_unit(unit)


def the_town(it: Scene[Table], town: str) -> str:
    """A town as it is called in an order in words."""
    return it.table.data.towns[town].name


def a_fighter(kind: str, phase: str, battle: Callable[[Table], Battle]) -> Actor[Table, Acting]:
    """A unit of the seat in the battle that is going on, or made ready."""

    def own(table: Table, decision: Decision) -> list[str]:
        return [it for it in battle(table).fighters if commands(table, decision.seat, it)]

    def foreign(table: Table, decision: Decision, unit: str, clause: str) -> Refusal | None:
        if unit in battle(table).fighters and commands(table, decision.seat, unit):
            return None
        return refuse("NOT_YOUR_UNIT", clause, "Name a unit of yours in this battle.")

    def opened(table: Table, decision: Decision, unit: str) -> Acting:
        return Acting(table, decision.seat, unit)

    return Actor(
        (kind,), phase, opened, field="unit", candidates=own, refusal=foreign, named=called
    )


FIGHTER = a_fighter("combat", BATTLE, turns.battle_here)
"""A unit of the seat in the battle of the combat turn [6.3]."""


def a_unit(
    kind: str,
    phase: str,
    units_of: Callable[[Table], Iterable[str]],
    scene: Callable[[Table, str, str], U],
) -> Actor[Table, U]:
    """A unit of the seat that asks for it by its own, of those that come into question."""

    def own(table: Table, decision: Decision) -> list[str]:
        return [unit for unit in units_of(table) if commands(table, decision.seat, unit)]

    def foreign(table: Table, decision: Decision, unit: str, clause: str) -> Refusal | None:
        if commands(table, decision.seat, unit):
            return None
        return refuse("NOT_YOUR_UNIT", clause, "Name a unit of yours that is on the map.")

    def opened(table: Table, decision: Decision, unit: str) -> U:
        return scene(table, decision.seat, unit)

    return Actor(
        (kind,), phase, opened, field="unit", candidates=own, refusal=foreign, named=called
    )


def a_seat(kind: str, phase: str, town: Callable[[Table], str]) -> Actor[Table, Part]:
    """The seat itself, which ends its part of what is done in a town."""
    return Actor((kind,), phase, lambda table, asked, _: Part(table, asked.seat, town))
