"""Which games are to be looked at again, as something has happened in them."""

from __future__ import annotations

from collections.abc import Iterable

from napoleon.log.store.recorder import LogRecorder


class ChangedGames:
    """What a worker remembers of the games that it looks at.

    What the log says is all that is known: one that begins looks at every game that is awake, then
    at those in which something has happened.
    """

    def __init__(self, recorder: LogRecorder) -> None:
        self._recorder = recorder
        self._position = -1
        self._newest = 0
        self._again: set[str] = set()

    @property
    def begins(self) -> bool:
        """Whether the games that are looked at now are the first."""
        return self._position < 0

    def since_last(self, called: Iterable[str] = ()) -> set[str]:
        """The games with news since the last look, or `called`; at first those that are awake.

        Raises PersistenceError.
        """
        self._newest = self._recorder.max_notification_id() or 0
        if self._position > self._newest:
            # The log has been put back, say from a backup.
            self._position = -1
        changed = self._again | {*called}
        if self.begins:
            return changed | {*self._recorder.awake()}
        if self._newest != self._position:
            changed |= set(self._recorder.games_after(self._position))
        return changed

    def looked(self, again: set[str]) -> None:
        """They were looked at; those in `again` are next time, whether something happens or not."""
        self._position, self._again = self._newest, again
