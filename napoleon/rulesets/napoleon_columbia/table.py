"""The working table of the game: a position, and the data pack that it is played with."""

from __future__ import annotations

from napoleon.chance import Chance
from napoleon.rules.kit import table
from napoleon.rules.kit.table import refuse
from napoleon.rulesets.napoleon_columbia.events import apply
from napoleon.rulesets.napoleon_columbia.packs.pack import Block as Label
from napoleon.rulesets.napoleon_columbia.packs.pack import Pack
from napoleon.rulesets.napoleon_columbia.rulings import TODAY, Rulings
from napoleon.rulesets.napoleon_columbia.state import State


class Table(table.Table[State, Pack]):
    """A position as the rules of every chapter see it, with the rulings of their version."""

    def __init__(
        self, state: State, pack: Pack, chance: Chance | None = None, rulings: Rulings = TODAY
    ) -> None:
        super().__init__(state, pack, apply, chance)
        self.rulings = rulings


def at(
    state: State, pack: Pack, chance: Chance | None = None, *, rulings: Rulings = TODAY
) -> Table:
    """The table at which `state` stands; `record` moves it on in place."""
    return Table(state, pack, chance, rulings)


def seat_of(table: Table, unit: str) -> str:
    """The seat that commands a unit."""
    return table.state.players.get(table.data.blocks[unit].army, "")


__all__ = ["Label", "Table", "at", "refuse", "seat_of"]
