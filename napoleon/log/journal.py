"""The journal: what happened in a game, told in sentences to one reader.

Everything that tells the story of a game, whether to a browser, a program, a terminal or a file,
lays out what is told here. A level decides which events are told; see `napoleon.log.levels`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from napoleon.log.branches import counting
from napoleon.log.events.cases import REASONS
from napoleon.log.game import Game
from napoleon.log.game_log import GameLog
from napoleon.log.levels import FULL, told_at
from napoleon.log.store.recorder import TextRow
from napoleon.log.words import may_read_words, words_of
from napoleon.rules.contract import Ruleset
from napoleon.rules.events import Event
from napoleon.rules.narration import Vocabulary, narrated, story
from napoleon.rules.numbers import Numbers
from napoleon.rules.phrases import Speak, speaker
from napoleon.rules.prose.language import ENGLISH, Language
from napoleon.rules.prose.storybook import Words, vocabulary
from napoleon.rules.redaction import lines_of, redacted, unread
from napoleon.rules.viewer import Viewer

_CHUNK = 500
"""Events read from the store at a time."""


class Entry(NamedTuple):
    """An event in a sentence, as it is told to a reader."""

    version: int
    turn: int
    phase: str
    """Empty for what happened in none."""
    type: str
    text: str
    counts: bool = True
    """Whether no rewind has undone it."""
    turn_name: str = ""
    """What the turn is called, if it is known and players do not call it by its number."""

    @property
    def undone(self) -> bool:
        """Whether a rewind has undone it."""
        return not self.counts


class Narrator(NamedTuple):
    """Tells a reader of the events of a game, up to a position."""

    viewer: Viewer
    names: Mapping[str, str]
    """Display names of ids."""
    counts: Callable[[Event], bool]
    """Whether an event counts in the position."""
    cards: Mapping[int, str] = {}
    """Display names of cards by their numbers. Records and programs are told the numbers alone."""
    language: Language = ENGLISH
    gettext: Callable[[str], str] = str
    """A sentence, or what the rules noted in a field of one, in the language."""

    def naming(self, cards: Mapping[int, str]) -> Narrator:
        """The same, but for people who have the cards before them: by number and name."""
        return self._replace(cards=cards)

    def speaking(self, rules: Ruleset, words: Words) -> Narrator:
        """The same for people who read a language, with the cards before them."""
        spoken = vocabulary(rules, words)

        def told_by_house(text: str) -> str:
            told = spoken.gettext(text)
            if told != text or words.language is ENGLISH:
                return told
            named = " ".join(spoken.names.get(it, it) for it in text.split(" "))
            return REASONS.told(words.language, named)

        return self._replace(
            names=spoken.names,
            cards=spoken.cards,
            language=words.language,
            gettext=told_by_house,
        )

    def entry(self, event: Event) -> Entry:
        """The event in a sentence."""
        return Entry(
            event.version,
            event.turn,
            event.phase,
            event.type,
            self.text(event),
            self.counts(event),
        )

    def text(self, event: Event) -> str:
        """The sentence alone."""
        words = Vocabulary(self.names, self.cards, self.gettext, self.language)
        return self.language.polished(narrated(event, self.viewer, words))

    def story(self, event: Event) -> str:
        """The sentence before its fields are filled in: readers of the same one are told alike."""
        return story(event, self.viewer)

    def unread(self, event: Event) -> frozenset[str]:
        """The fields of the event that are hidden from the reader."""
        return unread(event, self.viewer)

    def redacted(self, event: Event) -> dict[str, Any]:
        """The event as data, see `napoleon.rules.redaction`, with phrases told."""
        return redacted(event, self.viewer, self._speak)

    @property
    def _speak(self) -> Speak:
        return speaker(self.names, self.cards, self.language)

    def sums(self, event: Event, numbers: Numbers) -> list[dict[str, Any]]:
        """Every number of the event that lines explain: what it is, its lines, and their total.

        Lines and total are null if they are hidden from the reader.
        """
        return [
            {
                "of": numbers.of_lines(event, field),
                "lines": lines,
                "total": None if lines is None else sum(it["amount"] for it in lines),
            }
            for field, lines in lines_of(event, self.viewer, self._speak).items()
        ]

    def may_read_words(self, event: Event) -> bool:
        """Whether the reader may read what people have written about it."""
        return may_read_words(event, self.viewer)

    def words(self, event: Event, texts: Iterable[TextRow]) -> list[str]:
        """What people wrote in the course of it, as far as the reader may read it."""
        return words_of(event, texts, self.viewer)


def narrator(game: Game, seat: str, rules: Ruleset, position: Game | None = None) -> Narrator:
    """Tells what `seat` may know at `game` of `position`, by default the same one."""
    return narrator_to(game.viewer(seat), position or game, rules)


def narrator_to(viewer: Viewer, position: Game, rules: Ruleset) -> Narrator:
    """Tells of `position` what a reader may know."""
    return Narrator(viewer, rules.names, counting(position))


def narrator_of_past(position: Game, seat: str, rules: Ruleset) -> Narrator:
    """Tells of an earlier `position` as of one that is past: its cards have faded.

    So what was hidden stays hidden, and nothing that is told about it ever changes.
    """
    return narrator_to(position.viewer_of_past(seat), position, rules)


def events(
    log: GameLog, game: Game, level: str, after: int = 0, limit: int | None = None
) -> Iterator[Event]:
    """The events of a game after version `after` that are told at a level, the oldest first.

    See `napoleon.log.levels.LEVELS`. At most `limit` of them.
    """
    tells = told_at(level, game)
    # In full none is left out.
    most = _CHUNK if limit is None or level != FULL else min(_CHUNK, limit)
    found = 0
    while after < game.version and found != limit:
        upto = min(game.version, after + most)
        for event in filter(tells, log.history(game.id, after=after, upto=upto)):
            if found == limit:
                return
            yield event
            found += 1
        after = upto
