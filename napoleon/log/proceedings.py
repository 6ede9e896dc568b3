"""Proceedings: take-backs, disputes, rulings and press, told beside what happens on the table.

It tells no numbers of events or cases, but says what is meant in words. What people
have written is looked up whenever a story is told, as it may have been erased since.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from napoleon.log.cases import AGREED, CORRECT, REROLL, REWIND, STAND
from napoleon.log.events.cases import DisputeClosed, DisputeOpened, RulingGiven, StatementMade
from napoleon.log.events.dispatches import DispatchDue, DispatchSent
from napoleon.log.events.grey_press import (
    UNSIGNED,
    LetterDelivered,
    LetterWritten,
    PressUnsigned,
)
from napoleon.log.events.press import LetterSent, PressPublished
from napoleon.log.events.rewinds import HistoryRewound
from napoleon.log.game import Game
from napoleon.log.press import ALL
from napoleon.log.seats_told import plain
from napoleon.log.store.recorder import TextRow
from napoleon.log.words import words_of
from napoleon.rules.contract import Ruleset
from napoleon.rules.events import DEPUTY, JUDGES, REFEREE, Event
from napoleon.rules.prose.chronicle import Chronicle, capital
from napoleon.rules.prose.language import noted
from napoleon.rules.prose.paragraphs import Paragraph
from napoleon.rules.prose.storybook import Form, Words

LONGEST = 240
"""How many characters of a text or a paragraph are quoted."""

MOST = 3
"""How many of the paragraphs that were undone are quoted."""

_ASKED: Mapping[str, str] = {
    STAND: noted("%(who)s asked for a ruling that this stands:"),
    CORRECT: noted("%(who)s disputed this, and asked for a correction:"),
    REROLL: noted("%(who)s disputed this, and asked that chance decide again:"),
    REWIND: noted("%(who)s disputed this, and asked that it be undone:"),
}
"""What a dispute asks for."""

_DECIDED: Mapping[str, str] = {
    STAND: noted("what happened stands."),
    CORRECT: noted("the position is put right."),
    REROLL: noted("chance decides again."),
    REWIND: noted("the game goes back."),
}
"""What a ruling decides."""

_CLOSED: Mapping[str, str] = {
    "withdrawn": noted("%(who)s withdrew their dispute: what happened stands."),
    "stood": noted("Nobody ruled in time on what %(who)s had disputed: what happened stands."),
}
"""How a dispute ends without a ruling."""


class Proceedings:
    """Tells one reader what became of take-backs and disputes, why, and what was written."""

    def __init__(
        self, game: Game, rules: Ruleset, texts: Callable[[], Sequence[TextRow]], told: Chronicle
    ) -> None:
        """Of `game` in the chronicle `told`; `texts` gives what was written and is still kept."""
        self._takebacks, self._disputes = game.takebacks, game.disputes
        self.shares = dict(game.shares)
        """The seats of shares, ended ones among them as far as they were told of."""
        self._clause = rules.clause
        self._texts = texts
        self._book, self._reader = told.book, told.viewer
        self._disputed: dict[int, tuple[str, ...]] = {}
        self._undone: dict[int, list[tuple[str, ...]]] = {}

    def is_about(self, event: DisputeOpened, sentences: tuple[str, ...]) -> None:
        """Note how that was told which a dispute is about."""
        self._disputed[event.version] = sentences

    def undid(self, event: HistoryRewound, paragraphs: list[tuple[str, ...]]) -> None:
        """Note what would have been told but for a rewind, by paragraphs."""
        self._undone[event.version] = paragraphs

    def tell(self, words: Words, paragraph: Paragraph) -> Iterator[str]:
        """A service event, and what it brought about."""
        event = paragraph.events[0]
        match event:
            case DisputeOpened():
                yield from self._dispute(words, event)
            case StatementMade():
                yield self._statement(words, event)
            case DisputeClosed():
                seat = self._disputes[event.dispute].seat if event.dispute in self._disputes else ""
                closed = _CLOSED.get(event.status, _CLOSED["stood"])
                yield capital(words.gettext(closed, who=self._who(words, seat)))
            case RulingGiven():
                yield from self._ruling(words, event, paragraph)
            case PressPublished() | LetterSent() | LetterWritten() | LetterDelivered():
                yield self._press(words, event)
            case PressUnsigned():
                told = words.gettext("Somebody wrote to everybody, without a signature.")
                yield self._quoting(words, told, event)
            case DispatchSent():
                yield self._sent(words, event)
            case DispatchDue():
                yield self._came(words, event)
            case HistoryRewound():
                yield from self._takeback(words, event)
                yield from _gone(words, self._undone.get(event.version, []))
            case _:
                yield from plain(words, event, self._book, self.shares)
                yield from self._because(words, [event])

    def _dispute(self, words: Words, event: DisputeOpened) -> Iterator[str]:
        who = self._who(words, event.seat)
        asked = words.gettext(_ASKED.get(event.relief, _ASKED[STAND]), who=who)
        meant = " ".join(self._disputed[event.version])
        yield f"{capital(asked)} {words.language.quoted(_cut(meant))}"
        yield from self._cited(words, (event.clause,))
        yield from self._because(words, [event])

    def _statement(self, words: Words, event: StatementMade) -> str:
        judged = event.speaker in JUDGES
        who = words.judge(event.speaker) if judged else self._who(words, event.speaker)
        said = self._written(event)
        if not said:
            return capital(words.gettext("%(who)s made a statement on it.", who=who))
        before = capital(words.gettext("%(who)s said of it:", who=who))
        return f"{before} {words.language.quoted(_cut(said[0]))}"

    def _press(
        self, words: Words, event: PressPublished | LetterSent | LetterWritten | LetterDelivered
    ) -> str:
        """Who wrote to whom, and what, unless it was erased."""
        who = self._party(words, event.sender)
        to = (ALL,) if isinstance(event, PressPublished) else event.to
        if to == (event.sender,):
            told = capital(words.gettext("%(who)s wrote in their diary.", who=who))
            return self._quoting(words, told, event)
        if isinstance(event, LetterWritten) and event.grey:
            told = words.gettext(
                "%(who)s wrote to %(whom)s without a signature.",
                who=who,
                whom=words.language.listed(self._party(words, it) for it in to),
            )
            return self._quoting(words, capital(told), event)
        whom = words.language.listed(self._party(words, it) for it in to)
        said = self._written(event)
        if not said:
            return capital(words.gettext("%(who)s wrote to %(whom)s.", who=who, whom=whom))
        before = capital(words.gettext("%(who)s wrote to %(whom)s:", who=who, whom=whom))
        return f"{before} {words.language.quoted(_cut(said[0]))}"

    def _sent(self, words: Words, event: DispatchSent) -> str:
        told = words.gettext(
            "%(who)s sent a dispatch to %(whom)s, from %(origin)s to %(destination)s.",
            who=self._party(words, event.sender),
            whom=self._party(words, event.to),
            origin=words.name(event.origin),
            destination=words.name(event.destination),
        )
        return self._quoting(words, capital(told), event)

    def _came(self, words: Words, event: DispatchDue) -> str:
        """A dispatch that has come to somebody, or, once all lies open, to nobody."""
        facts = {
            "who": self._party(words, event.sender),
            "whom": self._party(words, event.to),
            "origin": words.name(event.origin),
            "turn": event.sent,
        }
        if event.reader == event.to:
            told = words.gettext(
                "A dispatch came: %(who)s to %(whom)s, from %(origin)s, turn %(turn)s.", **facts
            )
        elif event.reader:
            told = words.gettext(
                "%(reader)s captured a dispatch: %(who)s to %(whom)s, from %(origin)s, turn "
                "%(turn)s.",
                reader=self._party(words, event.reader),
                **facts,
            )
        else:
            told = words.gettext(
                "A dispatch was lost: %(who)s to %(whom)s, from %(origin)s, turn %(turn)s.", **facts
            )
        return self._quoting(words, capital(told), event)

    def _quoting(self, words: Words, told: str, event: Event) -> str:
        said = self._written(event)
        return f"{told} {words.language.quoted(_cut(said[0]))}" if said else told

    def _party(self, words: Words, holder: str) -> str:
        others = {
            REFEREE: words.gettext("the referee"),
            DEPUTY: words.gettext("the deputy"),
            ALL: words.gettext("everybody"),
            UNSIGNED: words.gettext("somebody unsigned"),
        }
        return others.get(holder) or self._who(words, holder)

    def _ruling(self, words: Words, event: RulingGiven, paragraph: Paragraph) -> Iterator[str]:
        """The decision, or the corrections that say it themselves, and the reasons for it."""
        corrected = [it for it in paragraph.events if type(it) in self._book.corrections]
        back = [it for it in paragraph.events if isinstance(it, HistoryRewound)]
        if event.case or not corrected:
            yield self._decided(words, event)
        chapter = next(iter(self._book.chapters.values()), {})
        for it in corrected:
            yield from chapter[type(it)](words, paragraph, it)
        yield from self._because(words, [event, *corrected])
        if not event.case:
            yield from self._cited(words, event.citation)
        for it in back:
            yield from _gone(words, self._undone.get(it.version, []))

    def _decided(self, words: Words, event: RulingGiven) -> str:
        who, what = words.judge(event.by), words.gettext(_DECIDED[event.outcome])
        if event.case in self._disputes:
            other = self._who(words, self._disputes[event.case].seat)
            return words.gettext(
                "%(judge)s ruled on what %(who)s had disputed: %(what)s",
                judge=who, who=other, what=what,
            )  # fmt: skip
        if event.case in self._takebacks:
            other = self._who(words, self._takebacks[event.case].seat)
            return words.gettext(
                "%(judge)s ruled on the move that %(who)s wanted to take back: %(what)s",
                judge=who, who=other, what=what,
            )  # fmt: skip
        return words.gettext("%(judge)s ruled: %(what)s", judge=who, what=what)

    def _takeback(self, words: Words, event: HistoryRewound) -> Iterator[str]:
        case = self._takebacks.get(event.cause)
        if case is None or case.status != AGREED:
            yield words.gettext("The game went back.")
            return
        who, agreed = self._who(words, case.seat), [self._party(words, it) for it in case.answers]
        if agreed:
            told = words.gettext(
                "The game went back: %(who)s asked for it, and %(others)s agreed.",
                who=who,
                others=words.language.listed(agreed),
            )
        else:
            told = words.gettext("The game went back: %(who)s asked for it.", who=who)
        yield told
        yield from _reason(words, [it.text for it in self._texts() if it.id == case.why])

    def _who(self, words: Words, seat: str) -> str:
        return self._book.called(words, seat, Form.SUBJECT)

    def _cited(self, words: Words, clauses: Iterable[str]) -> Iterator[str]:
        """The rules that it rests on, in the words of their digest."""
        for clause in clauses:
            text = self._clause(clause)
            if text:
                rule = words.gettext("This rule was cited:")
                yield f"{rule} {words.language.quoted(_cut(text))}"

    def _because(self, words: Words, events: Iterable[Event]) -> Iterator[str]:
        """The reasons that were given for them, each of them once."""
        given = dict.fromkeys(text for it in events for text in self._written(it))
        yield from _reason(words, list(given))

    def _written(self, event: Event) -> list[str]:
        return words_of(event, self._texts(), self._reader)


def _reason(words: Words, given: Sequence[str]) -> Iterator[str]:
    if given:
        before = words.ngettext("The reason given:", "The reasons given:", len(given))
        yield f"{before} {' '.join(words.language.quoted(_cut(text)) for text in given)}"


def _gone(words: Words, paragraphs: Sequence[Sequence[str]]) -> Iterator[str]:
    """What was undone, in the words in which it would have been told."""
    if not paragraphs:
        yield words.gettext("Nothing that this story tells was undone by it.")
        return
    quoted = [words.language.quoted(_cut(" ".join(it))) for it in paragraphs[:MOST]]
    rest = len(paragraphs) - len(quoted)
    before = words.gettext("This no longer stands:")
    yield f"{before} {' '.join(quoted)}"
    if rest:
        yield words.ngettext(
            "Nor does the paragraph after it.", "Nor do %(num)s paragraphs after it.", rest
        )


def _cut(text: str) -> str:
    """As much of a text as is quoted, in one line."""
    line = " ".join(text.split())
    if len(line) <= LONGEST:
        return line
    return line[:LONGEST].rpartition(" ")[0] + " …"
