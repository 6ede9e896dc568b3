"""Which games are to be looked at again, as something has happened in them."""

from __future__ import annotations

from collections.abc import Iterable

from napoleon.log.store.recorder import LogRecorder, Places, is_put_back


class ChangedGames:
    """What a worker remembers of the games that it looks at.

    What the log says is all that is known: one that begins looks at every game that is awake, then
    at those in which something has happened.
    """

    def __init__(self, recorder: LogRecorder) -> None:
        self._recorder = recorder
        self._position: Places | None = None
        self._newest: Places = ()
        self._again: set[str] = set()

    @property
    def begins(self) -> bool:
        """Whether the games that are looked at now are the first."""
        return self._position is None

    def since_last(self, called: Iterable[str] = ()) -> set[str]:
        """The games with news since the last look, or `called`; at first those that are awake.

        Raises PersistenceError.
        """
        self._newest = self._recorder.places()
        if self._position is not None and is_put_back(self._position, self._newest):
            self._position = None
        changed = self._again | {*called}
        if self._position is None:
            return changed | {*self._recorder.awake()}
        if self._newest != self._position:
            changed |= set(self._recorder.games_since(self._position))
        return changed

    def looked(self, again: set[str]) -> None:
        """They were looked at; those in `again` are next time, whether something happens or not."""
        self._position, self._again = self._newest, again
