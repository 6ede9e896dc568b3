"""What the reader's seat did last, told beside the orders: what it may take back.

And what was answered for it since then, without asking.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from itertools import islice
from typing import Any, NamedTuple, TypeVar

from api.answered import Answer, answered_for, in_sentences
from api.http.stores import stores
from api.lru_by_log import LruByLog
from api.web.catalogue import language
from api.web.game.cache import kept
from api.web.game.looking import Look
from api.web.game.offers import words_of
from napoleon.log.game import Game
from napoleon.log.journal import narrator
from napoleon.play.referee import takebacks
from napoleon.rules.events import Event
from napoleon.rules.orders import OrderGiven
from napoleon.rules.structs import one_of

T = TypeVar("T")

_told: LruByLog[Any] = LruByLog(4096)
"""Short texts, on a shelf of their own: twenty for each reader would leave maps no room."""

MOST = 400
"""How many events are looked through; an older move is asked for on the page of take-backs."""


class Undo(NamedTuple):
    """The last order of the reader's seat, as something to be taken back."""

    to: int
    """The version before it."""
    text: str
    """The order in words."""
    free: bool
    """Whether nobody has to agree."""
    others: int
    """How many later orders would be undone with it."""


def last(seen: Look) -> Undo | None:
    """What taking the last move back would undo; None if there is nothing to be taken back."""
    seat, game = seen.who.seat, seen.newest
    if seat is None or seen.past or not seen.laid or game.over:
        return None
    return kept("undo", (*seen.key, language()), lambda: _last(seen, seat))


def answered(seen: Look) -> list[Answer]:
    """What was answered for the reader's seat since its last order; empty for everybody else."""
    seat, game = seen.who.seat, seen.newest
    if seat is None or seen.past or not seen.laid:
        return []
    return kept("answered", (*seen.key, language()), lambda: _answered(seen, seat, game))


def _answered(seen: Look, seat: str, game: Game) -> list[Answer]:
    tells = narrator(game, seen.who.viewer, seen.rules)
    found = answered_for(seat, game.viewer(seen.who.viewer), seen.recent, tells.counts)
    told = partial(in_sentences, stores().games, game, seen.rules, seen.phrases)
    return [_once_told("answer", seen, it, lambda it=it: next(told([it]))) for it in found]  # type: ignore[misc]


def _last(seen: Look, seat: str) -> Undo | None:
    games, game = stores().games, seen.newest
    tells = narrator(game, seen.who.viewer, seen.rules)
    others = 0
    for event in islice(seen.recent, MOST):
        if type(event) is not OrderGiven or not tells.counts(event):
            continue
        if event.player == seat:
            to = event.version - 1
            gone = takebacks.undone_by(games, game, to)
            free = takebacks.is_free(game, gone, to, seat)
            text = _once_told("order", seen, event, partial(_in_words, seen, event, to))
            return Undo(to, text, free, others)
        others += 1
    return None


def _once_told(kind: str, seen: Look, event: Event, tell: Callable[[], T]) -> T:
    """What is told of an event of the reader's seat: for that the game stands as it did then."""
    rules = seen.rules
    about = (seen.newest.id, event.version, event.at, seen.who.seat)
    key = (kind, *about, rules.version, rules.pack_hash, language())
    found: T = _told.kept(stores().games, key, tell)
    return found


def _in_words(seen: Look, given: OrderGiven, to: int) -> str:
    """An order of the reader's seat, as it was offered in the version before it."""
    then = replace(seen, newest=stores().games.at(seen.newest.id, to))
    return words_of(then, one_of(seen.rules.verbs, given.order), None, given.player)
