"""Checkpoints: what the service signs of a game, and which of them it keeps for ever.

A checkpoint can be signed at any size. The due ones are kept: at the end of every turn, after
every ruling, and when the game is over. They are made after the events have been recorded, by the
worker, so no order waits for them.

A player who has changed a game gets a receipt at once: a checkpoint with one line more, the hash of
its last leaf::

    napoleon/games/0123456789
    213
    CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=
    leaf 6xOKXzAEbIYCSQPtF0LVdCrAAKZHEmqbhCcsYgRXQsU=

    — napoleon Az3grlgtzPICa5OS8npVmf1Myq/5IZniMp+...

Until a checkpoint is kept only the receipts of those who have played say what was in the log.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable, Iterator, Sequence
from time import monotonic
from weakref import WeakKeyDictionary

import msgspec
from eventsourcing.persistence import IntegrityError, StoredEvent

from napoleon.log.errors import BrokenLog, UnknownVersion
from napoleon.log.game import Game
from napoleon.log.game_log import GameLog
from napoleon.log.store.recorder import CheckpointRow
from napoleon.record import tree, verifier
from napoleon.record.hashes import leaf_hashes
from napoleon.record.key_list import signing
from napoleon.record.notes import Checkpoint, SigningKey, checkpoint_text, sign

RULING = verifier.RULING
"""Topic of the events after which a checkpoint is due at once."""

_BELIEVED = 5.0
"""Seconds for which a process believes that a key signs; finding it takes longer than signing."""


class _Stamp(msgspec.Struct):
    """What a stored event says about its save and its turn."""

    at: int = 0
    order_id: str = msgspec.field(default="", name="o")
    turn: int = msgspec.field(default=0, name="t")

    @property
    def save(self) -> tuple[int, str]:
        """What the events of one save have in common."""
        return self.at, self.order_id


_stamp = msgspec.json.Decoder(_Stamp).decode


def origin(key_name: str, game_id: str) -> str:
    """The first line of a game's checkpoints, which says whose log they belong to."""
    return f"{key_name}/games/{game_id}"


def hashes(games: GameLog, game_id: str, size: int) -> list[bytes]:
    """The hashes of the first `size` leaves of a game, `size` being a version of it.

    Raises UnknownGame, UnknownVersion, UnknownRuleset.
    """
    return _hashes(games, _opened(games, game_id, size), size)


def note(games: GameLog, game_id: str, size: int) -> str:
    """The signed checkpoint of a game at `size`: as it was kept, or else signed now.

    Raises UnknownGame, UnknownVersion, UnknownRuleset, KeyUnusable.
    """
    game = _opened(games, game_id, size)
    for row in games.recorder.checkpoints(game_id, after=size - 1, limit=1):
        if row.size == size:
            return row.note
    return _signed(games, game, size)


def keep(games: GameLog, game_id: str, size: int) -> str:
    """Keep a checkpoint of a game at `size`, and the due ones before it; returns the signed note.

    If a later one is already kept, this one is signed, but not kept. Raises UnknownGame,
    UnknownVersion, UnknownRuleset, KeyUnusable.
    """
    game = _opened(games, game_id, size)
    _keep(games, game, [*(it for it in _due(games, game) if it < size), size])
    return note(games, game_id, size)


def keep_due(games: GameLog, game_id: str) -> None:
    """Keep the checkpoints of a game that are due and not yet kept.

    Several processes may do so at once. Raises UnknownGame, UnknownRuleset, KeyUnusable.
    """
    game = games.open(game_id)
    _keep(games, game, _due(games, game))


def due(rows: Iterable[StoredEvent]) -> Iterator[int]:
    """The versions in a stretch of a log after which a checkpoint is due.

    These are the last one of each turn, before the first of another one, and the last one of
    each save that holds a ruling. The first turn begins when the table has been laid out. Raises
    BrokenLog for an event that cannot be read.
    """
    return verifier.due(map(_place, rows))


def _place(row: StoredEvent) -> verifier.Place:
    stamp = _stamped(row)
    return row.originator_version, stamp.turn, stamp.save, row.topic == RULING


def _stamped(row: StoredEvent) -> _Stamp:
    try:
        return _stamp(row.state)
    except (ValueError, RecursionError) as error:
        raise BrokenLog(str(row.originator_id), row.originator_version, error) from error


def _due(games: GameLog, game: Game) -> list[int]:
    """The sizes at which checkpoints of `game` are due and not yet kept. Raises BrokenLog."""
    kept = games.recorder.checkpointed(game.id)
    if kept >= game.version:
        return []
    # With the last event that was signed, as the one after it may belong to another turn.
    rows = games.recorder.select_events(game.id, gt=max(kept - 1, 0), lte=game.version)
    sizes = {size for size in due(rows) if size > kept}
    return sorted(sizes | {game.version} if game.over else sizes)


def _keep(games: GameLog, game: Game, sizes: Sequence[int]) -> None:
    kept = games.recorder.checkpointed(game.id) if sizes else 0
    for size in sizes:
        while kept < size:
            signed = _hashes(games, game, size)
            row = CheckpointRow(game.id, size, _signed(games, game, size), b"".join(signed[kept:]))
            try:
                games.recorder.put_checkpoint(row)
                kept = size
            except IntegrityError:
                # Another process was first, with this one or with others.
                before, kept = kept, games.recorder.checkpointed(game.id)
                if kept == before:
                    raise


def signed(games: GameLog, game_id: str, good: Sequence[bytes]) -> str:
    """The checkpoint of the leaves with these hashes, signed now. Raises KeyUnusable."""
    return _signed_root(games, game_id, len(good), tree.root(good))


def _signed(games: GameLog, game: Game, size: int) -> str:
    return _signed_root(games, game.id, size, leaf_hashes(games.recorder).root(game, size))


def _signed_root(games: GameLog, game_id: str, size: int, root: bytes) -> str:
    key = signing(games)
    return sign(checkpoint_text(Checkpoint(origin(key.name, game_id), size, root)), key)


def _hashes(games: GameLog, game: Game, size: int) -> list[bytes]:
    return leaf_hashes(games.recorder).upto(game, size)


def _opened(games: GameLog, game_id: str, size: int) -> Game:
    game = games.open(game_id)
    if not 1 <= size <= game.version:
        raise UnknownVersion(size)
    return game


_keys: WeakKeyDictionary[GameLog, tuple[float, SigningKey]] = WeakKeyDictionary()


def receipt(games: GameLog, game: Game) -> str:
    """The signed note that the log of a game had as many events, and which was the last.

    Nothing is kept of it. Raises BrokenLog, KeyUnusable.
    """
    key = _key(games)
    root, last = leaf_hashes(games.recorder).tip(game, game.version)
    told = Checkpoint(origin(key.name, game.id), game.version, root)
    return sign(f"{checkpoint_text(told)}leaf {b64encode(last).decode()}\n", key)


def _key(games: GameLog) -> SigningKey:
    """The key that signs, or that did a moment ago: what it has signed holds all the same."""
    known = _keys.get(games)
    if known is None or known[0] < monotonic():
        _keys[games] = known = (monotonic() + _BELIEVED, signing(games))
    return known[1]
