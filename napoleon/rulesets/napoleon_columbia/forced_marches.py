"""5.6, FAQ.2 Checks for forced marches."""

from __future__ import annotations

from napoleon.chance import PUBLIC
from napoleon.rules.events import Line, total
from napoleon.rulesets.napoleon_columbia import fog, losses
from napoleon.rulesets.napoleon_columbia.events.march import (
    ForcedChecksEnded,
    ForcedMarchChecked,
    ForcedMarchesNoted,
)
from napoleon.rulesets.napoleon_columbia.seats import commands
from napoleon.rulesets.napoleon_columbia.table import Table
from napoleon.rulesets.napoleon_columbia.turns import FORCED_CHECKS, SKIRMISH, begin

LED = 1
"""What a leader at the start adds to the die [9.1]."""

GOOD = 4
"""The least that costs no step [5.6]."""


def note(table: Table) -> None:
    """Say which units have gone beyond their allowance, in an order that tells nothing [N-10]."""
    blocks = table.state.blocks
    forced = fog.in_order(table, [unit for unit, it in blocks.items() if it.forced])
    for seat in table.state.seats_of(table.state.active):
        own = [unit for unit in forced if commands(table, seat, unit)]
        if own:
            tokens = tuple(blocks[unit].token for unit in own)
            table.record(ForcedMarchesNoted(seat, tokens, tuple(own), fog=True), "5.6")


def checks_due(table: Table) -> bool:
    """Whether a die is still to be rolled for a unit."""
    return bool(table.state.unchecked)


def check(table: Table) -> None:
    """One die for the next unit: 1 to 3 costs a step for good [5.6]."""
    unit = table.state.unchecked[0]
    block = table.state.blocks[unit]
    die, draw = table.draw(range(1, 7), f"{block.army} die for a force-marched block", PUBLIC)
    lines = [Line(die, "5.6", "die")]
    if table.state.helped.get(block.army) == block.start:
        leader = table.data.leaders[table.data.blocks[unit].army]
        lines.append(Line(LED, "9.1", leader.name))
    result = total(lines)
    checked = ForcedMarchChecked(
        table.state.players[block.army],
        unit,
        block.token,
        die,
        result,
        tuple(lines),
        result < GOOD,
        draw,
        fog=not block.revealed,
    )
    table.record(checked, "5.6", *(("9.1",) if len(lines) > 1 else ()))
    if checked.harmed:
        losses.lose_steps(table, unit, 1, "forced", "5.6")


def end_due(table: Table) -> bool:
    """Whether all dice of the phase are rolled."""
    return table.state.phase == FORCED_CHECKS


def end(table: Table) -> None:
    """Leaders stand up again, and fights come next [N-53, 2.2]."""
    blocks = table.state.blocks
    towns = tuple(sorted({it.town for it in blocks.values() if it.revealed}))
    if towns:
        table.record(ForcedChecksEnded(towns), "N-53")
    begin(table, SKIRMISH, "2.2")
