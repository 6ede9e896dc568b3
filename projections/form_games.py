"""Games in which forms answer in windows: what the worker has to look at besides what is left.

The first event of a game says that it is one of them; a seat that has left nothing passes there all
the same. So a worker that begins reads the first events of the games that are awake, and then looks
at those in which something has happened and that are not over, the newest first and a few at a
time.
"""

from __future__ import annotations

import logging
from collections.abc import Collection

from eventsourcing.persistence import MapperDeserialisationError

from napoleon.log.game import GameCreated
from napoleon.log.store.recorder import Places, is_put_back
from napoleon.play.games import Games
from napoleon.rules.windows import FORM
from projections.store.contract import ViewStore
from projections.unfinished import unfinished

AT_ONCE = 20
"""How many games are looked at in one go: no other waits for long."""

_log = logging.getLogger(__name__)


class FormGames:
    """The games in which forms answer, and which of them are still to be looked at."""

    def __init__(self, games: Games, views: ViewStore) -> None:
        self._games = games
        self._views = views
        self._position: Places = ()
        self._due: dict[str, None] = {}

    def some(self) -> list[str]:
        """Ids of a few games that have gone on since they were given out last.

        Raises PersistenceError.
        """
        newest = self._games.recorder.places()
        if is_put_back(self._position, newest):
            self._position, self._due = (), {}
        if any(newest) and newest != self._position:
            recorder = self._games.recorder
            changed = recorder.games_since(self._position) if any(self._position) else None
            fresh = self._with_forms(changed)
            going_on = (it for it, _ in unfinished(self._games, self._views, fresh[::-1]))
            self._due = dict.fromkeys(going_on) | self._due
            self._position = newest
        chosen = [*self._due][:AT_ONCE]
        for game_id in chosen:
            del self._due[game_id]
        return chosen

    def _with_forms(self, games: Collection[str] | None) -> list[str]:
        """Ids of those `games`, or of the awake ones, in which forms answer, the oldest first."""
        found: list[str] = []
        for it in self._games.recorder.marked([GameCreated.topic], games):
            try:
                first = self._games.mapper.to_domain_event(it)
            except (MapperDeserialisationError, LookupError, TypeError, ValueError) as why:
                _log.warning("game %s cannot be read: %s", it.originator_id, why)
                continue
            if isinstance(first, GameCreated) and first.windows == FORM:
                found.append(str(it.originator_id))
        return found
