"""What the table calls phases, formations and places, and finished texts, told again."""

from __future__ import annotations

from napoleon.rules.prose.forms import terms
from napoleon.rules.prose.language import noted
from napoleon.rules.prose.retelling import Retelling
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


def the_place(words: Words, place: str) -> str:
    """A place as a subject or an object: "the French left"."""
    return words.name(f"the {place}")


def at(words: Words, place: str) -> str:
    """Where something is: "on the French left", "in the French centre"."""
    return words.name(f"in {place}")


def into(words: Words, place: str) -> str:
    """Where something goes: "to the French left"."""
    return words.name(f"to {place}")


def out_of(words: Words, place: str) -> str:
    """Where something comes from: "from the French left"."""
    return words.name(f"from {place}")


ASKED = Retelling(())
"""Nothing is different in a question from one time to the next."""

_ALWAYS = (
    noted("Which cards make up your deck?"),
    noted("Which cards serve in which of your two battles?"),
    noted("Lay your muster: 1 to 4 cards face down in each position. The rest is your Reserve."),
    noted("You have seen how the enemy stands: lay your cards again where you like, and end it."),
    noted(
        "Check the morale of your cards that were hit, in any order; first play what helps them."
    ),
    noted("Do you play a special before the enemy's Combat phase?"),
    noted("Which of your cards moves or fires?"),
    noted("Which infantry goes onto the terrain that has fallen to you?"),
    noted("Do you play a special before your turn ends?"),
    noted("Which cards do you send to your other battle?"),
)
"""Texts that are always the same; they stand here to be translated."""
