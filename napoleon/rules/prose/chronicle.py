"""The chronicle: a game's story as it grows, told to one reader in one language."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from copy import copy
from dataclasses import dataclass, replace
from typing import Any

from napoleon.rules.events import Event
from napoleon.rules.orders import Answered
from napoleon.rules.prose.language import Language
from napoleon.rules.prose.paragraphs import Entry, Heading, Paragraph
from napoleon.rules.prose.storybook import (
    Chapter,
    Form,
    Storybook,
    Telling,
    Words,
    as_it_is,
    words_in,
)
from napoleon.rules.redaction import as_read
from napoleon.rules.viewer import Viewer

Aside = Callable[[Words, Paragraph], Iterable[str]]
"""Tells service events, and what they brought about, in whole sentences."""


@dataclass(eq=False)
class _Part:
    """A paragraph, and what its reader remembered before it."""

    paragraph: Paragraph
    memory: Any
    told: list[Entry] | None = None
    """What it became, at most one entry; None if that is not known yet."""
    tell: Aside | None = None
    """Tells it whenever it is asked for, if it is the house's: its texts may be erased by then."""
    after: int = 0
    """Version up to which its course was undone; it is told with what happened after that."""

    def began_in(self, paragraph: Paragraph) -> int:
        """The version under which its paragraph is told, as far as that goes."""
        counted = (it.version for it in paragraph.events if it.version > self.after)
        return next(counted, paragraph.events[0].version)


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
        viewer: Viewer,
        language: Language,
    ) -> None:
        """By a storybook, with the game's display names of ids and of cards by their numbers."""
        self.book = book
        self.viewer = viewer
        self.words = words_in(book, names, cards, language)
        self._parts: list[_Part] = []
        self._open: _Part | None = None
        self._went_back = False
        self._corrected: list[Event] = []
        self.turn_names: dict[int, str] = {}
        """What the turns so far are called, by their numbers, if players have names for them."""
        self.taken = (0, 0)
        """How many events of the table it has taken in, and the version of the last one."""

    def copied(self) -> Chronicle:
        """The same, to be told more of the game; this one stays as it is."""
        other = copy(self)
        other.words = self.words._replace(memory=self.words.memory.copied())
        other._parts, other._corrected = [*self._parts], [*self._corrected]
        other.turn_names = {**self.turn_names}
        if (part := self._open) is not None:
            paragraph = part.paragraph._replace(events=[*part.paragraph.events])
            other._open = _Part(paragraph, part.memory, after=part.after)
            other._parts[self._parts.index(part)] = other._open
        return other

    def emptied(self) -> Chronicle:
        """One for the same reader that has taken in nothing."""
        other = copy(self)
        other.words = self.words._replace(memory=self.book.memory())
        other._parts, other._open, other._corrected = [], None, []
        other._went_back, other.taken, other.turn_names = False, (0, 0), {}
        return other

    def add(self, event: Event) -> None:
        """Take in an event of the table that counts, later than those before it."""
        self.taken = (self.taken[0] + 1, event.version)
        if isinstance(event, Answered):
            return
        if name := self.book.turn_name(self.words, event):
            self.turn_names[event.turn] = name
        seen, part = as_read(event, self.viewer), self._open
        before = None if part is None else part.paragraph
        heading = self.book.begins(seen, before)
        if part is None or before is None:
            self._begin(heading or Heading(seen.type), seen)
        elif heading is None or self.book.absorbs(seen, before):
            if self._went_back:
                self._move_to_end(part, seen.version - 1)
            before.events.append(seen)
            if heading is not None:
                part.paragraph = before._replace(heading=heading)
            part.told = None
        else:
            self._remember(before.events)
            self._begin(heading, seen)

    def aside(self, event: Event, tell: Aside) -> None:
        """Take in a service event, told by `tell` after the open paragraph."""
        paragraph = Paragraph(Heading("house"), [as_read(event, self.viewer)])
        self._parts.append(_Part(paragraph, None, tell=tell))

    def with_aside(self, event: Event) -> None:
        """Take in what the last aside brought about, told by that."""
        at = max(n for n, it in enumerate(self._parts) if it.tell is not None)
        part, seen = self._parts[at], as_read(event, self.viewer)
        events = [*part.paragraph.events, seen]
        self._parts[at] = replace(part, paragraph=part.paragraph._replace(events=events))
        if type(event) in self.book.corrections:
            self.taken = (self.taken[0] + 1, event.version)
            self._corrected.append(seen)
            if self._open is None:
                self._remember([])

    def asides(self) -> Iterator[Event]:
        """The service events that it has taken in, as its reader may know them."""
        return (it.paragraph.events[0] for it in self._parts if it.tell is not None)

    def went_back(self) -> None:
        """What came last was undone: if the open paragraph goes on, it is told after that."""
        self._went_back = True

    def sentences_on(self, version: int) -> tuple[str, ...]:
        """The paragraph that tells what happened at `version`, as far as it goes by now.

        It is quoted without its label.
        """
        by_house_first = sorted(self._parts, key=lambda it: it.tell is None)
        around = (it for it in by_house_first if _is_in(version, it.paragraph, it.tell is None))
        part = next(around, None)
        entries = [] if part is None else self._entries(part)
        return tuple(capital(sentence) for it in entries for sentence in it.sentences)

    def taken_back(self, events: Iterable[Event]) -> list[tuple[str, ...]]:
        """What `events`, which would come next, would have been told as, paragraph by paragraph."""
        other = self.copied()
        known = len(other._parts) - (other._open is not None)
        straddling, already, stood = other._open, set[str](), 0
        if self._open is not None and straddling is not None:
            before = self._entries(self._open)
            already = {it for entry in before for told in entry.sentences for it in _clauses(told)}
            stood = len(self._open.paragraph.events)
            other._parts = [*(it for it in other._parts if it is not straddling), straddling]
        for event in events:
            other.add(event)
        told = []
        for part in other._parts[known:]:
            sentences = [it for entry in other._entries(part) for it in entry.sentences]
            if part is straddling and part.paragraph.heading.kind in self.book.lists:
                sentences = [*other._of_the_rest(part, stood)]
            elif part is straddling:
                fresh = ([it for it in _clauses(one) if it not in already] for one in sentences)
                sentences = [f"{capital('; '.join(it))}." for it in fresh if it]
            told.append(tuple(self.words.language.polished(capital(it)) for it in sentences))
        return [it for it in told if it]

    def _of_the_rest(self, part: _Part, stood: int) -> Iterator[str]:
        """A part without its first events, which stood."""
        rest = part.paragraph._replace(events=part.paragraph.events[stood:])
        if rest.events:
            yield from (it for entry in self._told(part, rest) for it in entry.sentences)

    def entries(self) -> list[Entry]:
        """All that there is to tell so far, the oldest first."""
        return [*self.backwards()][::-1]

    def backwards(
        self, upto: int | None = None, before: int | None = None, after: int = 0
    ) -> Iterator[Entry]:
        """What there is to tell up to a version, by default so far, the newest first.

        With `before`, what begins there or later is left out; so is what ended by `after`.
        """
        for part in reversed(self._as_of(upto)):
            known = part.paragraph.events
            if known[-1].version <= after:
                continue
            if upto is None or known[-1].version <= upto:
                told = self._entries(part)
            elif known[0].version <= upto:
                told = self._told(part, self._early(part, upto))
            else:
                continue
            yield from (
                it for it in told if (before is None or it.first < before) and it.last > after
            )

    def _as_of(self, upto: int | None) -> list[_Part]:
        """The parts in the order in which they were told at a version."""
        if upto is None or all(it.after <= upto for it in self._parts):
            return self._parts
        return sorted(
            self._parts,
            key=lambda it: (
                it.paragraph.events[0].version if it.after > upto else it.began_in(it.paragraph)
            ),
        )

    def _remember(self, events: Iterable[Event]) -> None:
        """Note a paragraph that is told, and the corrections in the middle of it."""
        for it in sorted([*events, *self._corrected], key=lambda told: told.version):
            self.words.memory.note(it)
        self._corrected.clear()

    def _entries(self, part: _Part) -> list[Entry]:
        """All of a part as it is told now."""
        if part.tell is not None:
            return self._told(part, part.paragraph)
        if part.told is None:
            part.told = self._told(part, part.paragraph)
        return part.told

    def _move_to_end(self, part: _Part, after: int) -> None:
        self._parts.remove(part)
        self._parts.append(part)
        part.after, self._went_back = after, False

    def _begin(self, heading: Heading, event: Event) -> None:
        self._went_back = False
        self._open = _Part(Paragraph(heading, [event]), self.words.memory.copied())
        self._parts.append(self._open)

    def _early(self, part: _Part, upto: int) -> Paragraph:
        """What the paragraph of a part was at an earlier version: it may have begun as less."""
        events = [it for it in part.paragraph.events if it.version <= upto]
        paragraph = Paragraph(Heading(""), [])
        if part.tell is not None:
            return part.paragraph._replace(events=events)
        for event in events:
            before = paragraph if paragraph.events else None
            heading = self.book.begins(event, before) or paragraph.heading
            paragraph = Paragraph(heading, [*paragraph.events, event])
        return paragraph

    def _labelled(
        self, paragraph: Paragraph, told: tuple[str, ...]
    ) -> tuple[Paragraph, tuple[str, ...]]:
        """Whole sentences: the first goes on after the label of the paragraph, if it has one."""
        heading = paragraph.heading
        subjects = [self.book.called(self.words, it, Form.SUBJECT) for it in self.book.sides]
        if told and capital(told[0]).startswith(tuple(map(capital, subjects))):
            paragraph = paragraph._replace(heading=heading._replace(labelled=False))
        if not told or (paragraph.heading.side and paragraph.heading.labelled):
            return paragraph, (*told[:1], *map(capital, told[1:]))
        return paragraph, tuple(map(capital, told))

    def _told(self, part: _Part, paragraph: Paragraph) -> list[Entry]:
        """A part as far as `paragraph` goes; no entry if there is nothing in it that is told."""
        if part.tell is not None:
            sentences = tuple(part.tell(self.words, paragraph))
        else:
            words = self.words._replace(memory=part.memory)
            paragraph, sentences = self._labelled(
                paragraph, tuple(_sentences(paragraph, self.book, words))
            )
        if not sentences:
            return []
        name = self.turn_names.get(paragraph.events[0].turn, "")
        return [_entry(paragraph, self.words, sentences, part.began_in(paragraph), name)]


def _clauses(sentence: str) -> list[str]:
    """What a sentence lists one after the other: it may grow by more of the same."""
    return [it.strip() for it in sentence.removesuffix(".").split(";")]


def _is_in(version: int, paragraph: Paragraph, whole: bool) -> bool:
    """Whether a paragraph tells what happened at `version`, or if `whole`, around it."""
    first, last = paragraph.events[0].version, paragraph.events[-1].version
    return first <= version <= last if whole else any(
        it.version == version for it in paragraph.events
    )  # fmt: skip


def _sentences(paragraph: Paragraph, book: Storybook, words: Words) -> Iterator[str]:
    chapter: Chapter = book.chapters.get(paragraph.heading.kind, {})
    for event in paragraph.events:
        if type(event) not in book.silent:
            telling: Telling = chapter.get(type(event), as_it_is)
            yield from map(words.language.polished, telling(words, paragraph, event))


def capital(sentence: str) -> str:
    """As a sentence begins."""
    return sentence[:1].upper() + sentence[1:]


def _entry(
    paragraph: Paragraph, words: Words, sentences: tuple[str, ...], first: int, turn_name: str
) -> Entry:
    """The paragraph as an entry, under the version of the `first` event that counts."""
    (kind, side, labelled), events = paragraph
    return Entry(
        first,
        events[-1].version,
        events[0].turn,
        events[0].phase,
        kind,
        side,
        words.name(side) if side and labelled else "",
        sentences,
        {it.type: it.version for it in reversed(events)},
        turn_name,
    )
