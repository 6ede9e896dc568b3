"""Numbers of draws: what an event says of those that it has the results of."""

from __future__ import annotations

from napoleon.rulesets.eagles_waterloo.table import Table


def last_of(table: Table, count: int) -> int | None:
    """The number of the last of so many draws that were just made; None if there were none."""
    return table.state.draws + count - 1 if count else None
