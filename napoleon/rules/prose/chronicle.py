"""The chronicle: a game's story as it grows, told to one reader in one language."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from copy import copy
from dataclasses import dataclass
from typing import Any

from napoleon.rules.events import Event
from napoleon.rules.orders import OrderGiven
from napoleon.rules.prose.language import Language, noted
from napoleon.rules.prose.paragraphs import Entry, Heading, Paragraph
from napoleon.rules.prose.storybook import Chapter, Storybook, Telling, Words, as_it_is
from napoleon.rules.reader import Reader
from napoleon.rules.redaction import as_read

_OF_THE_HOUSE = {
    "takeback": noted("by a take-back"),
    "withdrawal": noted("by a withdrawal"),
    "ruling": noted("by a ruling"),
    "correct": noted("the position is put right"),
    "stand": noted("what happened stands"),
    "reroll": noted("chance decides anew"),
    "rewind": noted("the game goes back"),
}
"""What the house notes in its events, in words."""


@dataclass(eq=False)
class _Part:
    """A paragraph, and what its reader remembered before it."""

    paragraph: Paragraph
    memory: Any
    told: list[Entry] | None = None
    """What it became, at most one entry; None if that is not known yet."""


class Chronicle:
    """Takes in events in the order in which they happened, and tells them when it is asked.

    Each event is redacted before anything is made of it. The paragraph that is still open is told
    as far as it goes.
    """

    def __init__(
        self,
        book: Storybook,
        names: Mapping[str, str],
        cards: Mapping[int, str],
        reader: Reader,
        language: Language,
    ) -> None:
        """By a storybook, with the game's display names of ids and of cards by their numbers."""
        self.book = book
        self.reader = reader
        self.words = Words(
            language,
            _names(book, language, names),
            {**cards, **book.cards(language.code)},
            book.memory(),
        )
        self._parts: list[_Part] = []
        self._open: _Part | None = None

    def copied(self) -> Chronicle:
        """The same, to be told more of the game; this one stays as it is."""
        other = copy(self)
        other.words = self.words._replace(memory=self.words.memory.copied())
        other._parts = [*self._parts]
        if (part := self._open) is not None:
            paragraph = part.paragraph._replace(events=[*part.paragraph.events])
            other._open = _Part(paragraph, part.memory)
            other._parts[self._parts.index(part)] = other._open
        return other

    def add(self, event: Event) -> None:
        """Take in an event of the table that counts, later than those before it."""
        if isinstance(event, OrderGiven):
            return
        seen, part = as_read(event, self.reader), self._open
        before = None if part is None else part.paragraph
        heading = self.book.begins(seen, before)
        if part is None or before is None:
            self._begin(heading or Heading(seen.type), seen)
        elif heading is None or self.book.absorbs(seen, before):
            before.events.append(seen)
            part.paragraph = before._replace(heading=heading or before.heading)
            part.told = None
        else:
            for told in before.events:
                self.words.memory.note(told)
            self._begin(heading, seen)

    def aside(self, event: Event) -> None:
        """Take in an event of the house, told by its own sentence after the open paragraph."""
        seen = as_read(event, self.reader)
        entry = _entry(Paragraph(Heading("house"), [seen]), self.words, (self.words.plainly(seen),))
        self._parts.append(_Part(Paragraph(Heading("house"), [seen]), None, [entry]))

    def entries(self) -> list[Entry]:
        """All that there is to tell so far, the oldest first."""
        return [*self.backwards()][::-1]

    def backwards(self, upto: int | None = None) -> Iterator[Entry]:
        """What there is to tell up to a version, by default so far, the newest first."""
        for part in reversed(self._parts):
            known = part.paragraph.events
            if upto is None or known[-1].version <= upto:
                if part.told is None:
                    part.told = self._told(part.paragraph, part.memory)
                yield from part.told
            elif known[0].version <= upto:
                yield from self._told(self._early(known, upto), part.memory)

    def _begin(self, heading: Heading, event: Event) -> None:
        self._open = _Part(Paragraph(heading, [event]), self.words.memory.copied())
        self._parts.append(self._open)

    def _early(self, events: list[Event], upto: int) -> Paragraph:
        """What a paragraph of these events was at an earlier version: it may have begun as less."""
        paragraph = Paragraph(Heading(""), [])
        for event in events:
            if event.version <= upto:
                before = paragraph if paragraph.events else None
                heading = self.book.begins(event, before) or paragraph.heading
                paragraph = Paragraph(heading, [*paragraph.events, event])
        return paragraph

    def _told(self, paragraph: Paragraph, memory: Any) -> list[Entry]:
        """The paragraph as an entry; none if there is nothing in it that is told."""
        words = self.words._replace(memory=memory)
        sentences = tuple(map(_capital, _sentences(paragraph, self.book, words)))
        return [_entry(paragraph, words, sentences)] if sentences else []


def _sentences(paragraph: Paragraph, book: Storybook, words: Words) -> Iterator[str]:
    chapter: Chapter = book.chapters.get(paragraph.heading.kind, {})
    for event in paragraph.events:
        if type(event) not in book.silent:
            telling: Telling = chapter.get(type(event), as_it_is)
            yield from map(words.language.polished, telling(words, paragraph, event))


def _capital(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]


def _entry(paragraph: Paragraph, words: Words, sentences: tuple[str, ...]) -> Entry:
    (kind, side, labelled), events = paragraph
    return Entry(
        events[0].version,
        events[-1].version,
        events[0].turn,
        events[0].phase,
        kind,
        side,
        words.name(side) if side and labelled else "",
        sentences,
        {it.type: it.version for it in reversed(events)},
    )


def _names(book: Storybook, spoken: Language, names: Mapping[str, str]) -> dict[str, str]:
    """All display names, each in the language if its catalogue has it."""
    known = {**names, **book.named(spoken.code)}
    named = {of: spoken.gettext(name) for of, name in known.items()}
    return {**{of: spoken.gettext(word) for of, word in _OF_THE_HOUSE.items()}, **named}
