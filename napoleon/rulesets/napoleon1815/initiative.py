"""The initiative phase [chapter 4, INIT]."""

from __future__ import annotations

from napoleon.rulesets.napoleon1815 import cards
from napoleon.rulesets.napoleon1815.events import InitiativeDecided, PhaseStarted
from napoleon.rulesets.napoleon1815.sides import ALLIED, FRENCH, SIDES
from napoleon.rulesets.napoleon1815.table import Table


def phase_due(table: Table) -> bool:
    """Whether the draw phase has nothing left to do."""
    return table.state.phase == "draw"


def start_phase(table: Table) -> None:
    """The draw phase is over [SEQ.1]."""
    table.record(PhaseStarted("initiative"), "SEQ.1")


def flip_due(table: Table) -> bool:
    """Whether the initiative is still to be decided."""
    return table.state.phase == "initiative" and not table.state.initiative


def flip(table: Table) -> None:
    """Each side flips a card; the higher value begins, the French on a tie [INIT.3-5]."""
    values = {side: cards.flip(table, side, "initiative", "INIT.3").value for side in SIDES}
    tie = values[FRENCH] == values[ALLIED]
    side = ALLIED if values[ALLIED] > values[FRENCH] else FRENCH
    by_player = {table.player_of(s): value for s, value in values.items()}
    table.record(
        InitiativeDecided(side, table.player_of(side), by_player, tie),
        "INIT.4" if tie else "INIT.3",
    )
    cards.end_of_step(table, SIDES, "INIT.5")


def over(table: Table) -> bool:
    """Whether the operations phase has to begin."""
    return table.state.phase == "initiative"


def start_operations(table: Table) -> None:
    """The initiative is settled [SEQ.1, OPS.1]."""
    table.record(PhaseStarted("operations"), "SEQ.1", "OPS.1")
