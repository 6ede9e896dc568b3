"""What blocks are called in orders and questions, as the seat that is asked sees them."""

from __future__ import annotations

from collections.abc import Sequence

from napoleon.rulesets.napoleon1815.table import Table


def blocks_by_name(table: Table, blocks: Sequence[str]) -> tuple[str, ...]:
    """Blocks by their names; in fog those of the enemy by their tokens."""
    pieces = table.pack.pieces
    return tuple(pieces[it].name if it in pieces else it for it in blocks)
