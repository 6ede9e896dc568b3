"""What players call the player turns."""

from __future__ import annotations

from napoleon.rulesets.napoleon_columbia.packs.pack import Turn
from napoleon.rulesets.napoleon_columbia.sides import FRENCH


def turn_called(turn: Turn) -> str:
    """A player turn, such as ``16 June, Allied night``."""
    side = "French" if turn.side == FRENCH else "Allied"
    return f"{turn.date.day} June, {side} {'night' if turn.night else 'turn'}"
