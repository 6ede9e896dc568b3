"""Private keys in the folder of the store: the one that signs, and earlier ones beside it.

The one that signs is in ``signing-key.pem``. One that has signed before is in a file of the same
name with a mark of its own at the end. Only their owner reads them, and no reader ever sees half of
one.
"""

from __future__ import annotations

import hashlib
import os
import secrets
from collections.abc import Iterator, Mapping
from contextlib import suppress
from itertools import count
from pathlib import Path

from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    load_pem_private_key,
)

from napoleon.log.store.home import KEY_FILE, home


class KeyUnusable(Exception):
    """There is no key to sign with, it cannot be read, or it is not the one that should sign.

    The text tells the operator what to do.
    """


def key_path(env: Mapping[str, str]) -> Path:
    """Where the key that signs lies."""
    return home(env) / KEY_FILE


def public_part(key: Ed25519PrivateKey) -> bytes:
    """The 32 bytes that are published of a key."""
    return key.public_key().public_bytes_raw()


def loaded(path: Path) -> Ed25519PrivateKey:
    """The key in a file. Raises KeyUnusable."""
    try:
        content = path.read_bytes()
    except FileNotFoundError:
        raise KeyUnusable(f"there is no signing key at {path}: run 'napoleon migrate'") from None
    except OSError as error:
        raise KeyUnusable(f"the signing key at {path} cannot be read: {error.strerror}") from None
    return parsed_pem(content, str(path))


def parsed_pem(content: bytes, called: str) -> Ed25519PrivateKey:
    """The key in the text of a file. Raises KeyUnusable, which names the file as `called`."""
    try:
        key = load_pem_private_key(content, password=None)
    except (ValueError, TypeError, UnsupportedAlgorithm):
        raise KeyUnusable(f"the file {called} holds no signing key") from None
    if not isinstance(key, Ed25519PrivateKey):
        raise KeyUnusable(f"the signing key at {called} is not an Ed25519 key")
    return key


def pem(key: Ed25519PrivateKey) -> bytes:
    """A key as the text of a file."""
    return key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())


def found(env: Mapping[str, str]) -> Iterator[Path]:
    """The files of keys that are there, that of the one that signs first."""
    path = key_path(env)
    if path.exists():
        yield path
    yield from sorted(path.parent.glob(f"{KEY_FILE}.*"))


def kept(env: Mapping[str, str]) -> Iterator[tuple[Path, Ed25519PrivateKey]]:
    """The keys in files that are there and can be read, that which signs first."""
    for path in found(env):
        with suppress(KeyUnusable):
            yield path, loaded(path)


def create(env: Mapping[str, str]) -> None:
    """Make the file of a key that signs, unless it is there. Raises OSError."""
    with suppress(FileExistsError):
        write_private(key_path(env), pem(Ed25519PrivateKey.generate()))


def put_aside(env: Mapping[str, str], key: Ed25519PrivateKey) -> None:
    """Keep a key in a file here, beside the one that signs, unless it is. Raises OSError."""
    public = public_part(key)
    if all(public_part(it) != public for _, it in kept(env)):
        with suppress(FileExistsError):
            write_private(_aside(env, public), pem(key))


def put_in_place(env: Mapping[str, str], public: bytes) -> None:
    """Let the file of the key that signs be that of the key `public`, if that is in a file here.

    What was in it is kept beside it. Raises OSError.
    """
    path = key_path(env)
    there = {file: public_part(key) for file, key in kept(env)}
    file = next((it for it, held in there.items() if held == public), path)
    if file == path:
        return
    if path.exists():
        path.replace(_aside(env, there[path]) if path in there else _free(env))
    file.replace(path)


def destroy(env: Mapping[str, str], public: bytes) -> bool:
    """Remove the files of the key `public`; whether there were any. Raises OSError."""
    files = [file for file, key in kept(env) if public_part(key) == public]
    for file in files:
        file.unlink()
    return bool(files)


def _aside(env: Mapping[str, str], public: bytes) -> Path:
    return key_path(env).with_name(f"{KEY_FILE}.{hashlib.sha256(public).hexdigest()[:8]}")


def _free(env: Mapping[str, str]) -> Path:
    """A name for what is in the place of a key, and cannot be read as one."""
    names = (key_path(env).with_name(f"{KEY_FILE}.unreadable-{it}") for it in count(1))
    return next(it for it in names if not it.exists())


def write_private(path: Path, content: bytes) -> None:
    """Make a file that its owner alone can read, whole or not at all.

    Raises FileExistsError if it is there, OSError if it cannot be written.
    """
    draft = path.with_name(f".{path.name}.{secrets.token_hex(8)}")
    try:
        with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.link(draft, path)
    finally:
        draft.unlink(missing_ok=True)
