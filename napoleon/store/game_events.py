"""The events of one game."""

from __future__ import annotations

from typing import cast

from eventsourcing.persistence import EventStore

from napoleon.events import Event
from napoleon.outcomes import UnknownGame


class GameEvents(EventStore[str]):
    """The library's event store. Called with the id of a game it gives the game's events."""

    def __call__(
        self, game_id: str, *, after: int = 0, upto: int | None = None, limit: int | None = None
    ) -> list[Event]:
        """Events of a game after version `after`, not after version `upto`, at most `limit`.

        Raises UnknownGame.
        """
        stored = self.recorder.select_events(game_id, gt=after, lte=upto, limit=limit)
        if not stored and not self.recorder.select_events(game_id, limit=1):
            raise UnknownGame(game_id)
        return cast("list[Event]", list(map(self.mapper.to_domain_event, stored)))
