"""Bots that hold seats, moved by the worker as soon as they are asked.

All that is known of them comes from the log: a worker that starts finds the games that are awake
and in which bots play; then it looks at those in which something has happened. The lobby, where it
shows the newest version of a game, says whether it is over, and whether it waits for a bot. Several
workers do not harm each other: each order is for one version, so the second one comes too late with
it.
"""

from __future__ import annotations

import logging
from collections.abc import Collection
from threading import Event

from eventsourcing.persistence import PersistenceError

from napoleon.log.errors import UnknownGame
from napoleon.log.events.seats import BotSeated
from napoleon.log.replayer import UNREADABLE
from napoleon.log.store.recorder import Places, is_put_back
from napoleon.play.bots import answer_once
from napoleon.play.games import Games
from projections.store.contract import ViewStore
from projections.unfinished import unfinished

LOOKING = 0.2
"""Seconds between looks for what has happened: a bot answers at once."""

PAUSE = 60_000_000
"""Microseconds until a game whose bot failed is looked at again."""

_log = logging.getLogger(__name__)


def move_bots(games: Games, views: ViewStore, ended: Event) -> None:
    """Let bots answer whatever they are asked, until `ended` is set.

    It waits for a database that is gone. See `projections.worker.Companion`.
    """
    tables = Tables(games, views)
    away = False
    while not ended.wait(0 if tables.due else LOOKING):
        try:
            tables.look()
            tables.move_one()
            away = False
        except PersistenceError as error:
            if not away:
                _log.warning("bots do not move: %s", type(error).__name__)
            away = True
            ended.wait(LOOKING)


class Tables:
    """The games in which bots play, and which of them may wait for one."""

    def __init__(self, games: Games, views: ViewStore) -> None:
        self.due: dict[str, None] = {}
        """Ids of the games that may wait for a bot, the one to be looked at next first."""
        self._games = games
        self._views = views
        self._position: Places = ()
        self._failed: dict[str, int] = {}

    def look(self) -> None:
        """Find the games in which something has happened since the last look.

        Raises PersistenceError.
        """
        newest = self._games.recorder.places()
        if is_put_back(self._position, newest):
            self._position = ()
        if any(newest) and newest != self._position:
            recorder = self._games.recorder
            changed = recorder.games_since(self._position) if any(self._position) else None
            seated = [str(it.originator_id) for it in recorder.marked([BotSeated.topic], changed)]
            # Games that were just set up first; after a restart there may be many old ones.
            self.due |= dict.fromkeys(self._in_need(dict.fromkeys(reversed(seated))))
            self._position = newest
        now = self._games.now()
        for game_id in [it for it, until in self._failed.items() if until <= now]:
            del self._failed[game_id]
            self.due[game_id] = None

    def move_one(self) -> None:
        """Let a bot answer once in the game that waits longest. Raises PersistenceError."""
        if not self.due:
            return
        game_id = next(iter(self.due))
        del self.due[game_id]
        if self._answered(game_id):
            # To the end of the queue: no table holds the others up.
            self.due[game_id] = None

    def _answered(self, game_id: str) -> bool:
        try:
            return answer_once(self._games, game_id)
        except PersistenceError:
            self.due[game_id] = None
            raise
        except (UnknownGame, *UNREADABLE) as why:
            _log.warning("bots of game %s wait: %s: %s", game_id, type(why).__name__, why)
        except Exception:
            _log.exception("a bot of game %s could not move", game_id)
        self._failed[game_id] = self._games.now() + PAUSE
        return False

    def _in_need(self, games: Collection[str]) -> list[str]:
        """Those of `games` that may go on, first the ones in which a bot is waited for."""
        waiting, others = list[str](), list[str]()
        for game_id, entry in unfinished(self._games, self._views, games):
            waits = entry is not None and not {*entry["bots"]}.isdisjoint(entry["waiting_for"])
            (waiting if waits else others).append(game_id)
        return waiting + others
