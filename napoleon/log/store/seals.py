"""Seals on rows beside the log: they tell a row that the service wrote from one that was changed.

A seal is a keyed hash of what a row says and of what it is about. The key is made from the secret
of the service, and is not in the store.
"""

from __future__ import annotations

import hashlib
import hmac
import logging
import time
from collections.abc import Callable, Mapping
from typing import NamedTuple

import msgspec

from napoleon.log.store.key_files import KeyUnusable

LOOKING = 5.0
"""Seconds for which the key is believed to be the one of the service: it may be changed."""

SOONER = 1.0
"""Seconds after which it is looked for again where a row has a seal by another key."""

_KEY_BYTES, _HASH_BYTES = 4, 16

SEAL_BYTES = _KEY_BYTES + _HASH_BYTES

_NONE = bytes(SEAL_BYTES)
"""What is put on rows where there is no key; it never holds."""

_log = logging.getLogger(__name__)


class BrokenSeal(Exception):
    """A row is not as it was written."""


class OtherKey(BrokenSeal):
    """A row was sealed with another key than the one the service has now."""


class _Key(NamedTuple):
    id: bytes
    secret: bytes


class Seals:
    """The seals by a key of the service that `env` configures, looked up again now and then.

    `key_of` finds the key in `env`; `purpose` is in each seal, so that none holds for another
    purpose; `without` says what comes of it if there is no key.
    """

    def __init__(
        self,
        env: Mapping[str, str],
        key_of: Callable[[Mapping[str, str]], bytes],
        purpose: str,
        without: str,
    ) -> None:
        self._env = env
        self._key_of = key_of
        self._purpose = purpose
        self._without = without
        self._key: _Key | None = None
        self._looked: float | None = None
        self._is_silent = False

    @property
    def are_usable(self) -> bool:
        """Whether there is a key. Without one no row is believed."""
        return self._found(LOOKING) is not None

    def seal(self, kind: str, about: tuple[object, ...], content: bytes) -> bytes:
        """The seal of a row of that kind that says `content` `about` something."""
        key = self._found(LOOKING)
        return _NONE if key is None else self._sealed(key, kind, about, content)

    def check(self, seal: object, kind: str, about: tuple[object, ...], content: object) -> None:
        """Raise BrokenSeal if it is not that of the row, OtherKey if it was made by another key."""
        if not isinstance(seal, bytes) or not isinstance(content, bytes):
            raise BrokenSeal
        if len(seal) != SEAL_BYTES:
            raise BrokenSeal
        key = self._found(LOOKING)
        if key is not None and seal[:_KEY_BYTES] != key.id:
            key = self._found(SOONER)
        if key is None or seal[:_KEY_BYTES] != key.id:
            raise OtherKey
        if not hmac.compare_digest(seal, self._sealed(key, kind, about, content)):
            raise BrokenSeal

    def _found(self, after: float) -> _Key | None:
        now = time.monotonic()
        if self._looked is None or now - self._looked >= after:
            try:
                secret = self._key_of(self._env)
                self._key = _Key(hashlib.sha256(secret).digest()[:_KEY_BYTES], secret)
                self._is_silent = False
            except KeyUnusable as error:
                if not self._is_silent:
                    _log.warning("%s: %s", self._without, error)
                self._key, self._is_silent = None, True
            self._looked = now
        return self._key

    def _sealed(self, key: _Key, kind: str, about: tuple[object, ...], content: bytes) -> bytes:
        # No line break is in what JSON writes, so what comes after it is the content.
        said = msgspec.json.encode([self._purpose, kind, *about]) + b"\n" + content
        return key.id + hmac.digest(key.secret, said, "sha256")[:_HASH_BYTES]
