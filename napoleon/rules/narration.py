"""Narration: an event told in the words of its story."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from napoleon.rules.events import (
    CARD_CLAUSES,
    CLOCK,
    DEPUTY,
    REFEREE,
    RULES,
    Event,
    fields_named,
    fields_told,
    fields_worded,
)
from napoleon.rules.phrases import ENGLISH, Phrase, Tongue, speaker
from napoleon.rules.viewer import Viewer


class Vocabulary(NamedTuple):
    """What sentences and the fields in them are told in."""

    names: Mapping[str, str] = {}
    """Display names of ids."""
    cards: Mapping[int, str] = {}
    """Display names of cards by their numbers; without one they are told by number alone."""
    gettext: Callable[[str], str] = str
    """A sentence, or what the rules noted in a field of one, in the reader's language."""
    language: Tongue = ENGLISH
    """That language, for phrases."""


def describe(
    event: Event,
    viewer: Viewer,
    names: Mapping[str, str] | None = None,
    cards: Mapping[int, str] | None = None,
) -> str:
    """The sentence that tells `event` to `viewer`; `names` gives the display names of ids.

    `cards` gives those of cards by their numbers; without it they are told by number alone.
    """
    return narrated(event, viewer, Vocabulary(names or {}, cards or {}))


def narrated(event: Event, viewer: Viewer, words: Vocabulary) -> str:
    """The sentence that tells `event` to `viewer`, in the language of `words`."""
    return worded(event, words.gettext(story(event, viewer)), words)


def story(event: Event, viewer: Viewer) -> str:
    """Which of its stories tells `event` to `viewer`, with the fields still to be filled in."""
    if event.fading and viewer.has_forgotten(event.version):
        return event.faded_story
    if viewer.may_read(event):
        return event.story
    return event.fogged_story if event.fog else event.veiled


def worded(event: Event, its_story: str, words: Vocabulary) -> str:
    """A story of `event`, which is in the language of `words`, with its fields filled in."""
    fields: dict[str, Any] = {
        name: _told_as(getattr(event, name), words) for name in fields_told(its_story)
    }
    for name in fields_named(its_story):
        fields[name] = _Cards(_cards(getattr(event, name), words))
    for name in fields_worded(its_story):
        told_phrases = (_phrase(it, words) for it in getattr(event, name))
        fields[name] = _Phrases("; ".join(told_phrases))
    sentence = its_story.format_map(fields)
    if event.behalf:
        return f"{sentence} {_on_behalf(event, words)}"
    return sentence


class _Number(int):
    """A number that agrees with its noun: ``{armies:army/armies}`` is told as "1 army"."""

    def __format__(self, nouns: str) -> str:
        one, _, many = nouns.partition("/")
        return f"{int(self)} {one if self == 1 else many}" if nouns else str(int(self))


class _Either:
    """What is so or not: ``{extra:an extra turn/their turn}`` is told by one of the two."""

    def __init__(self, value: bool, words: Vocabulary) -> None:
        self._value = value
        self._plain = _yes_or_no(value, words.gettext)

    def __format__(self, words: str) -> str:
        so, _, otherwise = words.partition("/")
        return (so if self._value else otherwise) if words else self._plain


class _Places(str):
    """Names that may need an article: ``{country:the}`` is told as "the Netherlands"."""

    def __new__(cls, value: Any, words: Vocabulary) -> _Places:
        made = super().__new__(cls, _wording(value, words))
        made._ids = [value] if isinstance(value, str) else list(value)
        made._words = words
        return made

    _ids: list[str]
    _words: Vocabulary

    def __format__(self, article: str) -> str:
        if not article:
            return str(self)
        names, gettext = self._words.names, self._words.gettext
        told = [names.get(f"{article} {it}") or _wording(it, self._words) for it in self._ids]
        if len(told) < 2:
            return "".join(told) or gettext("none")
        return gettext("%(others)s and %(last)s") % {
            "others": ", ".join(told[:-1]),
            "last": told[-1],
        }


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


def _cards(several: str | int | Iterable[str | int] | None, words: Vocabulary) -> str:
    if several is None:
        return words.gettext("none")
    listed = [several] if isinstance(several, int | str) else several
    return ", ".join([_card(it, words) for it in listed]) or words.gettext("none")


def _card(it: str | int, words: Vocabulary) -> str:
    names, cards = words.names, words.cards
    if isinstance(it, str):
        return names.get(f"{CARD_CLAUSES}{it}", names.get(it, it))
    return f"{it} {cards[it]}" if it in cards else str(it)


def _told_as(value: Any, words: Vocabulary) -> str | _Number | _Either:
    if type(value) is int:
        return _Number(value)
    if isinstance(value, bool):
        return _Either(value, words)
    if isinstance(value, str) or (isinstance(value, tuple) and all(map(_is_id, value))):
        return _Places(value, words)
    return _wording(value, words)


def _is_id(value: Any) -> bool:
    return isinstance(value, str)


def _wording(value: Any, words: Vocabulary) -> str:
    gettext = words.gettext
    if isinstance(value, bool):
        return _yes_or_no(value, gettext)
    if isinstance(value, str):
        return words.names.get(value) or _token(value, words)
    if isinstance(value, tuple | list):
        return ", ".join([_wording(item, words) for item in value]) or gettext("none")
    if isinstance(value, Phrase):
        return speaker(words.names, words.cards, words.language)(value)
    if not isinstance(value, dict):
        return gettext("none") if value is None else str(value)
    if "order" in value:
        given = [(k, v) for k, v in value.items() if k != "order"]
        said = [_said(k, v, words) for k, v in given if v not in (None, "", (), [])]
        told_fields = said or [gettext("none")] * bool(given)
        return " ".join([_verb(value["order"], words), *told_fields])
    entries = [f"{_wording(k, words)} {_wording(v, words)}" for k, v in value.items()]
    return ", ".join(entries) or gettext("none")


def _yes_or_no(value: bool, gettext: Callable[[str], str]) -> str:
    return gettext("yes") if value else gettext("no")


def _verb(verb: str, words: Vocabulary) -> str:
    """A verb by its name, which need not be what else has the same id."""
    return words.names.get(verb) or words.gettext(verb.replace("_", " "))


def _token(value: str, words: Vocabulary) -> str:
    """A token by whose it is and by its number; what rules have noted in the reader's words.

    A game whose tokens are no blocks has a name for them under whose they are, as ``french-``.
    """
    whose, _, number = value.rpartition("-")
    if number.isdigit() and f"{whose}-" in words.names:
        return words.names[f"{whose}-"] % {"number": number}
    if number.isdigit() and whose in words.names:
        said = {"whose": words.names[whose], "number": number}
        return words.gettext("%(whose)s block %(number)s") % said
    return words.gettext(value) if value else value


def _phrase(text: str, words: Vocabulary) -> str:
    """A phrase of the journal, in which ids stand among other words."""
    told = " ".join([words.names.get(word, word) for word in text.split(" ")])
    return words.gettext(told)


def _said(name: str, value: Any, words: Vocabulary) -> str:
    """A field of an order, in which cards are called `card` or `cards` in every game.

    Cards with more to be said of each, such as where they are laid, are told field by field.
    """
    by_number = words._replace(cards={})
    listed = value if isinstance(value, list | tuple) else [value]
    plain = all(isinstance(it, int | str) for it in listed)
    named = name in ("card", "cards") and plain
    return _cards(value, by_number) if named else _wording(value, words)


def _on_behalf(event: Event, words: Vocabulary) -> str:
    """Who has acted for whom."""
    gettext, seat = words.gettext, _wording(event.behalf, words)
    if event.by == REFEREE:
        return gettext("(The referee acted for %(seat)s.)") % {"seat": seat}
    if event.by == RULES:
        return gettext("(%(seat)s had no choice.)") % {"seat": seat}
    if event.by == CLOCK:
        return gettext("(Time was up for %(seat)s, who passed by that.)") % {"seat": seat}
    if event.by == DEPUTY:
        return gettext("(The deputy acted for %(seat)s.)") % {"seat": seat}
    share = {"share": _wording(event.by, words), "seat": seat}
    return gettext("(%(share)s acted for %(seat)s.)") % share
