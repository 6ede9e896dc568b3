"""ELIM Corps without strength or beyond fatigue; commanders left alone."""

from __future__ import annotations

from napoleon.rulesets.napoleon1815 import victory
from napoleon.rulesets.napoleon1815.events.casualties import CommanderRemoved, CorpsEliminated
from napoleon.rulesets.napoleon1815.packs.pack import MOST_FATIGUE
from napoleon.rulesets.napoleon1815.sides import FRENCH, SIDES
from napoleon.rulesets.napoleon1815.table import Table

ALLIED_COMMANDER = 2
"""Points to the French for Wellington or Blücher [VICTORY.5]."""


def due(table: Table) -> bool:
    """Whether a block on the map has to go."""
    return bool(table.commanders_alone() or _doomed(table))


def remove(table: Table) -> None:
    """Corps go first, French ones before Allied ones, then commanders left alone [ELIM.1-4].

    Only then does the track move, by the sum [RULING.63]; also where Napoleon is lost, which ends
    the game whatever the track says [VICTORY.7, RULING.107].
    """
    remove_corps(table)
    commanders = table.commanders_alone()
    for commander in commanders:
        remove_commander(table, commander)
    if any(table.side_of(it) == FRENCH for it in commanders):
        victory.lose_napoleon(table)
    else:
        victory.settle(table)


def remove_corps(table: Table) -> None:
    """Corps without strength or beyond fatigue leave the map [ELIM.1-2]."""
    for corps in _doomed(table):
        block = table.block(corps)
        assert block.area is not None
        clause, reason = ("ELIM.2", "fatigue") if block.strength else ("ELIM.1", "no strength")
        table.record(
            CorpsEliminated(corps, table.side_of(corps), block.area, block.strength, reason), clause
        )


def remove_commander(table: Table, commander: str) -> None:
    """A commander who is alone is lost; an Allied one scores [ELIM.4, VICTORY.5]."""
    side, area = table.side_of(commander), table.block(commander).area
    assert area is not None
    if side == FRENCH:
        table.record(CommanderRemoved(commander, side, area, 0), "ELIM.4", "ELIM.6", "RULING.63")
    else:
        removed = CommanderRemoved(commander, side, area, ALLIED_COMMANDER)
        table.record(removed, "ELIM.4", "VICTORY.5", "RULING.63")


def _doomed(table: Table) -> list[str]:
    """Corps without strength or beyond fatigue, French ones first [ELIM.1-2]."""
    blocks = table.state.blocks
    return [
        corps
        for side in SIDES
        for corps in table.corps_on_map(side)
        if (it := blocks[corps]).fatigue > MOST_FATIGUE or not (it.infantry or it.cavalry)
    ]
