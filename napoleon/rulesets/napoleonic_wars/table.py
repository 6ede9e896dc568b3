"""The table of the game: a position with the pack that the rules look up."""

from __future__ import annotations

from collections.abc import Iterable

from napoleon.chance import PUBLIC, Chance
from napoleon.rules.kit.table import Table
from napoleon.rulesets.napoleonic_wars.events import apply
from napoleon.rulesets.napoleonic_wars.nations import in_track_order
from napoleon.rulesets.napoleonic_wars.pack import Pack
from napoleon.rulesets.napoleonic_wars.state import State

Wars = Table[State, Pack]
"""A table of The Napoleonic Wars."""

HIT, SHAKEN = 6, 5
"""The dice that remove a unit or a ship, and that disrupt one [9.4.a, 11.3.a, 13.4]."""


def at(state: State, pack: Pack, chance: Chance | None) -> Wars:
    """The table at which a position stands."""
    return Wars(state, pack, apply, chance)


def rolled(table: Wars, purpose: str, number: int) -> tuple[tuple[int, ...], int]:
    """So many dice that everybody sees, and the number of the last draw."""
    dice = tuple(table.draw(range(1, 7), purpose, PUBLIC)[0] for _ in range(number))
    return dice, table.state.draws + number - 1


def in_order_from_next(table: Wars, nations: Iterable[str]) -> list[str]:
    """Nations in track order, from the one on that acts first next turn."""
    track = table.data.track
    return in_track_order(table.data, nations, track[table.state.marker - 1])
