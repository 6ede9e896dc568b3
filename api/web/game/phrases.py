"""What a game says of an order, in the reader's language."""

from __future__ import annotations

from api import phrases
from api.web.catalogue import language
from napoleon.rules.wording import Phrase, Words


def does(words: Words) -> str:
    """What the order does, such as "Move Reille to Thuin"."""
    return phrases.does(words, language())


def follows(words: Words) -> str:
    """What comes of it, such as "1 of 2 points; ends the move"; empty if nothing is to be said."""
    return phrases.follows(words, language())


def told(phrase: Phrase) -> str:
    """A phrase in the reader's language, with all that is filled into it."""
    return phrases.told(phrase, language())
