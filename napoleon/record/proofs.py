"""Inclusion proofs as texts that you check with only a key [c2sp.org/tlog-proof].

Such a text shows that a log holds a leaf: the place of the leaf, the hashes that lead from it to
the root, and a signed checkpoint with that root::

    c2sp.org/tlog-proof@v1
    index 12
    gSKyXoYZUgZ6jduWYrkDOARinOMGJveXjgMkBTcdPlQ=
    ...

    (the checkpoint)
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Sequence
from typing import NamedTuple

from napoleon.record.notes import (
    BadNote,
    Checkpoint,
    VerifierKey,
    base64_bytes,
    number,
    parsed_checkpoint,
    verified,
)
from napoleon.record.tree import HASH_BYTES, verify_inclusion

_HEADER = "c2sp.org/tlog-proof@v1"


class BadProof(ValueError):
    """A proof that is malformed, or does not show what it should."""


class InclusionProof(NamedTuple):
    """What an inclusion proof says; nothing in it is to be believed before it is verified."""

    place: int
    """Number of the leaf, from 0; the text calls it its index."""
    hashes: tuple[bytes, ...]
    checkpoint: str
    """A signed note."""


def inclusion_text(place: int, hashes: Sequence[bytes], checkpoint: str) -> str:
    """The text of an inclusion proof; `checkpoint` is the signed note."""
    lines = [_HEADER, f"index {place}", *(b64encode(it).decode() for it in hashes), "", checkpoint]
    return "\n".join(lines)


def parsed_inclusion(text: str) -> InclusionProof:
    """The inclusion proof in a text, not checked. Raises BadProof.

    The opaque ``extra`` line that the format allows is ignored: nothing authenticates it.
    """
    head, gap, checkpoint = text.partition("\n\n")
    header, *lines = head.split("\n")
    if header != _HEADER or not gap:
        raise BadProof(f"not an inclusion proof: {_HEADER}")
    try:
        if lines and lines[0].startswith("extra "):
            base64_bytes(lines.pop(0).removeprefix("extra "))
        if not lines or not lines[0].startswith("index "):
            raise BadProof("the inclusion proof names no index")
        place = number(lines[0].removeprefix("index "))
        hashes = tuple(map(base64_bytes, lines[1:]))
    except BadNote as error:
        raise BadProof(f"a line of the inclusion proof is {error}") from None
    if any(len(it) != HASH_BYTES for it in hashes):
        raise BadProof("a hash of the inclusion proof is not a SHA-256")
    return InclusionProof(place, hashes, checkpoint)


def verified_inclusion(text: str, leaf_hash: bytes, key: VerifierKey, origin: str) -> Checkpoint:
    """The checkpoint that an inclusion proof leads to from the leaf with the hash `leaf_hash`.

    Raises BadProof if it does not, or if the checkpoint is not of the log `origin` and signed by
    `key`.
    """
    place, hashes, note = parsed_inclusion(text)
    try:
        checkpoint = parsed_checkpoint(verified(note, key))
    except BadNote as error:
        raise BadProof(f"the checkpoint of the inclusion proof: {error}") from None
    if checkpoint.origin != origin:
        raise BadProof(f"the inclusion proof is for {checkpoint.origin}, not for {origin}")
    if not verify_inclusion(leaf_hash, place, checkpoint.size, hashes, checkpoint.root):
        raise BadProof(f"the hashes do not lead from this leaf to the root at {checkpoint.size}")
    return checkpoint
