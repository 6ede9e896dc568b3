"""COMP.6 Control of countries."""

from __future__ import annotations

from napoleon.rulesets.napoleonic_empire.events.turn import ControlChanged
from napoleon.rulesets.napoleonic_empire.sides import FRENCH
from napoleon.rulesets.napoleonic_empire.table import Table

EMPTY = "empty"
"""How the log names a country in which nobody stands."""


def due(table: Table) -> bool:
    """Whether a country has changed hands since the log last said whose it is."""
    state = table.state
    if not state.started:
        return False
    return dict.fromkeys(state.control, "") | state.standings() != state.control


def note(table: Table) -> None:
    """Say in the log who controls each such country now [COMP.6]."""
    state = table.state
    for country in _changed(table):
        before, after = state.control.get(country) or EMPTY, state.standing(country) or EMPTY
        table.record(ControlChanged(country, before, after), "COMP.6")


def _changed(table: Table) -> list[str]:
    now, noted = table.state.standings(), table.state.control
    return [it for it in table.data.board.countries if now.get(it, "") != noted.get(it, "")]


def french_continent(table: Table) -> list[str]:
    """The continental countries that the French control [VIC.2, E-30]."""
    return [it for it in table.data.board.continental if table.state.controls(FRENCH, it)]
