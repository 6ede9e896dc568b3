"""What a game says of an order, in a language."""

from __future__ import annotations

from babel.lists import format_list

from api.languages import translations
from napoleon.rules.wording import Phrase, Value, Words


def does(words: Words, code: str) -> str:
    """What the order does, such as "Move Reille to Thuin", in the language `code`."""
    return told(words.does, code)


def follows(words: Words, code: str) -> str:
    """What comes of it, such as "1 of 2 points; ends the move"; empty if nothing is to be said."""
    return "; ".join(told(it, code) for it in words.follows)


def told(phrase: Phrase, code: str) -> str:
    """A phrase in the language `code`, with all that is filled into it."""
    known = translations(code)
    if phrase.many:
        text = known.ngettext(phrase.text, phrase.many, phrase.count)
    else:
        text = known.gettext(phrase.text)
    return text % {name: _filled_in(value, code) for name, value in phrase.values.items()}


def _filled_in(value: Value, code: str) -> str | int:
    """A number or a text as it is, a list as it is told."""
    return format_list(value, locale=code) if isinstance(value, tuple) else value
