"""Phrases told in a language, with the names of a game among their values."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from napoleon.rules.phrases import Card, Named, Phrase, Said, Speak, Value
from napoleon.rules.prose.language import ENGLISH, Language


def speaker(
    names: Mapping[str, str], cards: Mapping[int, str], language: Language = ENGLISH
) -> Speak:
    """Tells phrases in a language, with display names of ids and of cards in it."""
    return partial(_told, language, names, cards)


def _told(
    language: Language, names: Mapping[str, str], cards: Mapping[int, str], phrase: Phrase
) -> str:
    def called(it: Named) -> str:
        match it:
            case Phrase():
                return _told(language, names, cards, it)
            case Card():
                return f"{cards.get(it.number, '')} ({it.number})".strip()
        return language.alone(names[it]) if it in names else language.gettext(it)

    def filled_in(value: Value) -> str | int:
        match value:
            case int():
                return value
            case Said():
                return value.text
            case tuple():
                return language.listed(map(called, value))
        return called(value)

    values = {name: filled_in(it) for name, it in phrase.values.items()}
    if phrase.many:
        return language.ngettext(phrase.text, phrase.many, phrase.count, **values)
    return language.gettext(phrase.text, **values)


PLAIN = speaker({}, {})
"""English, with ids as they are."""
