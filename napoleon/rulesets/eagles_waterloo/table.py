"""The working table of the game: a position, and the data pack that it is played with."""

from __future__ import annotations

from napoleon.chance import Chance
from napoleon.rules.kit import table
from napoleon.rules.kit.table import refuse
from napoleon.rulesets.eagles_waterloo.events import apply
from napoleon.rulesets.eagles_waterloo.packs.pack import Pack
from napoleon.rulesets.eagles_waterloo.rulings import TODAY, Rulings
from napoleon.rulesets.eagles_waterloo.state import State


class Table(table.Table[State, Pack]):
    """A position as the rules of every chapter see it, with the rulings that it is played by."""

    def __init__(
        self, state: State, pack: Pack, chance: Chance | None = None, rulings: Rulings = TODAY
    ) -> None:
        super().__init__(state, pack, apply, chance)
        self.rulings = rulings

    def trial(self, state: State, chance: Chance | None = None) -> Table:
        """A table of a copy of the position, by the same rulings, to try something on."""
        return at(state, self.data, chance, self.rulings)


def at(state: State, pack: Pack, chance: Chance | None = None, rulings: Rulings = TODAY) -> Table:
    """The table at which `state` stands; `record` moves it on in place."""
    state.look_again()
    return Table(state, pack, chance, rulings)


__all__ = ["Table", "at", "refuse"]
