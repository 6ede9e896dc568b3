"""What a game says of an order, in the reader's language, with the names in it."""

from __future__ import annotations

from babel.lists import format_list

from api.web.catalogue import language, translations
from api.web.game.looking import Look
from napoleon.rules.wording import Card, Named, Phrase, Said, Value, Words


def does(words: Words, seen: Look) -> str:
    """What the order does, such as "Move Reille to Thuin"."""
    return told(words.does, seen)


def follows(words: Words, seen: Look) -> str:
    """What comes of it, such as "1 of 2 points; ends the move"; empty if nothing is to be said."""
    return "; ".join(told(it, seen) for it in words.follows)


def told(phrase: Phrase, seen: Look) -> str:
    """A phrase in the language of who looks at a game, with all that is filled into it."""
    known = translations(language())
    if phrase.many:
        text = known.ngettext(phrase.text, phrase.many, phrase.count)
    else:
        text = known.gettext(phrase.text)
    return text % {name: _filled_in(value, seen) for name, value in phrase.values.items()}


def _filled_in(value: Value, seen: Look) -> str | int:
    """A number or somebody's words as they are, anything else as it is called."""
    match value:
        case int():
            return value
        case Said():
            return value.text
        case tuple():
            return format_list([_named(it, seen) for it in value], locale=language())
    return _named(value, seen)


def _named(value: Named, seen: Look) -> str:
    match value:
        case Phrase():
            return told(value, seen)
        case Card():
            return f"{seen.words.cards.get(value.number, '')} ({value.number})".strip()
    return seen.called(value)
