"""Receipts: what the service signs at once for the player who has changed a game.

A receipt is a checkpoint with one line more, the hash of its last leaf::

    napoleon/games/0123456789
    213
    CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=
    leaf 6xOKXzAEbIYCSQPtF0LVdCrAAKZHEmqbhCcsYgRXQsU=

    — napoleon Az3grlgtzPICa5OS8npVmf1Myq/5IZniMp+...

Kept checkpoints are signed by the worker, at the ends of turns. Until then only the receipts of
those who have played say what was in the log.
"""

from __future__ import annotations

from base64 import b64encode
from time import monotonic
from weakref import WeakKeyDictionary

from napoleon.log.game import Game
from napoleon.log.game_log import GameLog
from napoleon.record.checkpoints import origin
from napoleon.record.hashes import leaf_hashes
from napoleon.record.key_list import signing
from napoleon.record.notes import Checkpoint, SigningKey, checkpoint_text, sign

_BELIEVED = 5.0
"""Seconds for which a process believes that a key signs; finding it takes longer than signing."""

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
