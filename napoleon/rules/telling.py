"""Sentences: an event told in the words of its story."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from napoleon.rules.events import (
    CARD_CLAUSES,
    JUDGES,
    Event,
    fields_named,
    fields_told,
    fields_worded,
)
from napoleon.rules.reader import Reader


def describe(
    event: Event,
    reader: Reader,
    names: Mapping[str, str] | None = None,
    cards: Mapping[int, str] | None = None,
) -> str:
    """The sentence that tells `event` to `reader`; `names` gives the display names of ids.

    `cards` gives those of cards by their numbers; without it they are told by number alone.
    """
    return worded(event, story(event, reader), names or {}, cards or {})


def story(event: Event, reader: Reader) -> str:
    """Which of its stories tells `event` to `reader`, with the fields still to be filled in."""
    if event.fading and reader.has_forgotten(event.version):
        return event.faded_story
    if reader.may_read(event):
        return event.story
    return event.fogged_story if event.fog else event.veiled


def worded(event: Event, its_story: str, names: Mapping[str, str], cards: Mapping[int, str]) -> str:
    """A story of `event` with its fields in words; `names` and `cards` are as for `describe`."""
    words: dict[str, Any] = {
        name: _told_as(getattr(event, name), names) for name in fields_told(its_story)
    }
    for name in fields_named(its_story):
        words[name] = _Cards(_cards(getattr(event, name), cards, names))
    for name in fields_worded(its_story):
        words[name] = _Phrases("; ".join(_phrase(it, names) for it in getattr(event, name)))
    sentence = its_story.format_map(words)
    if event.behalf:
        acting = f"The {event.by}" if event.by in JUDGES else _wording(event.by, names)
        return f"{sentence} ({acting} acted for {_wording(event.behalf, names)}.)"
    return sentence


class _Number(int):
    """A number that agrees with its noun: ``{armies:army/armies}`` is told as "1 army"."""

    def __format__(self, nouns: str) -> str:
        one, _, many = nouns.partition("/")
        return f"{int(self)} {one if self == 1 else many}" if nouns else str(int(self))


class _Either:
    """What is so or not: ``{extra:an extra turn/their turn}`` is told by one of the two."""

    def __init__(self, value: bool) -> None:
        self._value = value

    def __format__(self, words: str) -> str:
        so, _, otherwise = (words or "yes/no").partition("/")
        return so if self._value else otherwise


class _Places(str):
    """Names that may need an article: ``{country:the}`` is told as "the Netherlands"."""

    def __new__(cls, value: Any, names: Mapping[str, str]) -> _Places:
        made = super().__new__(cls, _wording(value, names))
        made._ids = [value] if isinstance(value, str) else list(value)
        made._names = names
        return made

    _ids: list[str]
    _names: Mapping[str, str]

    def __format__(self, article: str) -> str:
        if not article:
            return str(self)
        told = [self._names.get(f"{article} {it}", self._names.get(it, it)) for it in self._ids]
        return " and ".join([part for part in (", ".join(told[:-1]), *told[-1:]) if part]) or "none"


class _Phrases(str):
    """Phrases with ids among their words: ``{purposes:worded}`` tells those by name."""

    def __format__(self, worded: str) -> str:
        return str(self)


class _Cards(str):
    """Cards by their numbers and names: ``{card:named}`` is told as "25 Charge".

    A card that has no number is told by its name; see `Ruleset.names` for those that share their
    id with something else.
    """

    def __format__(self, named: str) -> str:
        return str(self)


def _cards(
    several: str | int | Iterable[str | int] | None,
    cards: Mapping[int, str],
    names: Mapping[str, str],
) -> str:
    if several is None:
        return "none"
    listed = [several] if isinstance(several, int | str) else several
    return ", ".join([_card(it, cards, names) for it in listed]) or "none"


def _card(it: str | int, cards: Mapping[int, str], names: Mapping[str, str]) -> str:
    if isinstance(it, str):
        return names.get(f"{CARD_CLAUSES}{it}", names.get(it, it))
    return f"{it} {cards[it]}" if it in cards else str(it)


def _told_as(value: Any, names: Mapping[str, str]) -> str | _Number | _Either:
    if type(value) is int:
        return _Number(value)
    if isinstance(value, bool):
        return _Either(value)
    if isinstance(value, str) or (isinstance(value, tuple) and all(map(_is_id, value))):
        return _Places(value, names)
    return _wording(value, names)


def _is_id(value: Any) -> bool:
    return isinstance(value, str)


def _wording(value: Any, names: Mapping[str, str]) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, str):
        return names.get(value) or _token(value, names)
    if isinstance(value, tuple | list):
        return ", ".join([_wording(item, names) for item in value]) or "none"
    if not isinstance(value, dict):
        return "none" if value is None else str(value)
    if "order" in value:
        given = [(k, v) for k, v in value.items() if k != "order"]
        said = [_said(k, v, names) for k, v in given if v not in (None, "", (), [])]
        words = said or ["none"] * bool(given)
        verb = names.get(value["order"], value["order"].replace("_", " "))
        return " ".join([verb, *words])
    entries = [f"{_wording(k, names)} {_wording(v, names)}" for k, v in value.items()]
    return ", ".join(entries) or "none"


def _token(value: str, names: Mapping[str, str]) -> str:
    """A token by whose it is and by its number; anything else as it is."""
    whose, _, number = value.rpartition("-")
    return f"{names[whose]} block {number}" if number.isdigit() and whose in names else value


def _phrase(text: str, names: Mapping[str, str]) -> str:
    return " ".join([names.get(word, word) for word in text.split(" ")])


def _said(name: str, value: Any, names: Mapping[str, str]) -> str:
    """A field of an order, in which cards are called `card` or `cards` in every game."""
    return _cards(value, {}, names) if name in ("card", "cards") else _wording(value, names)
