"""The table of the game: a position with the pack that the rules look up."""

from __future__ import annotations

from napoleon.rules.kit.table import Table
from napoleon.rulesets.napoleonic_wars.packs.pack import Pack
from napoleon.rulesets.napoleonic_wars.state import State

Wars = Table[State, Pack]
"""A table of The Napoleonic Wars."""
