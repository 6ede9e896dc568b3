"""Levels: how much of a log is told. The log itself is always complete."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from napoleon.log.branches import counting
from napoleon.log.events.cases import TakebackAnswered, TakebackClosed, TakebackRequested
from napoleon.log.events.clocks import (
    STAND_IN,
    DeadlineNear,
    DeadlinesSet,
    GraceEnded,
    WaitingEnded,
)
from napoleon.log.events.draws import DrawsCalled, LinkRevealed, SecretDrawsCalled
from napoleon.log.events.mails import OrdersMailed
from napoleon.log.events.rewinds import WITHDRAWAL, HistoryRewound
from napoleon.log.events.windows import WindowPut
from napoleon.log.game import Game
from napoleon.rules.events import Event

STORY, PLAY, FULL = "story", "play", "full"

LEVELS = (STORY, PLAY, FULL)
"""The story tells what counts now. The play also tells what was undone and how it came to that. In
full everything is told, even what chance was called for."""

BOOKKEEPING = (DrawsCalled, SecretDrawsCalled, LinkRevealed, DeadlinesSet, WindowPut)
"""Events that the record of chance and time needs and that a story does without: what was drawn is
told by the event with the result, a deadline where it is missed, and a question by its answer."""

_BESIDE = (TakebackRequested, TakebackAnswered, TakebackClosed, OrdersMailed, DeadlineNear)
"""Events that tell how orders came, or how something came to be undone, or did not."""


def told_at(level: str, game: Game) -> Callable[[Event], bool]:
    """A function that says whether an event of `game` is told at one of `LEVELS`."""
    stands = counting(game)

    def tells(event: Event) -> bool:
        if level == FULL:
            return True
        kind = type(event)
        if _is_bookkeeping(kind):
            return False
        if level == PLAY:
            return True
        return stands(event) and not (_may_be_beside(kind) and _is_beside_the_story(event))

    return tells


@cache
def _is_bookkeeping(kind: type[Event]) -> bool:
    return issubclass(kind, BOOKKEEPING)


@cache
def _may_be_beside(kind: type[Event]) -> bool:
    return issubclass(kind, (HistoryRewound, GraceEnded, WaitingEnded, *_BESIDE))


def _is_beside_the_story(event: Event) -> bool:
    """Whether it tells how orders came, or how something came to be undone, or did not.

    What a ruling leads to belongs to the story.
    """
    if isinstance(event, HistoryRewound):
        return event.reason == WITHDRAWAL
    if isinstance(event, GraceEnded | WaitingEnded) and event.then == STAND_IN:
        return True  # that they were called upon is told
    return isinstance(event, _BESIDE)
