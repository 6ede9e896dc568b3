"""Outcomes: what comes of asking for something, as an answer."""

from __future__ import annotations

from typing import TypeVar

from flask import request

from api.events import presenter
from api.http.problems import Problem, refusal_problem
from api.http.stores import stores
from api.http.tokens import caller
from api.http.versions import etag
from api.rest.schemas.log import MOST_EVENTS
from napoleon.log.game import Game
from napoleon.play.outcomes import KeyReused, Stale
from napoleon.rules.orders import Refusal

T = TypeVar("T")

WITHOUT_FACTS = frozenset({"forks.fork", "rules-change.agree_to_rules"})
"""Endpoints whose refusals have no member `facts`: clients know them without it, so they stay as
they are."""


def granted(outcome: T | Refusal | Stale | KeyReused, game: Game, expected: int | None = None) -> T:
    """What came of something that was asked of `game`. Raises Problem if it was refused.

    It is 412 with the events that were missed if others acted first, even if what was meant for
    version `expected` was refused.
    """
    match outcome:
        case Stale():
            raise _stale_problem(stores().games.open(game.id), outcome)
        case KeyReused():
            raise Problem("KEY_REUSED", "This Idempotency-Key was used for another body.")
        case Refusal(code="VERSION_CONFLICT") if expected is not None:
            games = stores().games
            newest = games.open(game.id)
            missed = games.history(game.id, after=expected, upto=newest.version)
            raise _stale_problem(newest, Stale(newest.version, missed))
        case Refusal():
            problem = refusal_problem(outcome)
            if request.endpoint in WITHOUT_FACTS:
                del problem.more["facts"]
            raise problem
        case _:
            return outcome


def _stale_problem(newest: Game, stale: Stale) -> Problem:
    """Problem 412 for a caller who acted upon an old version, with the events that were missed."""
    present = presenter(stores().games, newest, caller(newest))
    return Problem(
        "VERSION_CONFLICT",
        f"Others acted first: the game is at version {stale.version}.",
        headers=etag(stale.version),
        version=stale.version,
        events=[present(event) for event in stale.missed[:MOST_EVENTS]],
    )
