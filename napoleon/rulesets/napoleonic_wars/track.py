"""The order of the Movement Track from the nation on that is due next [5.9]."""

from __future__ import annotations

from collections.abc import Iterable

from napoleon.rulesets.napoleonic_wars.nations import in_track_order
from napoleon.rulesets.napoleonic_wars.table import Wars


def in_order(table: Wars, nations: Iterable[str]) -> list[str]:
    """Nations in track order, from the one on that acts first next turn."""
    track = table.data.track
    return in_track_order(table.data, nations, track[table.state.marker - 1])
