"""What a process does before it accepts the first request: orders do not wait for what it learns.

It answers a few requests that nobody has sent, and decides orders that nobody has given, in the
games that were played last, as orders for these come first. Nothing of it is recorded or told.
"""

from __future__ import annotations

import logging
import time
from concurrent.futures import Executor
from contextlib import suppress
from functools import partial
from threading import Barrier, BrokenBarrierError, Lock

from flask import Flask
from werkzeug.test import EnvironBuilder, run_wsgi_app

from api.events import presenter
from api.http.stores import stores_of
from api.live.rehearsal import OPENING, lately_played
from napoleon.log.errors import EventsLost
from napoleon.log.game import Game
from napoleon.log.replayer import UNREADABLE
from napoleon.log.store.key_files import KeyUnusable
from napoleon.play.games import Games
from napoleon.record.checkpoints import receipt
from napoleon.rules.orders import Refusal

TIMES = 8
"""How often each request is answered, and how many orders are decided in each game.

Python is fast from the eighth time on.
"""

_ASKED = (
    {"path": "/api/v1/health"},
    {
        "path": "/api/v1/games/nowhere/orders",
        "method": "POST",
        "json": {"order": "pass"},
        "headers": {"Authorization": "Bearer nobody", "If-Match": '"1"'},
    },
)
"""Requests that go the way of an order, and change nothing."""

_MEETING = 5.0
"""Seconds within which all threads have begun, unless the machine has no time for them."""

_log = logging.getLogger(__name__)


def rehearse_in(threads: Executor, count: int, app: Flask) -> None:
    """As `rehearse`, in `count` of the threads that will answer, one after the other.

    Each of them keeps a connection to a file, which would be opened for its first request. What
    is done is shared out. Raises nothing: where the threads do not come together, some of them take
    more than one part.
    """
    begun, turn = Barrier(count, timeout=_MEETING), Lock()

    def take_part() -> None:
        with suppress(BrokenBarrierError):
            begun.wait()
        with turn:
            rehearse(app, -(-TIMES // count))

    for part in [threads.submit(take_part) for _ in range(count)]:
        part.result()


def rehearse(app: Flask, times: int = TIMES) -> None:
    """Do in `app` what orders will do, so many times. Raises nothing."""
    try:
        for asked in _ASKED * times:
            environ = EnvironBuilder(**asked).get_environ()
            # What stands around the application is passed by: it would log and count them.
            run_wsgi_app(partial(Flask.wsgi_app, app), environ, buffered=True)
    except Exception:
        _log.warning("a request could not be rehearsed", exc_info=True)
    try:
        _play_newest(stores_of(app).games, times)
    except Exception:
        _log.warning("the newest games could not be opened", exc_info=True)


def _play_newest(games: Games, times: int) -> None:
    until = time.monotonic() + OPENING
    for game_id in lately_played(games):
        if time.monotonic() > until:
            return
        with suppress(*UNREADABLE, KeyUnusable, EventsLost):
            game = games.open(game_id)
            receipt(games, game)
            # A thread that finds the receipt made by another has read nothing yet.
            games.history(game_id, after=game.version - 1)
            for _ in range(times):
                if (after := _after_another(games, game)) is None or time.monotonic() > until:
                    break
                game = after


def _after_another(games: Games, game: Game) -> Game | None:
    """The game after one more order, told to its seat and not recorded; None if there is none."""
    legal_orders = games.rules(game).legal_orders
    for decision in games.decisions(game):
        for order in legal_orders(game.state, decision):
            outcome = games.rehearsed(game, decision.seat, order)
            if isinstance(outcome, Refusal):
                return None
            after, accepted = outcome
            present = presenter(games, after, decision.seat)
            for event in accepted.events:
                present(event)
                games.mapper.to_stored_event(event)
            return after
    return None
