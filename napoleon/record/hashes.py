"""The hashes of the leaves of a game, as they were when they were first signed.

What a kept checkpoint has signed comes from the checkpoint, and only what came after it from the
log: so whatever happens to the log's file, nothing is signed that contradicts an earlier signature.
"""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock
from weakref import WeakKeyDictionary

from napoleon.game import Game
from napoleon.record.leaves import closing, hashed, readable_leaf
from napoleon.record.tree import HASH_BYTES
from napoleon.store.recorder import LogRecorder

KNOWN_GAMES = 32
"""How many games a process keeps the hashes of: 32 bytes an event."""


class _Known:
    """The first hashes of one game; more are put to them while `lock` is held."""

    def __init__(self) -> None:
        self.lock = Lock()
        self.hashes: list[bytes] = []


class LeafHashes:
    """The hashes of the leaves of the games in one log, those asked for last at hand."""

    def __init__(self, recorder: LogRecorder, known_games: int = KNOWN_GAMES) -> None:
        self._recorder = recorder
        self._known_games = known_games
        self._games: OrderedDict[str, _Known] = OrderedDict()
        self._lock = Lock()

    def upto(self, game: Game, size: int) -> list[bytes]:
        """The hashes of the first `size` leaves of `game`, which has as many."""
        known = self._entry(game.id)
        with known.lock:
            if len(known.hashes) < size:
                self._add_signed(game, known.hashes)
            if len(known.hashes) < size:
                self._add_recorded(game, size, known.hashes)
            return known.hashes[:size]

    def _entry(self, game_id: str) -> _Known:
        with self._lock:
            entry = self._games.setdefault(game_id, _Known())
            self._games.move_to_end(game_id)
            while len(self._games) > self._known_games:
                self._games.popitem(last=False)
            return entry

    def _add_signed(self, game: Game, hashes: list[bytes]) -> None:
        for row in self._recorder.checkpoints(game.id, after=len(hashes)):
            first = row.size - len(row.leaves) // HASH_BYTES
            hashes.extend(split(row.leaves)[len(hashes) - first :])

    def _add_recorded(self, game: Game, size: int, hashes: list[bytes]) -> None:
        closed_by = closing(game.created, fades=game.fades)
        rows = self._recorder.select_events(game.id, gt=len(hashes), lte=size)
        hashes.extend(hashed(readable_leaf(row, closed_by)) for row in rows)


def split(hashes: bytes) -> list[bytes]:
    """Hashes that are kept one behind the other."""
    return [hashes[at : at + HASH_BYTES] for at in range(0, len(hashes), HASH_BYTES)]


_LOGS: WeakKeyDictionary[LogRecorder, LeafHashes] = WeakKeyDictionary()

_opening = Lock()


def leaf_hashes(recorder: LogRecorder) -> LeafHashes:
    """The hashes of the log behind `recorder`, which all threads of this process share."""
    with _opening:
        return _LOGS.setdefault(recorder, LeafHashes(recorder))
