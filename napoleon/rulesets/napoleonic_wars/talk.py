"""Talk between players is free and public, and binds nobody [8.6, R-86, R-166]."""

from __future__ import annotations

from napoleon.rules.kit.table import refuse
from napoleon.rules.orders import Refusal
from napoleon.rulesets.napoleonic_wars.nations import seats
from napoleon.rulesets.napoleonic_wars.table import Wars


def refuse_letter(table: Wars, seat: str, other: str) -> Refusal | None:
    """Refuse a letter that a third player does not read, unless the players have chosen them."""
    if table.state.options.get("letters") or len(seats(table.state)) == 2:
        return None
    detail = "Talk is public in this game: write to all."
    return refuse("TALK_IS_PUBLIC", "R-86", detail)
