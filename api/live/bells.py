"""Bells: a client who follows several games is woken by whatever happens in one of them."""

from __future__ import annotations

from collections.abc import Iterable
from threading import Condition, Lock


class Bell:
    """Rings for one client; how often it has rung is what they have come to."""

    def __init__(self) -> None:
        self.games: frozenset[str] = frozenset()
        """Ids of the games that the client follows."""
        self.rung = 0
        self.ended = False
        self._changed = Condition()

    def ring(self, *, ended: bool = False) -> None:
        """Wake the client; for good when it has `ended`."""
        with self._changed:
            self.rung += 1
            self.ended = self.ended or ended
            self._changed.notify_all()

    def wait(self, heard: int, timeout: float) -> None:
        """Wait until it has rung more than `heard` times, for `timeout` seconds at most."""
        with self._changed:
            self._changed.wait_for(lambda: self.ended or self.rung > heard, timeout)


class Bells:
    """All bells of a process."""

    def __init__(self) -> None:
        self._bells: set[Bell] = set()
        self._lock = Lock()

    def hang(self, bell: Bell) -> None:
        """Let a bell ring from now on."""
        with self._lock:
            self._bells.add(bell)

    def take_down(self, bell: Bell) -> None:
        """Let a bell ring no more."""
        with self._lock:
            self._bells.discard(bell)

    def ring(self, game_id: str | None = None) -> None:
        """Something has happened in a game; None if it may have been any of them."""
        for bell in self._hanging():
            if game_id is None or game_id in bell.games:
                bell.ring()

    def end(self) -> None:
        """Let all clients go."""
        for bell in self._hanging():
            bell.ring(ended=True)

    def _hanging(self) -> Iterable[Bell]:
        with self._lock:
            return [*self._bells]
