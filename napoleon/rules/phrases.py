"""Phrases: what rules say to people, as a text with values, so that it is told in any language.

Orders in words are made of them, and notes, reasons and questions may be::

    Line(3, "9.1", say("%(men)s men of %(of)s", men=3, of="spain"))

A phrase is recorded as it is, the English text with its values, so that a log can be read without
any catalogue, and a text that is put better later leaves what was recorded alone. Texts are
translated and ids told by name only when somebody reads them (`Tongue`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any, Protocol

import msgspec

_MARK = b'"say":"phrase"'


class _Tagged(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="say"):
    """A part of what is said; in JSON ``say`` tells which."""


class Card(_Tagged, frozen=True, tag="card"):
    """A card that is called by its number and its name."""

    number: int


class Said(_Tagged, frozen=True, tag="as_it_is"):
    """What somebody has written, which is never translated."""

    text: str


class Phrase(_Tagged, frozen=True, tag="phrase"):
    """A text, or one for a `count` of 1 and `many` for every other, with what is filled into it."""

    text: str
    values: Mapping[str, Value] = {}
    many: str = ""
    count: int = 1

    def __hash__(self) -> int:
        """A mapping has none; few phrases with the same text differ only in values."""
        return hash((self.text, self.many, self.count))


Named = str | Card | Phrase
"""What is called by name: names of the game are English here, or ids."""

Value = int | Said | Named | tuple[Named, ...]

Note = str | Phrase
"""What rules note: a phrase, or as in the first four games a finished English text."""

Speak = Callable[[Phrase], str]
"""Tells a phrase to somebody."""


def say(text: str, /, **values: Value) -> Phrase:
    """A phrase. The name of this function tells the catalogue where its texts stand."""
    return Phrase(text, values)


def say_many(text: str, many: str, count: int, /, **values: Value) -> Phrase:
    """A phrase about a number of things, which is ``%(count)s`` in it."""
    return Phrase(text, {"count": count, **values}, many, count)


def told(note: Note, speak: Speak) -> str:
    """A note in words; a finished text stays as it is."""
    return note if isinstance(note, str) else speak(note)


def is_said(encoded: bytes) -> bool:
    """Whether JSON may hold phrases."""
    return _MARK in encoded


def with_phrases_told(data: Any, speak: Speak) -> Any:
    """Plain data in which each phrase is a text."""
    match data:
        case {"say": "phrase"}:
            return speak(msgspec.convert(data, Phrase))
        case dict():
            return {key: with_phrases_told(it, speak) for key, it in data.items()}
        case list() | tuple():
            return [with_phrases_told(it, speak) for it in data]
    return data


def written(note: Note) -> str:
    """The note of a game whose rules note finished texts. Raises TypeError for a phrase."""
    if not isinstance(note, str):
        raise TypeError(f"{note} is no finished text")
    return note


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
