"""Snapshots: positions kept beside the log, so that late ones need not be replayed from the start.

They are a cache and no part of the record. A snapshot is found only by the release, rules and
shape of state that it was taken with; any other one is as good as not there.
"""

from __future__ import annotations

import hashlib
import zlib
from contextlib import suppress
from functools import cache
from importlib.metadata import version as release
from typing import Any

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

    def newest(self, game_id: str, rules: Ruleset, *, upto: int | None = None) -> Game | None:
        """The last position kept, not after version `upto`; None if there is none or it is bad."""
        found = self._recorder.select_events(_key(game_id, rules), lte=upto, desc=True, limit=1)
        if not found:
            return None
        try:
            body = msgspec.json.decode(zlib.decompress(found[0].state), type=_Body)
            body.game.state = _decoder(rules.state_type).decode(body.state)
        except (zlib.error, msgspec.DecodeError):
            return None
        return body.game

    def put(self, game: Game, rules: Ruleset) -> None:
        """Keep a position, unless another worker has kept it already."""
        body = _Body(
            msgspec.structs.replace(game, state=None), msgspec.Raw(msgspec.json.encode(game.state))
        )
        stored = StoredEvent(
            _key(game.id, rules), game.version, _TOPIC, zlib.compress(msgspec.json.encode(body))
        )
        with suppress(IntegrityError):
            self._recorder.insert_events([stored])


def copied(game: Game, rules: Ruleset) -> Game:
    """A copy of `game` that shares nothing with it that can be changed."""
    return msgspec.structs.replace(
        game,
        tokens=dict(game.tokens),
        claimed=list(game.claimed),
        nonces=dict(game.nonces),
        state=_decoder(rules.state_type).decode(msgspec.json.encode(game.state)),
    )


@cache
def _decoder(state_type: type[Any]) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(state_type)


def _key(game_id: str, rules: Ruleset) -> str:
    return f"{game_id}/{_fingerprint(rules)}"


@cache
def _fingerprint(rules: Ruleset) -> str:
    shape = msgspec.json.schema(rules.state_type)
    kept = [release("napoleon"), rules.name, rules.version, rules.pack_hash, shape]
    return hashlib.sha256(msgspec.json.encode(kept, order="sorted")).hexdigest()[:16]
