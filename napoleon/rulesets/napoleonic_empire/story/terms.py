"""What the table calls phases, in the reader's words."""

from __future__ import annotations

from napoleon.rules.prose.forms import terms
from napoleon.rules.prose.language import noted

phase = terms(
    {
        "setup": noted("setup"),
        "draw": noted("draw"),
        "move": noted("move"),
        "attack": noted("attack"),
        "reinforcement": noted("reinforcement"),
        "turn_end": noted("turn end"),
        "over": noted("game over"),
    }
)
"""A phase by its name."""
