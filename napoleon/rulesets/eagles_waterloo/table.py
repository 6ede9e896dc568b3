"""The working table of the game: a position, and the data pack that it is played with."""

from __future__ import annotations

from napoleon.chance import Chance
from napoleon.rules.kit import table
from napoleon.rules.kit.table import refuse
from napoleon.rulesets.eagles_waterloo.events import apply
from napoleon.rulesets.eagles_waterloo.packs.pack import Pack
from napoleon.rulesets.eagles_waterloo.state import State

Table = table.Table[State, Pack]
"""A position as the rules of every chapter see it."""


def at(state: State, pack: Pack, chance: Chance | None = None) -> Table:
    """The table at which `state` stands; `record` moves it on in place."""
    state.look_again()
    return Table(state, pack, apply, chance)


__all__ = ["Table", "at", "refuse"]
