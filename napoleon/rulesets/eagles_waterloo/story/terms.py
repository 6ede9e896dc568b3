"""What the table calls phases and formations, in the reader's words."""

from __future__ import annotations

from napoleon.rules.prose.forms import terms
from napoleon.rules.prose.language import noted
from napoleon.rules.prose.storybook import Words

phase = terms(
    {
        "decks": noted("decks"),
        "deploy": noted("deployment"),
        "adjust": noted("the French adjustment"),
        "morale": noted("morale"),
        "combat": noted("combat"),
        "reinforcement": noted("reinforcement"),
        "retreat": noted("retreat"),
        "sending": noted("reinforcements for the other battle"),
        "between": noted("between two turns"),
        "over": noted("game over"),
    }
)
"""A phase by its name."""

_IN_FORMATION = {
    "line": noted("in line"),
    "column": noted("in column"),
    "square": noted("in square"),
}


def in_formation(words: Words, formation: str) -> str:
    """How infantry stands: "in column"."""
    return words.gettext(_IN_FORMATION[formation])
