"""The story: what counts in a game, told in prose to one reader in a language.

`napoleon.log.journal` tells the same events one by one.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import takewhile

from napoleon.log.events.cases import DisputeOpened, RulingGiven
from napoleon.log.events.dispatches import (
    DispatchAltered,
    DispatchDrawn,
    DispatchDue,
    DispatchSent,
)
from napoleon.log.events.grey_press import LetterDelivered, LetterWritten
from napoleon.log.events.press import LetterErased, LetterSent
from napoleon.log.events.rewinds import RULING, HistoryRewound
from napoleon.log.events.seats import SeatShared
from napoleon.log.events.service import ServiceEvent
from napoleon.log.game import Game, GameCreated
from napoleon.log.game_log import GameLog
from napoleon.log.journal import events, narrator_to
from napoleon.log.levels import PLAY, STORY, told_at
from napoleon.log.proceedings import Proceedings
from napoleon.rules.contract import Ruleset
from napoleon.rules.events import Event
from napoleon.rules.prose.chronicle import Chronicle
from napoleon.rules.prose.language import ENGLISH, Language
from napoleon.rules.prose.paragraphs import Entry
from napoleon.rules.viewer import Viewer

_LETTERS = (
    LetterSent,
    LetterErased,
    LetterWritten,
    LetterDelivered,
    DispatchSent,
    DispatchDrawn,
    DispatchDue,
    DispatchAltered,
)
"""Events of letters, of which others are told only that there were some."""

_LOOKED_AT = 200
"""Events of an order, at most, that are looked at for one that is told."""


def story(
    log: GameLog,
    position: Game,
    viewer: Viewer,
    rules: Ruleset,
    language: Language = ENGLISH,
    *,
    quoting: bool = True,
) -> list[Entry]:
    """The story of a game up to `position`, the oldest paragraph first.

    Without `quoting` it does not tell what people wrote: where it is kept, nothing can be erased.
    """
    told = chronicle_of(rules, viewer, language)
    _tell(told, log, position, rules, 0, quoting=quoting)
    return told.entries()


def chronicle(
    log: GameLog, position: Game, viewer: Viewer, rules: Ruleset, language: Language = ENGLISH
) -> Chronicle:
    """A chronicle that has taken in a game up to `position`.

    It can tell any earlier position of the same branch to the same reader as well.
    """
    told = chronicle_of(rules, viewer, language)
    _tell(told, log, position, rules, 0)
    return told


def continued(
    told: Chronicle, log: GameLog, position: Game, rules: Ruleset, after: int
) -> Chronicle:
    """A chronicle like `told`, which has taken in a game up to version `after`, up to `position`.

    No rewind lies between the two, and `told` stays as it is.
    """
    grown = told.copied()
    _tell(grown, log, position, rules, after)
    return grown


def _tell(
    told: Chronicle,
    log: GameLog,
    position: Game,
    rules: Ruleset,
    after: int,
    *,
    quoting: bool = True,
) -> None:
    """Tell what counts; what was undone is told by what undid it."""
    case = Proceedings(
        position, rules, lambda: log.recorder.texts(position.id) if quoting else [], told
    )
    # A share that was told of before may have ended since, and be in no position any more.
    case.shares.update((it.share, it.seat) for it in told.asides() if isinstance(it, SeatShared))
    is_told, stood = told_at(STORY, position), list[Event]()
    carried_out = ""  # by the last ruling
    for event in events(log, position, PLAY, after):
        if isinstance(event, HistoryRewound):
            undone = [it for it in stood if it.version > event.to]
            stood = [it for it in stood if it.version <= event.to]
            if not is_told(event):
                continue
            case.undid(event, _as_of(told, stood).taken_back(undone))
            if event.reason == RULING and event.order_id == carried_out:
                told.with_aside(event)
            else:
                told.aside(event, case.tell)
            told.went_back()
        elif isinstance(event, ServiceEvent):
            if isinstance(event, DisputeOpened):
                # What came of it may have undone it; from a version on, nothing was undone since.
                then = told if after else _as_of(told, stood)
                case.is_about(event, _sentences_on(event.disputed, then, log, position, rules))
            if isinstance(event, SeatShared):
                case.shares[event.share] = event.seat
            if isinstance(event, RulingGiven):
                carried_out = event.order_id
            if is_told(event) and not _is_kept_from(event, told.viewer):
                told.aside(event, case.tell)
        elif not isinstance(event, GameCreated):
            stood.append(event)
            if not is_told(event):
                continue
            if type(event) in told.book.corrections and event.order_id == carried_out:
                told.with_aside(event)
            else:
                told.add(event)


def _is_kept_from(event: Event, viewer: Viewer) -> bool:
    """Whether it is about a letter between others, which is no part of this reader's story.

    A reader of everything is told of a letter once, by its writer's event.
    """
    if isinstance(event, LetterDelivered) and viewer.sees_all:
        return True
    return isinstance(event, _LETTERS) and not viewer.may_read(event)


def _sentences_on(
    version: int, told: Chronicle, log: GameLog, position: Game, rules: Ruleset
) -> tuple[str, ...]:
    """How what happened at `version` is told: with what else came of its order, else by itself."""
    disputed, *rest = log.history(position.id, after=version - 1, limit=_LOOKED_AT)
    same_order = takewhile(lambda it: it.order_id == disputed.order_id, rest)
    for event in (disputed, *same_order):
        if sentences := told.sentences_on(event.version):
            return sentences
    tells = narrator_to(told.viewer, position, rules).speaking(rules, told.words)
    return (tells.text(disputed),)


def _as_of(told: Chronicle, stood: list[Event]) -> Chronicle:
    """A chronicle of what stood at some time: it may have been undone since, and not be `told`."""
    if told.taken == (len(stood), stood[-1].version if stood else 0):
        return told
    other = told.emptied()
    for event in stood:
        other.add(event)
    return other


def chronicle_of(rules: Ruleset, viewer: Viewer, language: Language) -> Chronicle:
    """A chronicle of a game by these rules, to be told events."""
    return Chronicle(rules.storybook, rules.names, rules.cards, viewer, language)


def story_text(entries: Iterable[Entry], language: Language = ENGLISH) -> str:
    """A story as plain text: a line for each paragraph, and an empty one before each turn."""
    lines, turn = [], None
    for entry in entries:
        if turn is not None and entry.turn != turn:
            lines.append("")
        turn = entry.turn
        lines.append(told(entry, language))
    return "".join(f"{line}\n" for line in lines)


def told(entry: Entry, language: Language) -> str:
    """A paragraph in one line, after the side whose doing it is."""
    text = " ".join(entry.sentences)
    return language.gettext("%(who)s: %(text)s", who=entry.who, text=text) if entry.who else text
