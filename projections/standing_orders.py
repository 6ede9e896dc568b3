"""Answers that seats have left in advance, given by the worker when they are due.

The time follows from the secret of the game and from when the question was asked
(`napoleon.play.pace`). A worker that has followed the game knows this; one that begins in between
takes the time of the newest event, so it may answer later but never sooner. Two that come at once
do not harm each other: the second does nothing.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from threading import Event
from typing import NamedTuple

from eventsourcing.persistence import PersistenceError

from napoleon.log.replayer import UNREADABLE
from napoleon.play.games import Games
from napoleon.play.standing_orders import Asked, answer_in_place
from projections.form_games import FormGames
from projections.store.contract import ViewStore

LOOKING = 0.5
"""Seconds between looks for new questions: fewer than any answer waits (`pace.LEAST`)."""

PAUSE = 60_000_000
"""Microseconds until a game whose standing orders could not be followed is looked at again."""

_log = logging.getLogger(__name__)


class Looked(NamedTuple):
    """A game whose standing orders were looked at."""

    head: tuple[int, str]
    """Version of the game then, and ids of its standing orders."""
    due: int | None
    """When one of them answers, in microseconds since 1970 UTC; None if none does."""
    asked: Asked
    """When its questions were asked."""

    def holds(self, head: tuple[int, str], now: int) -> bool:
        """Whether there is nothing to do yet, with game and standing orders as in `head`."""
        return self.head == head and (self.due is None or self.due > now)


def give_due_answers(games: Games, views: ViewStore, ended: Event) -> None:
    """Answer by standing order whatever falls due, until `ended` is set.

    It waits for a database that is gone. See `projections.worker.Companion`.
    """
    known: dict[str, Looked] = {}
    forms = FormGames(games, views)
    away = False
    while not ended.wait(pause(known, games.now())):
        try:
            known = look(games, known, forms)
            away = False
        except PersistenceError as error:
            if not away:
                _log.warning("instructions are not looked up: %s", type(error).__name__)
            away = True


def pause(known: Mapping[str, Looked], now: int) -> float:
    """Seconds to the next look: no later than an answer is due.

    It is given at that moment and not at the next beat of a clock, which would tell it from others.
    """
    first = min((it.due for it in known.values() if it.due is not None), default=None)
    return LOOKING if first is None else min(LOOKING, max(0.0, (first - now) / 1e6))


def look(
    games: Games, known: Mapping[str, Looked], forms: FormGames | None = None
) -> dict[str, Looked]:
    """Answer what is due now; returns what was found of each game that has standing orders.

    `known` is what was found before. Games in which forms answer are found among `forms`. Raises
    PersistenceError.
    """
    found: dict[str, Looked] = {}
    heads = games.recorder.instructed()
    for game_id in [] if forms is None else forms.some():
        heads.setdefault(game_id, (games.recorder.head(game_id) or 0, ""))
    for game_id, it in known.items():
        if it.due is not None:
            # Nothing is left there, or not any more, and a form answers.
            heads.setdefault(game_id, it.head)
    for game_id, head in heads.items():
        before = known.get(game_id)
        if before is not None and before.holds(head, games.now()):
            found[game_id] = before
        else:
            asked = {} if before is None else before.asked
            found[game_id] = Looked(head, _answered(games, game_id, asked), asked)
    return found


def _answered(games: Games, game_id: str, asked: Asked) -> int | None:
    """When the next answer is due in a game in which all answers due so far have been given."""
    try:
        return answer_in_place(games, game_id, asked).due
    except PersistenceError:
        raise
    except UNREADABLE as why:
        _log.warning("instructions of game %s wait: %s: %s", game_id, type(why).__name__, why)
    except Exception:
        _log.exception("instructions of game %s could not be carried out", game_id)
    return games.now() + PAUSE
