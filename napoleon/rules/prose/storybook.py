"""Storybooks: how a game's story is told, chapter by chapter; a game declares its own."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import msgspec

from napoleon.rules import phrases
from napoleon.rules.events import REFEREE, Event, Line, fields_told
from napoleon.rules.narration import Vocabulary, worded
from napoleon.rules.phrases import Note, speaker
from napoleon.rules.prose.language import ENGLISH, Language
from napoleon.rules.prose.paragraphs import Heading, Paragraph
from napoleon.rules.prose.retelling import Retelling


class Memory(Protocol):
    """What a reader remembers of what they were told, as far as the story needs it later."""

    def note(self, event: Event) -> None:
        """Remember what an event, as they may read it, tells."""

    def copied(self) -> Any:
        """The same as it is now, whatever is noted later."""


class NoMemory:
    """Remembers nothing."""

    def note(self, event: Event) -> None:
        """It is forgotten at once."""

    def copied(self) -> NoMemory:
        """There is nothing that could change."""
        return self


class Words(NamedTuple):
    """What sentences are made of: a language, the names of a game, and what was told before."""

    language: Language
    names: Mapping[str, str]
    """Display names of ids, in the language."""
    cards: Mapping[int, str]
    """Display names of cards by their numbers, in the language."""
    memory: Any
    """The `Memory` of the game."""

    def gettext(self, text: str, /, **values: Any) -> str:
        """A phrase in the language, see `Language.gettext`."""
        return self.language.gettext(text, **values)

    def ngettext(self, one: str, many: str, count: int, /, **values: Any) -> str:
        """A phrase for one or for many, see `Language.ngettext`."""
        return self.language.ngettext(one, many, count, **values)

    def name(self, of: str) -> str:
        """The display name of an id."""
        return self.names.get(of, of)

    def listed(self, ids: Iterable[str]) -> str:
        """The names of ids, with "and" before the last."""
        return self.language.listed(map(self.name, ids))

    def card(self, number: int) -> str:
        """A card by name and number."""
        if number not in self.cards:
            return self.gettext("card %(number)s", number=number)
        name = self.language.quoted(self.cards[number])
        return self.gettext("%(name)s (card %(number)s)", name=name, number=number)

    def cards_listed(self, numbers: Iterable[int]) -> str:
        """Cards by name and number, with "and" before the last."""
        return self.language.listed(map(self.card, numbers))

    def plainly(self, event: Event) -> str:
        """The sentence of an event itself, translated if the catalogue has it."""
        unread = {name for name in event.payload if getattr(event, name) is None}
        of = type(event)
        for its_story in (of.story, of.veiled, of.fogged_story, of.faded_story):
            if not fields_told(its_story) & unread:
                break
        own = msgspec.structs.replace(event, behalf="")
        words = Vocabulary(self.names, self.cards, self.language.gettext, self.language)
        return worded(own, self.language.gettext(its_story), words)

    def told(self, note: Note) -> str:
        """What rules noted as a phrase; a finished text as it is."""
        return phrases.told(note, speaker(self.names, self.cards, self.language))

    def judge(self, who: str) -> str:
        """The referee or the deputy, as the subject of a sentence."""
        deputy = self.gettext("The referee's deputy")
        return self.gettext("The referee") if who == REFEREE else deputy


PLAINLY = Words(ENGLISH, {}, {}, NoMemory())
"""English, with what views and events call things themselves."""


class Named(Protocol):
    """A game, as far as it says how it is told and what things are called."""

    @property
    def storybook(self) -> Storybook:
        """How its story is told."""

    @property
    def names(self) -> Mapping[str, str]:
        """Display names of ids, in English."""

    @property
    def cards(self) -> Mapping[int, str]:
        """Display names of cards by their numbers, in English."""


def words_of(game: Named, language: Language) -> Words:
    """What boards, pictures and stories of a game are told in."""
    return words_in(game.storybook, game.names, game.cards, language)


def words_in(
    book: Storybook, names: Mapping[str, str], cards: Mapping[int, str], language: Language
) -> Words:
    """Words of a game: each name in the language, if its catalogue has it."""
    called, on_cards = _called(Itself(book), Itself(names), Itself(cards), language)
    return Words(language, called, on_cards, book.memory())


class Itself:
    """Something that is known by being itself, however much it holds."""

    __slots__ = ("it",)

    def __init__(self, it: Any) -> None:
        self.it = it

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Itself) and self.it is other.it

    def __hash__(self) -> int:
        return id(self.it)


@lru_cache(64)  # of the same few games, page after page: hundreds of names take milliseconds
def _called(
    book: Itself, names: Itself, cards: Itself, language: Language
) -> tuple[Mapping[str, str], Mapping[int, str]]:
    """Display names of ids and of cards in a language."""
    known = {**names.it, **book.it.named(language.code)}
    return (
        {of: language.gettext(name) for of, name in known.items()},
        {**cards.it, **book.it.cards(language.code)},
    )


def vocabulary(game: Named, words: Words) -> Vocabulary:
    """What events are told in one by one: with names as they stand alone, without an article.

    With one they stand a second time, under ``the `` and the id, as in `Ruleset.names`. In English
    everything is called as the game declares it.
    """
    if words.language is ENGLISH:
        return Vocabulary(game.names, game.cards)
    names: dict[str, str] = {}
    for of, told in words.names.items():
        names[of] = told if of.startswith("the ") else words.language.alone(told)
        if names[of] != told:
            names.setdefault(f"the {of}", told)
    return Vocabulary(
        names, words.cards, lambda text: game.storybook.said(words, text), words.language
    )


Telling = Callable[[Words, Paragraph, Any], Iterable[str]]
"""Tells an event of a paragraph in sentences, perhaps with others that follow it there."""

Chapter = Mapping[type[Event], Telling]
"""How the events of a kind of paragraph are told, by their classes."""


def nothing(words: Words, paragraph: Paragraph, event: Event) -> Iterable[str]:
    """Told by another event of the paragraph."""
    return ()


def as_it_is(words: Words, paragraph: Paragraph, event: Event) -> Iterable[str]:
    """Told by its own sentence."""
    return (words.plainly(event),)


def corrected(words: Words, paragraph: Paragraph, event: Any) -> Iterable[str]:
    """A correction told by its own sentence, after the judge whose it is."""
    what = words.plainly(event).partition(": ")[2]
    judge = words.judge(event.by)
    return (words.gettext("%(judge)s corrected the position: %(what)s", judge=judge, what=what),)


def counted(state: Any) -> str:
    """Turns are called by their numbers."""
    return ""


def never(event: Event, before: Paragraph) -> bool:
    """No paragraph takes in the one before it."""
    return False


def event_by_event(event: Event, before: Paragraph | None) -> Heading | None:
    """Every event is a paragraph of its own, except the order that caused it."""
    return Heading(event.type)


class Form(Enum):
    """How a seat, or a share of one, stands in a sentence."""

    SUBJECT = "the French"
    GENITIVE = "of the French"
    SEAT = "the French seat"
    """The seat itself, for a person who takes it."""


def by_name(words: Words, seat: str, form: Form) -> str:
    """A seat without other forms is called by name in all of them."""
    return words.name(seat)


def translated(words: Words, note: str) -> str:
    """What the rules noted, as the catalogue of the game translates it."""
    return words.gettext(note)


def as_written(words: Words, of: str) -> str:
    """What has no other name is called by its own."""
    return of.replace("_", " ")


def by_number(words: Words, event: Event) -> str:
    """Turns are called by their numbers."""
    return ""


@dataclass(frozen=True, kw_only=True)
class Storybook:
    """How the story of a game is told. A game without one is told event by event."""

    begins: Callable[[Event, Paragraph | None], Heading | None] = event_by_event
    """What paragraph an event begins; None if it goes on with the one before."""
    absorbs: Callable[[Event, Paragraph], bool] = never
    """Whether a paragraph that an event begins takes in the one before, rather than end it."""
    chapters: Mapping[str, Chapter] = field(default_factory=dict)
    """By the kind of paragraph. What a chapter does not know is told by its own sentence."""
    lists: frozenset[str] = frozenset()
    """Kinds of paragraphs that tell events side by side, so that any of them can be left out: what
    a rewind has undone of one is told alone."""
    silent: frozenset[type[Event]] = frozenset()
    """Events that are deliberately not told."""
    memory: Callable[[], Memory] = NoMemory
    locale: Path | None = None
    """Where the catalogues of the game are; None if it has none."""
    named: Callable[[str], Mapping[str, str]] = lambda code: {}
    """Display names of ids in a language, where they are not those of the game."""
    cards: Callable[[str], Mapping[int, str]] = lambda code: {}
    """Display names of cards by their numbers in a language, likewise."""
    called: Callable[[Words, str, Form], str] = by_name
    """A seat or a share of one in a sentence: what it is called there."""
    sides: tuple[str, ...] = ()
    """The sides a paragraph can be about: one that begins with any of them needs no label."""
    asked: Retelling = Retelling(())  # noqa: RUF009 - it holds no phrases, and never changes
    """How decisions and names of turns are told in other languages."""
    turn_name: Callable[[Words, Event], str] = by_number
    """What the turn is called that an event begins, if players do not call it by its number; empty
    if it has no other name, or the event begins none."""
    turn_called: Callable[[Any], str] = counted
    """The same of the turn in which a state stands, in English; `asked` tells it in others."""
    term: Callable[[Words, str], str] = as_written
    """A phase by its name."""
    said: Callable[[Words, str], str] = translated
    """What the rules noted in an event, such as a reason or a line of a breakdown."""
    corrections: frozenset[type[Event]] = frozenset()
    """Events by which a referee puts the position right: told with the ruling."""


PLAIN = Storybook()


def explained(words: Words, breakdown: Iterable[Line] | None, note: Callable[[Line], str]) -> str:
    """The lines of a breakdown in brackets, such as " (card +4, rain +1)"; empty for none.

    A single line that says it all is told as well: it is the reason. `note` puts one into words.
    """
    lines = [f"{note(line)} {signed(line.amount)}" for line in breakdown or () if line.note]
    return f" ({', '.join(lines)})" if lines else ""


def signed(amount: int) -> str:
    r"""A number with its sign, a true minus among them.

    >>> signed(3), signed(0), signed(-2) == "\N{MINUS SIGN}2"
    ('+3', '+0', True)
    """
    return f"{amount:+d}".replace("-", "\N{MINUS SIGN}")
