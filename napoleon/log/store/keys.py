"""The secret of the service: given by its environment, or kept in a file.

With ``NAPOLEON_SECRET`` every process of a service arrives at the same keys without a file. The
secret has to be long and random, as whoever guesses it can sign; one that is plainly neither is
refused. Without it the key is in the file ``signing-key.pem`` in the folder of the store, which
``napoleon migrate`` makes; but not where the log is in a database that several machines share.
"""

from __future__ import annotations

import os
import secrets
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    load_pem_private_key,
)

from napoleon.log.store.chosen import DATABASE_URL
from napoleon.log.store.home import KEY_FILE, home

SECRET = "NAPOLEON_SECRET"  # noqa: S105  (the name of the variable)

SHORTEST_SECRET = 20
"""Characters of a secret; twenty random ones are more than anybody can try."""

FEWEST_LETTERS = 8
"""Different characters in it: what somebody types to fill a field has fewer."""

_KEY_BYTES = 32


class KeyUnusable(Exception):
    """There is no key to sign with, or it cannot be read."""


def snapshot_key(env: Mapping[str, str]) -> bytes:
    """The key that the service configured by `env` uses for data of its own.

    It is derived from the same secret as the signing key. Raises KeyUnusable.
    """
    return _own_key(env, b"napoleon/snapshots/1")


def mail_key(env: Mapping[str, str]) -> bytes:
    """The key by which the service knows the addresses that it has given out; see `snapshot_key`.

    Raises KeyUnusable.
    """
    return _own_key(env, b"napoleon/mail/1")


def chosen_secret(env: Mapping[str, str]) -> str:
    """The secret in `env`; empty if there is none.

    Raises KeyUnusable for one that is too weak, and where several machines share the log without
    one: each of them would sign with a key of its own.
    """
    secret = env.get(SECRET, "")
    if not secret and env.get(DATABASE_URL):
        raise KeyUnusable(f"with {DATABASE_URL}, {SECRET} has to be set: it makes the signing key")
    if secret and (len(secret) < SHORTEST_SECRET or len(set(secret)) < FEWEST_LETTERS):
        raise KeyUnusable(
            f"{SECRET} is too easily guessed: take {SHORTEST_SECRET} random characters or more, "
            "such as 'openssl rand -hex 32' prints"
        )
    return secret


def create_key(env: Mapping[str, str]) -> None:
    """Make the file of the key, unless it is there or none is needed.

    If several processes do so at once, one makes it, and no reader ever sees half of it. Raises
    KeyUnusable as `chosen_secret` does, OSError if the file cannot be written.
    """
    path = home(env) / KEY_FILE
    if chosen_secret(env) or path.exists():
        return
    pem = Ed25519PrivateKey.generate().private_bytes(
        Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()
    )
    draft = path.with_name(f".{KEY_FILE}.{secrets.token_hex(8)}")
    try:
        with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(pem)
            file.flush()
            os.fsync(file.fileno())
        with suppress(FileExistsError):
            os.link(draft, path)
    finally:
        draft.unlink(missing_ok=True)


def _own_key(env: Mapping[str, str], purpose: bytes) -> bytes:
    secret = chosen_secret(env).encode()
    return _expanded(secret or _loaded(home(env) / KEY_FILE).private_bytes_raw(), purpose)


def _derived(secret: str) -> Ed25519PrivateKey:
    return Ed25519PrivateKey.from_private_bytes(
        _expanded(secret.encode(), b"napoleon/checkpoint/1")
    )


def _expanded(secret: bytes, purpose: bytes) -> bytes:
    return HKDF(SHA256(), length=_KEY_BYTES, salt=None, info=purpose).derive(secret)


def _loaded(path: Path) -> Ed25519PrivateKey:
    try:
        key = load_pem_private_key(path.read_bytes(), password=None)
    except FileNotFoundError:
        raise KeyUnusable(f"there is no signing key at {path}: run 'napoleon migrate'") from None
    except OSError as error:
        raise KeyUnusable(f"the signing key at {path} cannot be read: {error.strerror}") from None
    except (ValueError, TypeError, UnsupportedAlgorithm):
        raise KeyUnusable(f"the file {path} holds no signing key") from None
    if not isinstance(key, Ed25519PrivateKey):
        raise KeyUnusable(f"the signing key at {path} is not an Ed25519 key")
    return key
