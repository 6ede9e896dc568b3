"""Telling the reader of a position what led to it."""

from __future__ import annotations

from api.web.game.cache import kept
from api.web.game.looking import Look
from napoleon.log.battles import Fought, battles_before, last_battle
from napoleon.log.journal import Entry, Narrator, narrator, narrator_of_past
from napoleon.log.trails import all_trails, has_moved, last_trails
from napoleon.rules.events import Event
from napoleon.rules.narration import Vocabulary, worded
from napoleon.rules.orders import Answered
from napoleon.rules.picture.model import Trail


def narrator_of(seen: Look) -> Narrator:
    """Tells events up to the position to its reader.

    An earlier position is told as one that is past, just as its boards are shown.
    """
    tells = narrator_of_past if seen.past else narrator
    return tells(seen.shown, seen.who.viewer, seen.rules).speaking(seen.rules, seen.words)


def in_a_sentence(tells: Narrator, event: Event) -> Entry:
    """An event as pages tell it: of an answer only that it was given.

    The verbs of orders are words of the log. What an order did is told by what came of it, and what
    was ordered by the record.
    """
    told = tells.entry(event)
    if not isinstance(event, Answered):
        return told
    words = Vocabulary(tells.names, tells.cards, tells.gettext, tells.language)
    sentence = worded(event, tells.gettext(event.veiled), words)
    return told._replace(text=tells.language.polished(sentence))


def last_battle_of(seen: Look) -> Fought | None:
    """The last battle that began before the position; None if that is long ago."""
    return kept(
        "last battle",
        seen.key,
        lambda: last_battle(seen.recent, seen.shown, narrator_of(seen), seen.rules),
    )


def battles_since(seen: Look, version: int) -> list[Fought]:
    """The battles that count and began in that version or later, the oldest first."""

    def found() -> list[Fought]:
        fought = battles_before(seen.recent, narrator_of(seen), seen.rules, version - 1)
        return [*fought][::-1]

    return kept("battles since", (*seen.key, version), found)


def trails(seen: Look) -> tuple[Trail, ...]:
    """Where pieces have just gone, as the reader may know it."""
    return kept("trails", seen.key, lambda: last_trails(seen.recent, narrator_of(seen), seen.rules))


def trails_after(seen: Look, version: int) -> tuple[Trail, ...]:
    """Where pieces have gone after a version, as the reader may know it."""
    return kept(
        "trails after",
        (*seen.key, version),
        lambda: all_trails(seen.recent, narrator_of(seen), seen.rules, version),
    )


def moved_after(seen: Look, version: int) -> bool:
    """Whether any piece has gone anywhere after a version."""
    return kept(
        "moved after",
        (*seen.key, version),
        lambda: has_moved(seen.recent, narrator_of(seen), seen.rules, version),
    )
