"""What the table calls phases, in the reader's words."""

from __future__ import annotations

from napoleon.rules.prose.language import noted
from napoleon.rules.prose.storybook import Words

_PHASES = {
    "setup": noted("setup"),
    "draw": noted("draw"),
    "move": noted("move"),
    "attack": noted("attack"),
    "reinforcement": noted("reinforcement"),
    "turn_end": noted("turn end"),
    "over": noted("game over"),
}


def phase(words: Words, of: str) -> str:
    """A phase by its name; one that is not known here is told as it is."""
    return words.gettext(_PHASES[of]) if of in _PHASES else of.replace("_", " ")
