"""The newest paragraphs of a story, or sentences of a journal, as the reader of a position is told.

An earlier position is told as one that is past, just as its boards are shown: so what was hidden
stays hidden, and nothing in it ever changes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from itertools import islice
from typing import NamedTuple

from api.chronicles import chronicle_of
from api.http.stores import stores
from api.turn_index import turns
from api.web.catalogue import language
from api.web.game.looking import Look
from api.web.game.narration import in_a_sentence, narrator_of
from napoleon.log.journal import Entry
from napoleon.log.levels import PLAY, STORY, told_at
from napoleon.log.turn_names import with_turn_names
from napoleon.rules.events import Event
from napoleon.rules.prose.chronicle import Chronicle
from napoleon.rules.prose.paragraphs import Entry as Paragraph
from napoleon.rules.prose.storybook import by_number
from projections.turns import Phase

PAGE = 40
"""How many sentences are told at once."""

PARAGRAPHS = 10
"""How many paragraphs of the story are told at once."""

MOST_EVENTS = 1000
"""How many events a paragraph opens to, at most."""

COUNTS = "counts"

LEVELS = (STORY, COUNTS, PLAY)
"""How much is told on a page: the story, what counts event by event, or also what was undone."""


class Journal(NamedTuple):
    """What is told, the oldest first: sentences of events, or paragraphs of the story."""

    level: str
    told: list[Entry]
    paragraphs: list[Paragraph]
    reasons: frozenset[int]
    """The versions that cite clauses, or have numbers to be explained."""
    before: int | None
    """The version before which there are more; None if there are none."""


def journal(seen: Look, level: str, before: int | None) -> Journal:
    """What happened up to the position, or before version `before`."""
    upto = seen.shown.version if before is None else min(before - 1, seen.shown.version)
    if level == STORY:
        told = _chronicle(seen).backwards(seen.shown.version, before)
        found = [*islice(told, PARAGRAPHS + 1)]
        page = found[:PARAGRAPHS][::-1]
        more = page[0].first if len(found) > PARAGRAPHS else None
        return Journal(level, [], page, frozenset(), more)
    tells = told_at(STORY if level == COUNTS else level, seen.shown)
    newest = [*islice(filter(tells, stores().games.backwards(seen.shown.id, upto)), PAGE + 1)]
    return _event_by_event(
        seen, level, newest[:PAGE][::-1], newest[PAGE - 1].version if len(newest) > PAGE else None
    )


def paragraphs(seen: Look) -> Iterator[Paragraph]:
    """The paragraphs of the story up to the position, the newest first."""
    return _chronicle(seen).backwards(seen.shown.version, None)


def paragraph(seen: Look, first: int, last: int) -> Journal:
    """The events that a paragraph tells, those from version `first` to `last`."""
    tells = told_at(STORY, seen.shown)
    upto = min(last, seen.shown.version)
    events = stores().games.history(seen.shown.id, after=first - 1, upto=upto, limit=MOST_EVENTS)
    return _event_by_event(seen, COUNTS, [it for it in events if tells(it)], None)


def sentences(seen: Look, events: Iterable[Event]) -> list[Entry]:
    """Those of `events` in sentences that the journal tells, undone ones among them."""
    tells = partial(in_a_sentence, narrator_of(seen))
    return list(map(tells, filter(told_at(PLAY, seen.shown), events)))


def _event_by_event(seen: Look, level: str, page: list[Event], before: int | None) -> Journal:
    reasons = frozenset(it.version for it in page if it.clauses or it.worked_out)
    return Journal(level, _told(seen, page), [], reasons, before)


def _told(seen: Look, page: Iterable[Event]) -> list[Entry]:
    """Events in sentences, under what their turns are called."""
    told = list(map(partial(in_a_sentence, narrator_of(seen)), page))
    return with_turn_names(stores().games, seen.newest, seen.rules, told)


def turns_told(seen: Look) -> dict[int, str]:
    """What the turns of the newest position are called, by their numbers, if not by those."""
    if seen.rules.storybook.turn_name is by_number:
        return {}
    newest, viewer = seen.newest, seen.newest.viewer(seen.who.viewer)
    games = stores().games
    return chronicle_of(games, newest, newest, viewer, seen.rules, language()).turn_names


def _chronicle(seen: Look) -> Chronicle:
    """A chronicle that can tell the position."""
    shown, seat = seen.shown, seen.who.viewer
    viewer = shown.viewer_of_past(seat) if seen.past else shown.viewer(seat)
    return chronicle_of(stores().games, seen.newest, shown, viewer, seen.rules, language())


def ends_of_turns(seen: Look) -> list[tuple[Phase, str]]:
    """The last position of every turn, the oldest first, and what the turn is called."""
    last = {phase.turn: phase for phase in turns(seen.newest) if phase.turn}
    names = turns_told(seen)
    return [(it, seen.turn(turn, names.get(turn))) for turn, it in last.items()]
