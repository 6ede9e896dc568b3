"""What the table calls things, in the reader's words: phases, turns, kinds of areas, states."""

from __future__ import annotations

from functools import lru_cache

from napoleon.rules.prose.forms import terms
from napoleon.rules.prose.language import Language, noted
from napoleon.rules.prose.storybook import Words
from napoleon.rulesets.napoleon1815.story.asked import ASKED

term = terms(
    {
        # phases
        "setup": noted("setup"),
        "draw": noted("draw"),
        "initiative": noted("initiative"),
        "operations": noted("operations"),
        "recovery": noted("recovery"),
        "turn_end": noted("turn end"),
        "over": noted("game over"),
        # kinds of areas
        "plain": noted("plain"),
        "forest": noted("forest"),
        "town": noted("town"),
        "citadel": noted("citadel"),
        "fortified_farm": noted("fortified farm"),
        # where blocks are that stand nowhere on the map
        "map": noted("on the map"),
        "removed": noted("removed"),
        "to_come": noted("to come"),
        "by_event": noted("by event"),
        "absent": noted("absent"),
    }
)
"""A phase, a kind of area or the like."""

_ADJECTIVES = {
    "red": noted("red card"),
    "blue": noted("blue card"),
    "green": noted("green card"),
}


def coloured(words: Words, colour: str) -> str:
    """A card by its colour."""
    return words.gettext(_ADJECTIVES[colour])


def turn_named(words: Words, name: str) -> str:
    """The name of a turn, which is half a day."""
    return _turn_named(words.language, name)


@lru_cache(maxsize=2048)
def _turn_named(language: Language, name: str) -> str:
    return ASKED.told(language, name)
