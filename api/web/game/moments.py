"""Moments of a game as players call them: by the turn, the phase, and what happened then."""

from __future__ import annotations

from typing import NamedTuple

from jinja2 import pass_context
from jinja2.runtime import Context

from api.http.stores import stores
from api.web.game.looking import Look
from api.web.game.narration import in_a_sentence
from api.web.pages import web
from napoleon.log.events.service import ServiceEvent
from napoleon.log.journal import Entry, Narrator, narrator
from napoleon.log.levels import BOOKKEEPING, STORY, told_at
from napoleon.log.turn_names import with_turn_names
from napoleon.rules.events import Event
from napoleon.rules.orders import Answered, OrderGiven

MOST_EVENTS = 60
"""So many events after a position are looked through for what happened first."""

MOST_LETTERS = 140
"""So long is a moment at most."""


class Position(NamedTuple):
    """A position at rest, before an order was given."""

    version: int
    text: str
    """The moment: what came first of the order that was given in it."""


@web.app_template_global()
@pass_context
def moment(context: Context, version: int) -> str:
    """What happened at a version, as the reader of the page may know it."""
    return moment_of(context["look"], version)


@web.app_template_global()
@pass_context
def moment_after(context: Context, version: int) -> str:
    """What happened first after a version: the position before it goes by that name."""
    return moment_after_of(context["look"], version)


def moment_of(seen: Look, version: int) -> str:
    """What happened at a version that the game has, to the reader of a page."""
    [event] = stores().games.history(seen.newest.id, after=version - 1, limit=1)
    return _told(seen, event)


def moment_after_of(seen: Look, version: int) -> str:
    """What happened first after a version; what happened at it if nothing did."""
    for event in stores().games.history(seen.newest.id, after=version, limit=MOST_EVENTS):
        if _is_on_the_table(event):
            return _told(seen, event)
    return moment_of(seen, version)


def positions(seen: Look, seat: str | None, most: int) -> list[Position]:
    """The newest positions before an order that counts, at most so many, the newest first.

    Going back to any of them undoes an order of `seat` at least, if one is given.
    """
    games, game, found = stores().games, seen.newest, list[Entry]()
    tells, told, came = _narrator(seen), told_at(STORY, game), ""
    for event in games.backwards(game.id, game.version):
        if type(event) is not OrderGiven or not tells.counts(event):
            came = in_a_sentence(tells, event).text if told(event) else came
            continue
        if found or seat in (None, event.player):
            given = in_a_sentence(tells, event)
            found.append(given._replace(text=came or given.text))
        came = ""
        if len(found) == most:
            break
    named = with_turn_names(games, game, seen.rules, found)
    return [Position(it.version - 1, _in_words(seen, it)) for it in named]


def _narrator(seen: Look) -> Narrator:
    return narrator(seen.newest, seen.who.viewer, seen.rules).speaking(seen.rules, seen.words)


def _is_on_the_table(event: Event) -> bool:
    """Whether players remember a position by it."""
    return not isinstance(event, (*BOOKKEEPING, ServiceEvent, OrderGiven, Answered))


def _told(seen: Look, event: Event) -> str:
    entry = in_a_sentence(_narrator(seen), event)
    [named] = with_turn_names(stores().games, seen.newest, seen.rules, [entry])
    return _in_words(seen, named)


def _in_words(seen: Look, it: Entry) -> str:
    what = it.text.removesuffix(".")
    if len(what) > MOST_LETTERS:
        what = what[:MOST_LETTERS].rpartition(" ")[0] + "\N{HORIZONTAL ELLIPSIS}"
    if not it.phase:
        return what
    return f"{seen.turn(it.turn, it.turn_name)}, {seen.phase(it.phase)}: {what}"
