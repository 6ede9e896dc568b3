"""What the worker does for reliability: it counts as the logs grow, so that pages find it done."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from threading import Event

from eventsourcing.persistence import PersistenceError

from api.people import reliability
from api.people.registry import Registry
from napoleon.log.store.recorder import Places, is_put_back

LOOKING = 1.0
"""Seconds between looks. A figure that is asked for in between is counted at once."""

_PORTION = 500
"""Games that are asked for at a time."""

_log = logging.getLogger(__name__)


def count_answers(registry: Registry, ended: Event) -> None:
    """Count until `ended` is set; it waits for a database that is gone.

    See `projections.worker.Companion`.
    """
    counting = Counting(registry)
    away = False
    while not ended.wait(LOOKING):
        try:
            counting.look()
            away = False
        except PersistenceError as error:
            if not away:
                _log.warning("answers are not counted: %s", type(error).__name__)
            away = True
        except Exception:
            # It is tried again, and what is shown is counted on the spot meanwhile.
            _log.exception("answers could not be counted")


def count_everybody_again(registry: Registry) -> int:
    """Count everything from the logs again; returns for how many people. Raises PersistenceError.

    It comes to the same bytes, unless somebody has changed them.
    """
    people = registry.store.stints.people()
    for person in people:
        reliability.count_again(registry, person)
    return len(people)


class Counting:
    """How far the log was looked at."""

    def __init__(self, registry: Registry) -> None:
        self._registry = registry
        self._position: Places | None = None

    def look(self) -> int:
        """Count what has happened since the last look; returns for how many people.

        Raises PersistenceError.
        """
        stints, recorder = self._registry.store.stints, self._registry.games.recorder
        newest = recorder.places()
        if self._position is None or is_put_back(self._position, newest):
            games = [*recorder.awake()]
        elif newest != self._position:
            games = recorder.games_since(self._position)
        else:
            return 0
        concerned: dict[int, set[str]] = {}
        for portion in _portions(games):
            for person, game in stints.people_in(portion):
                concerned.setdefault(person, set()).add(game)
        for person, theirs in concerned.items():
            reliability.of(self._registry, person, theirs)
        self._position = newest
        return len(concerned)


def _portions(games: list[str]) -> Iterator[list[str]]:
    return (games[at : at + _PORTION] for at in range(0, len(games), _PORTION))
