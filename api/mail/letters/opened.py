"""What was hidden from a reader while a game was played, and lies open now that it is over.

The seed of all chance is in the bundle, and not in a mail that comes by itself: where a ruling
takes the end back the game goes on, and what is drawn then comes from the same seed.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import NamedTuple

from api.mail.letters.played import Played
from api.reading import Reading
from napoleon.log import press
from napoleon.log.events.dispatches import DispatchDrawn, DispatchDue
from napoleon.log.events.draws import SecretDrawsCalled
from napoleon.log.events.service import ServiceEvent
from napoleon.log.journal import Narrator, narrator
from napoleon.rules.events import Event
from napoleon.rules.orders import Answered, OrderGiven
from napoleon.rules.prose.chronicle import capital
from napoleon.rules.redaction import unread
from napoleon.rules.tables import TextTable
from napoleon.rules.viewer import Viewer

LOOKED_AT = 60
"""Among how many of the last secrets of an owner one is looked for that is told in full."""

MOST_OWNERS = 8
"""The most owners whose secrets are told in lines of their own."""

_HAND = "hand"
"""The board of a table that tells what everybody holds."""

_LOST, _CAPTURED = "lost", "captured"


class Secrets(NamedTuple):
    """What was hidden from a reader and is open now, and the rest that hands came to."""

    lines: list[str]
    hands: list[TextTable]


def opened(played: Played) -> Secrets:
    """What the reader of the last letter may know now, and could not while the game was played."""
    reading = played.reading
    draws, letters, fates = list[Event](), list[Event](), list[DispatchDrawn]()
    of_owner: dict[str, list[Event]] = defaultdict(list)
    for event in _hidden(played):
        if isinstance(event, SecretDrawsCalled):
            draws.append(event)
        elif isinstance(event, DispatchDrawn):
            fates.append(event)
        elif press.letter_of(event) is not None and not isinstance(event, DispatchDue):
            letters.append(event)
        elif not isinstance(event, OrderGiven | Answered | ServiceEvent):
            # What was ordered is told by what came of it; the house's own books are not play.
            of_owner[_owner(event)].append(event)
    lines = [
        *_drawn(played, draws),
        *_written(reading, letters, fates),
        *_of_owners(reading, of_owner),
    ]
    hands = [it for it in reading.tables if it.board == _HAND and it.rows]
    return Secrets(lines, hands if of_owner else [])


def _hidden(played: Played) -> Iterator[Event]:
    """The events of which something is open now that was not, except what is closed for ever."""
    viewer = played.reading.viewer
    during, now = Viewer(viewer), Viewer(viewer, over=True)
    for event in played.events:
        may_hide = event.hidden or (event.fog and event.fogged)
        opens = may_hide and unread(event, during) - unread(event, now)
        # What was drawn from what was secret was open to nobody, the draws themselves to all.
        if opens or isinstance(event, SecretDrawsCalled):
            yield event


def _owner(event: Event) -> str:
    """Who alone could read an event: a seat or an army; empty for several, or for judges alone."""
    owner = getattr(event, event.owner, "")
    return owner if isinstance(owner, str) else ""


def _drawn(played: Played, draws: list[Event]) -> Iterator[str]:
    if draws:
        yield played.reading.ngettext(
            "Chance was called once in secret, in event %(first)s: from what, and with which "
            "seed, is in the bundle.",
            "Chance was called %(num)s times in secret, first in event %(first)s and last in "
            "event %(last)s: from what, and with which seed, is in the bundle.",
            len(draws),
            first=draws[0].version,
            last=draws[-1].version,
        )


def _written(reading: Reading, letters: list[Event], fates: list[DispatchDrawn]) -> Iterator[str]:
    if letters:
        numbers = reading.words.language.listed([str(it.version) for it in letters[-5:]])
        yield reading.ngettext(
            "One letter was written that you could not read: event %(numbers)s. The command "
            "press tells it.",
            "%(num)s letters were written that you could not read, the last ones in the events "
            "%(numbers)s. The command press tells them.",
            len(letters),
            numbers=numbers,
        )
    if fates:
        lost = sum(it.fate == _LOST for it in fates)
        captured = sum(it.fate == _CAPTURED for it in fates)
        yield reading.ngettext(
            "One courier rode: %(lost)s lost, %(captured)s captured.",
            "%(num)s couriers rode: %(lost)s lost, %(captured)s captured.",
            len(fates),
            lost=lost,
            captured=captured,
        )


def _of_owners(reading: Reading, of_owner: dict[str, list[Event]]) -> Iterator[str]:
    tells = narrator(reading.game, reading.viewer, reading.rules)
    spoken = tells.speaking(reading.rules, reading.words)
    for owner, events in sorted(of_owner.items(), key=lambda it: -len(it[1]))[:MOST_OWNERS]:
        who = capital(reading.name(owner)) if owner else reading.gettext("Others")
        what, such = _example(spoken, events)
        yield reading.ngettext(
            "%(who)s: one thing that you could not read, event %(such)s: %(what)s",
            "%(who)s: %(num)s things that you could not read, from event %(first)s to event "
            "%(last)s, such as event %(such)s: %(what)s",
            len(events),
            who=who,
            first=events[0].version,
            last=events[-1].version,
            such=such,
            what=what,
        )


def _example(tells: Narrator, events: list[Event]) -> tuple[str, int]:
    """One of them in a sentence, the shortest of the last ones, and its version."""
    told = [(tells.text(it), it.version) for it in events[-LOOKED_AT:]]
    return min(reversed(told), key=lambda it: len(it[0]))
