"""The secret of the service: given by its environment, or kept in a file.

With ``NAPOLEON_SECRET`` every process of a service arrives at the same keys without a file. The
secret has to be long and random, as anybody who guesses it can sign; one that is plainly neither is
refused. Without it the key is in the file ``signing-key.pem`` in the folder of the store, which
``napoleon migrate`` makes in a new one; but not where the log is in a database that several
machines share.

`napoleon.record.key_list` decides which key signs.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from napoleon.log.store.chosen import DATABASE_URL
from napoleon.log.store.key_files import KeyUnusable, create, kept, key_path, loaded, public_part

SECRET = "NAPOLEON_SECRET"  # noqa: S105  (the name of the variable)

FORMER_SECRET = "NAPOLEON_FORMER_SECRET"  # noqa: S105
"""The secret before this one, as long as what was made with it is to be understood."""

SHORTEST_SECRET = 20
"""Characters of a secret; twenty random ones are more than anybody can try."""

FEWEST_LETTERS = 8
"""Different characters in it: what somebody types to fill a field has fewer."""

_KEY_BYTES = 32

_MAIL = b"napoleon/mail/1"

_PUSH = b"napoleon/push/1"


def snapshot_key(env: Mapping[str, str]) -> bytes:
    """The key that the service configured by `env` uses for data of its own.

    It is derived from the same secret as the signing key. Raises KeyUnusable.
    """
    return _expanded(_own_secret(env), b"napoleon/snapshots/1")


def views_key(env: Mapping[str, str]) -> bytes:
    """The key with which the rows of the read models are sealed; see `snapshot_key`.

    Raises KeyUnusable.
    """
    return _expanded(_own_secret(env), b"napoleon/views/1")


def orders_key(env: Mapping[str, str]) -> bytes:
    """The key with which what is kept of orders is sealed; see `snapshot_key`.

    Raises KeyUnusable.
    """
    return _expanded(_own_secret(env), b"napoleon/orders/1")


def bundles_key(env: Mapping[str, str]) -> bytes:
    """The key with which bundles are sealed that are kept elsewhere; see `snapshot_key`.

    Raises KeyUnusable.
    """
    return _expanded(_own_secret(env), b"napoleon/bundles/1")


def mail_key(env: Mapping[str, str]) -> bytes:
    """The key by which the service knows the addresses that it has given out; see `snapshot_key`.

    Raises KeyUnusable.
    """
    return _expanded(_own_secret(env), _MAIL)


def former_mail_keys(env: Mapping[str, str]) -> list[bytes]:
    """The keys by which it knows addresses that it gave out before its secret was changed.

    They are made from the former secret and from the keys in the folder of the store.
    """
    return [_expanded(it, _MAIL) for it in _former_secrets(env)]


def push_key(env: Mapping[str, str]) -> bytes:
    """What makes the key by which browsers know the service that writes to them; see `mail_key`.

    Raises KeyUnusable.
    """
    return _expanded(_own_secret(env), _PUSH)


def former_push_keys(env: Mapping[str, str]) -> list[bytes]:
    """What made it before the secret was changed: a browser knows the key that it was given."""
    return [_expanded(it, _PUSH) for it in _former_secrets(env)]


def chosen_secret(env: Mapping[str, str]) -> str:
    """The secret in `env`; empty if there is none.

    Raises KeyUnusable for one that is too weak, and where several machines share the log without
    one: each of them would sign with a key of its own.
    """
    secret = _strong(env, SECRET)
    if not secret and env.get(DATABASE_URL):
        raise KeyUnusable(f"with {DATABASE_URL}, {SECRET} has to be set: it makes the signing key")
    return secret


def former_secret(env: Mapping[str, str]) -> str:
    """The secret before the one in `env`; empty if there is none. Raises KeyUnusable."""
    return _strong(env, FORMER_SECRET)


def create_key(env: Mapping[str, str]) -> None:
    """Make the file of the key, unless it is there or none is needed.

    If several processes do so at once, one makes it, and no reader ever sees half of it. Raises
    KeyUnusable as `chosen_secret` does, OSError if the file cannot be written.
    """
    if not chosen_secret(env) and not key_path(env).exists():
        create(env)


def configured_key(env: Mapping[str, str]) -> Ed25519PrivateKey:
    """The key that `env` configures: made of a secret, or else in a file. Raises KeyUnusable."""
    secret = chosen_secret(env)
    return derived(secret) if secret else loaded(key_path(env))


def signing_part(env: Mapping[str, str], public: bytes) -> Ed25519PrivateKey | None:
    """The private part of the key `public`, if `env` configures it to sign; else None.

    A file beside that of the key counts: a process may have died before it put it there. Raises
    KeyUnusable for a secret that is not one, and for a file that holds no key.
    """
    secret = chosen_secret(env)
    if secret:
        return _matching([derived(secret)], public)
    own = _matching((key for _, key in kept(env)), public)
    if own is None and key_path(env).exists():
        loaded(key_path(env))
    return own


def known_part(env: Mapping[str, str], public: bytes) -> Ed25519PrivateKey | None:
    """The private part of the key `public`, wherever it is known from; None if it is not.

    Raises KeyUnusable for a secret that is not one.
    """
    return _matching(_known(env), public)


def derived(secret: str) -> Ed25519PrivateKey:
    """The key that a secret makes."""
    return Ed25519PrivateKey.from_private_bytes(
        _expanded(secret.encode(), b"napoleon/checkpoint/1")
    )


def _former_secrets(env: Mapping[str, str]) -> list[bytes]:
    secrets = [former_secret(env).encode()] if former_secret(env) else []
    return secrets + [key.private_bytes_raw() for _, key in kept(env)]


def _known(env: Mapping[str, str]) -> Iterator[Ed25519PrivateKey]:
    for secret in (chosen_secret(env), former_secret(env)):
        if secret:
            yield derived(secret)
    for _, key in kept(env):
        yield key


def _matching(keys: Iterable[Ed25519PrivateKey], public: bytes) -> Ed25519PrivateKey | None:
    return next((it for it in keys if public_part(it) == public), None)


def _strong(env: Mapping[str, str], variable: str) -> str:
    secret = env.get(variable, "")
    if secret and (len(secret) < SHORTEST_SECRET or len(set(secret)) < FEWEST_LETTERS):
        raise KeyUnusable(
            f"{variable} is too easily guessed: take {SHORTEST_SECRET} random characters or more, "
            "such as 'openssl rand -hex 32' prints"
        )
    return secret


def _own_secret(env: Mapping[str, str]) -> bytes:
    """What data of the service's own is sealed with: its secret, or the key in the file."""
    secret = chosen_secret(env).encode()
    return secret or loaded(key_path(env)).private_bytes_raw()


def _expanded(secret: bytes, purpose: bytes) -> bytes:
    return HKDF(SHA256(), length=_KEY_BYTES, salt=None, info=purpose).derive(secret)
