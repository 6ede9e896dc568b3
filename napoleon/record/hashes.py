"""The hashes of the leaves of a game, as they were when they were first signed.

What a kept checkpoint has signed comes from the checkpoint, and only what came after it from the
log: so whatever happens to the log's file, no signature contradicts an earlier one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from itertools import islice
from threading import Lock
from weakref import WeakKeyDictionary, proxy

from cachetools import LRUCache

from napoleon.log.errors import BrokenLog
from napoleon.log.game import Game
from napoleon.log.store.recorder import LogRecorder
from napoleon.record.leaves import DAMAGE, Row, closing, hashed, leaf
from napoleon.record.tree import HASH_BYTES, Growing, root

KNOWN_GAMES = 32
"""How many games' hashes a process keeps: 32 bytes an event."""


class _Known:
    """The first hashes of one game; more are appended while `lock` is held.

    The `tree` has grown over the first `grown` of them.
    """

    def __init__(self) -> None:
        self.lock = Lock()
        self.hashes: list[bytes] = []
        self.tree = Growing()
        self.grown = 0

    def root(self, size: int) -> bytes:
        """The root over the first `size` of the hashes, which are there."""
        if size < self.grown:
            return root(self.hashes[:size])
        for it in islice(self.hashes, self.grown, size):
            self.tree.add(it)
        self.grown = size
        return self.tree.root


class LeafHashes:
    """The hashes of the leaves of the games in one log; those asked for last are at hand."""

    def __init__(self, recorder: LogRecorder, known_games: int = KNOWN_GAMES) -> None:
        self._recorder = recorder
        self._games: LRUCache[str, _Known] = LRUCache(known_games)
        self._lock = Lock()

    def upto(self, game: Game, size: int) -> list[bytes]:
        """The hashes of the first `size` leaves of `game`, which has at least as many.

        Raises BrokenLog for an event that cannot be read and was never signed.
        """
        with self._holding(game, size) as known:
            return known.hashes[:size]

    def root(self, game: Game, size: int) -> bytes:
        """The root of the tree over the first `size` leaves of `game`; see `upto`."""
        with self._holding(game, size) as known:
            return known.root(size)

    def tip(self, game: Game, size: int) -> tuple[bytes, bytes]:
        """That root, and the hash of the last of these leaves, of which there is at least one."""
        with self._holding(game, size) as known:
            return known.root(size), known.hashes[size - 1]

    def add(self, game: Game, rows: Sequence[Row]) -> None:
        """Take in `rows`, just recorded in `game`, so that its receipt need not read them.

        Nothing happens if the game is not known here, or not up to these rows. What cannot be read
        is told to those who ask for it later.
        """
        with self._lock:
            known = self._games.get(game.id)
        if known is None or not rows:
            return
        closed_by = closing(game.created, fades=game.fades)
        with known.lock, suppress(*DAMAGE):
            for row in rows:
                if row.originator_version == len(known.hashes) + 1:
                    known.hashes.append(hashed(leaf(row, closed_by)))

    @contextmanager
    def _holding(self, game: Game, size: int) -> Iterator[_Known]:
        """What is known of a game, held, with its first `size` hashes at least."""
        known = self._entry(game.id)
        with known.lock:
            if len(known.hashes) < size:
                self._add_signed(game, size, known.hashes)
            if len(known.hashes) < size:
                self._add_recorded(game, size, known.hashes)
            yield known

    def _entry(self, game_id: str) -> _Known:
        with self._lock:
            return self._games.setdefault(game_id, _Known())

    def _add_signed(self, game: Game, size: int, hashes: list[bytes]) -> None:
        for row in self._recorder.checkpoints(game.id, after=len(hashes)):
            first = row.size - row.events
            if len(hashes) < first:
                # Somebody has taken out the checkpoint before: what it signed is read in the log.
                self._add_recorded(game, min(first, size), hashes)
            if len(hashes) >= size:
                return
            hashes.extend(split(row.leaves)[len(hashes) - first :])

    def _add_recorded(self, game: Game, size: int, hashes: list[bytes]) -> None:
        closed_by = closing(game.created, fades=game.fades)
        for row in self._recorder.select_events(game.id, gt=len(hashes), lte=size):
            try:
                hashes.append(hashed(leaf(row, closed_by)))
            except DAMAGE as error:
                raise BrokenLog(game.id, row.originator_version, error) from error


def split(hashes: bytes) -> list[bytes]:
    """Hashes that are kept one after another."""
    return [hashes[at : at + HASH_BYTES] for at in range(0, len(hashes), HASH_BYTES)]


_LOGS: WeakKeyDictionary[LogRecorder, LeafHashes] = WeakKeyDictionary()

_opening = Lock()


def leaf_hashes(recorder: LogRecorder) -> LeafHashes:
    """The hashes of the log behind `recorder`, which all threads of this process share.

    Those who hold a part of it share them, too.
    """
    whole = recorder.whole
    with _opening:
        # They may not keep it, as it would then stay for ever.
        return _LOGS.setdefault(whole, LeafHashes(proxy(whole)))
