"""Signed notes [c2sp.org/signed-note] and checkpoints [c2sp.org/tlog-checkpoint].

A note is a text, an empty line, and for each signature a line with a key's name and base 64::

    napoleon/games/0123456789
    213
    CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=

    — napoleon Az3grlgtzPICa5OS8npVmf1Myq/5IZniMp+...

This one is a *checkpoint*: which log, how many leaves, the root of their tree.
"""

from __future__ import annotations

import hashlib
import re
from base64 import b64decode, b64encode
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from napoleon.record.tree import HASH_BYTES

MOST_SIGNATURES = 100
"""How many signatures a note may have. Most have one; witnesses may add some."""

_ED25519 = b"\x01"
_ID_BYTES = 4
_KEY_BYTES = 32
_DASH = "\N{EM DASH} "
_CONTROL = re.compile(r"[\x00-\x09\x0b-\x1f]")
"""A control character that is no line feed."""


class BadNote(ValueError):
    """A note, key or checkpoint that is malformed, or is not signed by the key it should be."""


class Signature(NamedTuple):
    """A signature under a note, not checked yet."""

    name: str
    key_id: bytes
    """Four bytes that tell the keys of one name apart."""
    signature: bytes


class Note(NamedTuple):
    """A note as it was read; nothing in it is to be believed before it is verified."""

    text: str
    """With the line feed that ends it."""
    signatures: tuple[Signature, ...]


class Checkpoint(NamedTuple):
    """The state of a log: its root at a size."""

    origin: str
    size: int
    root: bytes


class VerifierKey(NamedTuple):
    """The public half of a signing key, under its name."""

    name: str
    public: bytes

    @property
    def id(self) -> bytes:
        """The first bytes of the hash of name, kind of signature and key."""
        label = self.name.encode() + b"\n" + _ED25519 + self.public
        return hashlib.sha256(label).digest()[:_ID_BYTES]

    def __str__(self) -> str:
        """The key as one word, for anybody who wants to check notes: ``name+id+key``."""
        return f"{self.name}+{self.id.hex()}+{b64encode(_ED25519 + self.public).decode()}"


@dataclass(frozen=True)
class SigningKey:
    """A private key, under its name."""

    name: str
    private: Ed25519PrivateKey

    @cached_property
    def verifier(self) -> VerifierKey:
        """What is published of it."""
        return VerifierKey(self.name, self.private.public_key().public_bytes_raw())


def is_key_name(name: str) -> bool:
    """Whether keys may have that name: not empty, and without white space or plus signs."""
    return name.isprintable() and bool(name) and not any(c.isspace() or c == "+" for c in name)


def parsed_key(text: str) -> VerifierKey:
    """The key in a text like ``name+id+key``. Raises BadNote."""
    name, _, rest = text.partition("+")
    key_id, _, data = rest.partition("+")
    key = base64_bytes(data)
    if key[:1] != _ED25519 or len(key) != 1 + _KEY_BYTES or not is_key_name(name):
        raise BadNote("not an Ed25519 verifier key")
    found = VerifierKey(name, key[1:])
    if key_id != found.id.hex():
        raise BadNote("the id of the verifier key is not its own")
    return found


def sign(text: str, *keys: SigningKey) -> str:
    """`text`, which ends with a line feed, as a note signed by each of `keys`. Raises BadNote."""
    _check_text(text)
    return "".join([text, "\n", *(f"{_DASH}{it.name} {_signed(text, it)}\n" for it in keys)])


def _signed(text: str, key: SigningKey) -> str:
    return b64encode(key.verifier.id + key.private.sign(text.encode())).decode()


def parsed(note: str) -> Note:
    """The text and the signatures of a note, none of them checked. Raises BadNote."""
    text, gap, rest = note.rpartition("\n\n")
    text += "\n"
    if not gap or not rest.endswith("\n"):
        raise BadNote("not a signed note: no signatures after an empty line")
    _check_text(text)
    lines = rest.removesuffix("\n").split("\n")
    if len(lines) > MOST_SIGNATURES:
        raise BadNote(f"a note has at most {MOST_SIGNATURES} signatures")
    return Note(text, tuple(map(_signature, lines)))


def verified(note: str, key: VerifierKey) -> str:
    """The text of a note that `key` has signed. Raises BadNote if it has not.

    Signatures by other keys are ignored.
    """
    text, signatures = parsed(note)
    ours = [it.signature for it in signatures if (it.name, it.key_id) == (key.name, key.id)]
    if not ours:
        raise BadNote(f"the note is not signed by {key.name}+{key.id.hex()}")
    public = Ed25519PublicKey.from_public_bytes(key.public)
    try:
        for signature in ours:
            public.verify(signature, text.encode())
    except InvalidSignature:
        raise BadNote(f"the signature of {key.name} is not that of this text") from None
    return text


def checkpoint_text(checkpoint: Checkpoint) -> str:
    """The text of a checkpoint, to be signed."""
    root = b64encode(checkpoint.root).decode()
    return f"{checkpoint.origin}\n{checkpoint.size}\n{root}\n"


def parsed_checkpoint(text: str) -> Checkpoint:
    """The checkpoint in the text of a note. Lines after the third are ignored.

    Raises BadNote.
    """
    lines = text.split("\n")
    if len(lines) < 4 or not all(lines[:-1]) or lines[-1]:
        raise BadNote("not a checkpoint: origin, size and root, each on a line")
    origin, size, encoded = lines[:3]
    root = base64_bytes(encoded)
    if len(root) != HASH_BYTES:
        raise BadNote("the root of the checkpoint is not a SHA-256")
    return Checkpoint(origin, number(size), root)


def number(text: str) -> int:
    """A whole number from 0 on as these formats write it, in digits. Raises BadNote."""
    if not (text.isascii() and text.isdecimal()) or len(text) > 18 or str(int(text)) != text:
        raise BadNote("not a whole number without leading zeroes")
    return int(text)


def _signature(line: str) -> Signature:
    name, _, encoded = line.removeprefix(_DASH).partition(" ")
    signed = base64_bytes(encoded)
    if not line.startswith(_DASH) or not is_key_name(name) or len(signed) <= _ID_BYTES:
        raise BadNote("not a signature line")
    return Signature(name, signed[:_ID_BYTES], signed[_ID_BYTES:])


def _check_text(text: str) -> None:
    if not text.endswith("\n") or _CONTROL.search(text):
        raise BadNote("the text of a note has lines without control characters")


def base64_bytes(encoded: str) -> bytes:
    """The bytes behind base 64: in the standard alphabet, padded, and in canonical form."""
    try:
        decoded = b64decode(encoded, validate=True)
    except ValueError:
        decoded = b""
    if b64encode(decoded).decode() != encoded:
        raise BadNote("not base 64")
    return decoded
