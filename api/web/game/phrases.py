"""What a game says of an order, in the reader's language."""

from __future__ import annotations

from babel.lists import format_list

from api.web.catalogue import language, translations
from napoleon.rules.wording import Phrase, Value, Words


def does(words: Words) -> str:
    """What the order does, such as "Move Reille to Thuin"."""
    return told(words.does)


def follows(words: Words) -> str:
    """What comes of it, such as "1 of 2 points; ends the move"; empty if nothing is to be said."""
    return "; ".join(told(it) for it in words.follows)


def told(phrase: Phrase) -> str:
    """A phrase in the reader's language, with all that is filled into it."""
    known = translations(language())
    if phrase.many:
        text = known.ngettext(phrase.text, phrase.many, phrase.count)
    else:
        text = known.gettext(phrase.text)
    return text % {name: _filled_in(value) for name, value in phrase.values.items()}


def _filled_in(value: Value) -> str | int:
    """A number or a text as it is, a list as it is told."""
    return format_list(value, locale=language()) if isinstance(value, tuple) else value
