"""Snapshots: positions kept beside the log, so that late ones need not be replayed from the start.

They are a cache, not part of the record. A snapshot is found only by the release, rules and
shape of state that it was taken with; any other is ignored. And it counts only
under its seal: a keyed hash of what it was taken from, the log as stored up to there, and of what
it holds. The key is the service's own, and is not in the log.
"""

from __future__ import annotations

import hashlib
import hmac
import logging
import zlib
from collections.abc import Iterable, Mapping
from functools import cached_property
from importlib.metadata import version as release

import msgspec
from eventsourcing.persistence import IntegrityError, ProgrammingError, StoredEvent

from napoleon.log.game import Game
from napoleon.log.store.digests import Digests
from napoleon.log.store.key_files import KeyUnusable
from napoleon.log.store.keys import snapshot_key
from napoleon.log.store.recorder import LogRecorder, SnapshotRecorder
from napoleon.rules.contract import Ruleset

INTERVAL = 500
"""Versions from one snapshot of a game to the next."""

_TOPIC = "snapshot"

_SEAL_BYTES = 32

_log = logging.getLogger(__name__)


class _Body(msgspec.Struct, array_like=True):
    game: Game
    """The game without its state, whose type only the rules know."""
    state: msgspec.Raw


class Snapshots:
    """The snapshots of all games, in a recorder of their own, beside the log in `log`.

    `env` says what the key of the service is. Without one no snapshot is kept or believed.
    """

    def __init__(
        self, recorder: SnapshotRecorder, log: LogRecorder, env: Mapping[str, str]
    ) -> None:
        self._recorder = recorder
        self._digests = Digests(log)
        self._env = env
        self._fingerprints: dict[tuple[str, str, str], str] = {}

    def newest(self, game_id: str, rules: Ruleset, *, upto: int | None = None) -> Game | None:
        """The last position kept up to version `upto`; None if there is none that holds.

        Raises BrokenLog at a version that the log no longer has.
        """
        if not self._sealing_key:
            return None
        key, newest = self._key(game_id, rules), upto
        is_remembered = self._digests.are_remembered(game_id)
        while found := self._recorder.select_events(key, lte=newest, desc=True, limit=1):
            [kept] = found
            if self._holds(game_id, kept):
                return _read(kept.state[_SEAL_BYTES:], rules)
            newest = kept.originator_version - 1
        if is_remembered and newest != upto:
            # Perhaps it is another log than the one that is remembered: it has been put back.
            self._digests.forget(game_id)
            return self.newest(game_id, rules, upto=upto)
        return None

    def due(self, game_id: str, versions: Iterable[int], rules: Ruleset) -> list[int]:
        """Those of `versions` at which a position is still to be kept, as none there holds.

        What has been found once in this process is not looked at again. Raises BrokenLog as
        `newest` does.
        """
        key = self._key(game_id, rules)
        return [it for it in versions if self._sealing_key and not self._is_kept(game_id, key, it)]

    def put(self, game: Game, rules: Ruleset) -> None:
        """Keep a position; it replaces one that does not hold. Raises BrokenLog."""
        if not self._sealing_key:
            return
        key = self._key(game.id, rules)
        body = _Body(
            msgspec.structs.replace(game, state=None), msgspec.Raw(msgspec.json.encode(game.state))
        )
        content = zlib.compress(msgspec.json.encode(body))
        seal = self._seal(key, game.version, content, self._digests.of(game.id, game.version))
        stored = StoredEvent(key, game.version, _TOPIC, seal + content)
        try:
            self._recorder.insert_events([stored])
        except IntegrityError:
            # Another worker was first, or what is there does not hold.
            if not self._is_kept(game.id, key, game.version):
                self._replace(stored)

    def drop(self, game_id: str = "") -> None:
        """Throw the snapshots of a game away, or those of all games."""
        try:
            self._recorder.drop(f"{game_id}/" if game_id else "")
        except ProgrammingError as error:
            _log.warning("snapshots cannot be thrown away: %s", error)
        self._digests.forget(game_id)

    @cached_property
    def _sealing_key(self) -> bytes:
        try:
            return snapshot_key(self._env)
        except KeyUnusable as error:
            _log.warning("no snapshots are used: %s", error)
            return b""

    def _is_kept(self, game_id: str, key: str, version: int) -> bool:
        if self._digests.is_known(game_id, key, version):
            return True
        found = self._recorder.select_events(key, gt=version - 1, lte=version)
        return bool(found) and self._holds(game_id, found[0])

    def _holds(self, game_id: str, kept: StoredEvent) -> bool:
        key, version = str(kept.originator_id), kept.originator_version
        seal, content = kept.state[:_SEAL_BYTES], kept.state[_SEAL_BYTES:]
        digest = self._digests.of(game_id, version)
        if isinstance(seal, bytes) and hmac.compare_digest(
            seal, self._seal(key, version, content, digest)
        ):
            self._digests.know(game_id, key, version)
            return True
        _log.warning("snapshot %d of game %s does not hold: the log is replayed", version, game_id)
        return False

    def _seal(self, key: str, version: int, content: bytes, log: bytes) -> bytes:
        said = msgspec.json.encode(["napoleon/snapshot/1", key, version, log.hex()])
        return hmac.digest(self._sealing_key, said + b"\n" + content, "sha256")

    def _replace(self, stored: StoredEvent) -> None:
        try:
            self._recorder.replace(stored)
        except ProgrammingError as error:
            # As before deploy/postgres-roles.sql of this release: it is merely of no use.
            _log.warning("a snapshot cannot be replaced: %s", error)

    def _key(self, game_id: str, rules: Ruleset) -> str:
        pinned = (rules.name, rules.version, rules.pack_hash)
        if pinned not in self._fingerprints:
            shape = msgspec.json.schema(rules.state_type)
            text = msgspec.json.encode([release("napoleon"), pinned, shape], order="sorted")
            self._fingerprints[pinned] = hashlib.sha256(text).hexdigest()[:16]
        return f"{game_id}/{self._fingerprints[pinned]}"


def _read(content: bytes, rules: Ruleset) -> Game:
    body = msgspec.json.decode(zlib.decompress(content), type=_Body)
    body.game.state = msgspec.json.decode(body.state, type=rules.state_type)
    return body.game
