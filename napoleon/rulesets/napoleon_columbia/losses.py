"""3.4 Steps lost and units eliminated [11.0]."""

from __future__ import annotations

from napoleon.rulesets.napoleon_columbia import fog
from napoleon.rulesets.napoleon_columbia.events.blocks import StepLost, UnitEliminated
from napoleon.rulesets.napoleon_columbia.table import Table, seat_of


def lose_steps(table: Table, unit: str, steps: int, cause: str, *clauses: str) -> None:
    """A unit loses steps; below one it is eliminated [3.4]."""
    block = table.state.blocks[unit]
    if block.strength <= steps:
        eliminate(table, unit, cause, *clauses)
        return
    lost = StepLost(
        seat_of(table, unit),
        unit,
        block.token,
        steps,
        block.strength - steps,
        cause,
        fog=not block.revealed,
    )
    table.record(lost, *clauses)


def eliminate(table: Table, unit: str, cause: str, *clauses: str) -> None:
    """A unit is lost for good, and with it who shelters in its square [3.4, 6.52, N-78]."""
    sheltered = _sheltered(table, unit)
    block = table.state.blocks[unit]
    army = table.data.blocks[unit].army
    lost = UnitEliminated(
        unit,
        army,
        cause,
        len(table.state.eliminated[army]) + 1,
        table.data.defeated_at[army],
        block.town,
        block.token,
    )
    table.record(lost, *clauses)
    for other in sheltered:
        eliminate(table, other, "shelter", "6.52", "N-78")


def _sheltered(table: Table, unit: str) -> list[str]:
    battle = table.state.battle_in(table.state.blocks[unit].town)
    if battle is None:
        return []
    return fog.in_order(table, [u for u, it in battle.fighters.items() if it.shelter == unit])
