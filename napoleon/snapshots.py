"""Snapshots: positions kept beside the log, so that late ones need not be replayed from the start.

They are a cache and no part of the record. A snapshot is found only by the release, rules and
shape of state that it was taken with; any other one is as good as not there.
"""

from __future__ import annotations

import hashlib
import zlib
from contextlib import suppress
from importlib.metadata import version as release

import msgspec
from eventsourcing.persistence import AggregateRecorder, IntegrityError, StoredEvent

from napoleon.game import Game
from napoleon.ruleset import Ruleset

INTERVAL = 500
"""Versions from one snapshot of a game to the next."""

_TOPIC = "snapshot"


class _Body(msgspec.Struct, array_like=True):
    game: Game
    """The game without its state, whose type only the rules know."""
    state: msgspec.Raw


class Snapshots:
    """The snapshots of all games, in a recorder of their own."""

    def __init__(self, recorder: AggregateRecorder) -> None:
        self._recorder = recorder
        self._fingerprints: dict[tuple[str, str, str], str] = {}

    def newest(self, game_id: str, rules: Ruleset, *, upto: int | None = None) -> Game | None:
        """The last position kept, not after version `upto`; None if there is none or it is bad."""
        found = self._recorder.select_events(
            self._key(game_id, rules), lte=upto, desc=True, limit=1
        )
        if not found:
            return None
        try:
            body = msgspec.json.decode(zlib.decompress(found[0].state), type=_Body)
            body.game.state = msgspec.json.decode(body.state, type=rules.state_type)
        except (zlib.error, msgspec.DecodeError):
            return None
        return body.game

    def put(self, game: Game, rules: Ruleset) -> None:
        """Keep a position, unless another worker has kept it already."""
        body = _Body(
            msgspec.structs.replace(game, state=None), msgspec.Raw(msgspec.json.encode(game.state))
        )
        stored = StoredEvent(
            self._key(game.id, rules),
            game.version,
            _TOPIC,
            zlib.compress(msgspec.json.encode(body)),
        )
        with suppress(IntegrityError):
            self._recorder.insert_events([stored])

    def _key(self, game_id: str, rules: Ruleset) -> str:
        pinned = (rules.name, rules.version, rules.pack_hash)
        if pinned not in self._fingerprints:
            shape = msgspec.json.schema(rules.state_type)
            text = msgspec.json.encode([release("napoleon"), pinned, shape], order="sorted")
            self._fingerprints[pinned] = hashlib.sha256(text).hexdigest()[:16]
        return f"{game_id}/{self._fingerprints[pinned]}"
