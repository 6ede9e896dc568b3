"""The log and the read models, opened once in each process, when they are first needed.

A connection opened before the server forks would be shared by its workers, so nothing is opened
while the application is built.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from threading import Lock

from flask import Flask, current_app

from api.http.readiness import Readiness
from api.telemetry.pools import PoolWatch
from napoleon.play.games import Games
from napoleon.rules.contract import Ruleset, installed
from projections.metrics import REPLAYS
from projections.store import ViewStore, open_views
from projections.witness import Witness

_EXTENSION = "napoleon"

_log = logging.getLogger(__name__)


class Stores:
    """The log (`games`) and the read models (`views`) of this process."""

    def __init__(
        self, games: Games | None, views: ViewStore | None, env: Mapping[str, str] | None
    ) -> None:
        self._env = env
        self._games = games and self._witnessed(games)
        self._views = views
        self._lock = Lock()
        self._readiness: Readiness | None = None
        self._pool = PoolWatch()

    @property
    def games(self) -> Games:
        """The log. Raises what the store raises if it cannot be opened."""
        if self._games is None:
            with self._lock:
                if self._games is None:
                    self._games = self._witnessed(Games(self._env, replaying=REPLAYS.time))
        self._pool.look(self._games.recorder)
        return self._games

    @property
    def rulesets(self) -> Mapping[str, Ruleset]:
        """The games that are played here, for callers that do not need the log."""
        return installed() if self._games is None else self._games.rulesets

    def _witnessed(self, games: Games) -> Games:
        games.is_whole = Witness(games, lambda: self.views)
        return games

    @property
    def views(self) -> ViewStore:
        """The read models. Raises what the store raises if it cannot be opened."""
        if self._views is None:
            with self._lock:
                self._views = self._views or open_views(self._env)
        return self._views

    @property
    def readiness(self) -> Readiness:
        """Whether the log takes orders. Raises what the store raises if it cannot be opened."""
        probe = self.games.recorder.probe
        with self._lock:
            self._readiness = self._readiness or Readiness(probe)
        return self._readiness

    def reach(self) -> None:
        """Open the log, so that the first requests find a connection that is there already.

        While they compute, a new connection could take longer than they wait for one. Raises
        nothing: a request that needs the log says that it is away.
        """
        try:
            self.games.recorder.places()
        except Exception as error:
            _log.warning("the log could not be reached: %s", error)

    def close(self) -> None:
        """Let go of the connections to the log if it was opened; for the end of the process."""
        if self._games is not None:
            self._games.close()


def register(
    app: Flask, games: Games | None, views: ViewStore | None, env: Mapping[str, str] | None
) -> None:
    """Give `app` its stores: the ones given, otherwise those that `env` names."""
    app.extensions[_EXTENSION] = Stores(games, views, env)


def stores_of(app: Flask) -> Stores:
    """The stores of `app`."""
    found: Stores = app.extensions[_EXTENSION]
    return found


def stores() -> Stores:
    """The stores of the application that answers the current request."""
    return stores_of(current_app)
