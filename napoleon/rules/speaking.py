"""Phrases told in a language, with the names of a game among their values."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from typing import Any, Protocol

from napoleon.rules.phrases import Card, Named, Phrase, Said, Speak, Value


class Tongue(Protocol):
    """A language; see `napoleon.rules.prose.language.Language`."""

    def gettext(self, text: str, /, **values: Any) -> str:
        """A text in it."""

    def ngettext(self, one: str, many: str, count: int, /, **values: Any) -> str:
        """A text for one or for many."""

    def alone(self, name: str) -> str:
        """A name as it stands by itself."""

    def listed(self, items: Iterable[str]) -> str:
        """One after the other, with "and" before the last."""


class English:
    """The language of the phrases themselves, without a catalogue."""

    def gettext(self, text: str, /, **values: Any) -> str:
        """The text itself."""
        return text % values if values else text

    def ngettext(self, one: str, many: str, count: int, /, **values: Any) -> str:
        """One of the two."""
        return (one if count == 1 else many) % values

    def alone(self, name: str) -> str:
        """The name itself."""
        return name

    def listed(self, items: Iterable[str]) -> str:
        """One after the other, with "and" before the last."""
        *others, last = [*items] or [""]
        return f"{', '.join(others)} and {last}" if others else last


ENGLISH = English()
"""English."""


def speaker(
    names: Mapping[str, str], cards: Mapping[int, str], language: Tongue = ENGLISH
) -> Speak:
    """Tells phrases in a language, with display names of ids and of cards in it."""
    return partial(_told, language, names, cards)


def _told(
    language: Tongue, names: Mapping[str, str], cards: Mapping[int, str], phrase: Phrase
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
