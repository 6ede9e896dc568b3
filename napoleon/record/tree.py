"""The Merkle tree over the leaves of a game, as in Certificate Transparency [RFC 6962, 2.1].

A tree of n leaves has one root. An inclusion proof shows with about log2(n) hashes that a leaf
stands at a place in it; a consistency proof that a smaller tree is what a larger one began with.
All hashes are SHA-256, 32 bytes; trees are given by the hashes of their leaves.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from functools import reduce

HASH_BYTES = 32


def leaf_hash(leaf: bytes) -> bytes:
    """The hash of a leaf. Its prefix keeps a node from passing for a leaf."""
    return hashlib.sha256(b"\x00" + leaf).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    """The hash of a node from those of its two children."""
    return hashlib.sha256(b"\x01" + left + right).digest()


def root(leaves: Sequence[bytes]) -> bytes:
    """The root of the tree over `leaves`; that of no leaves is the SHA-256 of nothing."""
    level = list(leaves)
    while len(level) > 1:
        paired = list(map(node_hash, level[::2], level[1::2]))
        # The last one of an odd number has no sibling, and goes up as it is.
        level = paired + level[2 * len(paired) :]
    return level[0] if level else hashlib.sha256(b"").digest()


class Growing:
    """A tree to which leaves are added one by one.

    Its root takes about log2(n) hashes, however many leaves there already are.
    """

    def __init__(self) -> None:
        self._full: list[tuple[int, bytes]] = []
        """Sizes and roots of the full trees that the leaves make, the largest first."""

    def add(self, leaf: bytes) -> None:
        """Add the hash of a leaf."""
        size, node = 1, leaf
        while self._full and self._full[-1][0] == size:
            size, node = 2 * size, node_hash(self._full.pop()[1], node)
        self._full.append((size, node))

    @property
    def root(self) -> bytes:
        """The root of the tree over all of them."""
        if not self._full:
            return root([])
        smallest_first = (node for _, node in reversed(self._full))
        return reduce(lambda right, left: node_hash(left, right), smallest_first)


def inclusion_proof(leaves: Sequence[bytes], index: int) -> list[bytes]:
    """The hashes that lead from leaf number `index`, from 0, to the root [RFC 6962, 2.1.1].

    Raises IndexError if there is no such leaf.
    """
    if not 0 <= index < len(leaves):
        raise IndexError(f"there is no leaf {index} in a tree of {len(leaves)}")
    if len(leaves) == 1:
        return []
    left, right = _halves(leaves)
    if index < len(left):
        return [*inclusion_proof(left, index), root(right)]
    return [*inclusion_proof(right, index - len(left)), root(left)]


def consistency_proof(leaves: Sequence[bytes], size: int) -> list[bytes]:
    """The hashes that lead from the tree over the first `size` leaves to that over all of them.

    See RFC 6962, 2.1.2. Nothing has to be shown for an empty tree, nor for the whole tree.
    Raises IndexError if there are fewer leaves.
    """
    if not 0 <= size <= len(leaves):
        raise IndexError(f"a tree of {len(leaves)} leaves has none of {size} in it")
    return _subproof(leaves, size, known=True) if size else []


def _subproof(leaves: Sequence[bytes], size: int, *, known: bool) -> list[bytes]:
    """`known` says that these leaves, if all of the smaller tree's, have a root that is known."""
    if size == len(leaves):
        return [] if known else [root(leaves)]
    left, right = _halves(leaves)
    if size <= len(left):
        return [*_subproof(left, size, known=known), root(right)]
    return [*_subproof(right, size - len(left), known=False), root(left)]


def _halves(leaves: Sequence[bytes]) -> tuple[Sequence[bytes], Sequence[bytes]]:
    """The leaves under the two children of a root: on the left the greatest power of two."""
    split = 1 << (len(leaves) - 1).bit_length() - 1
    return leaves[:split], leaves[split:]


def verify_inclusion(
    leaf: bytes, index: int, size: int, proof: Sequence[bytes], expected: bytes
) -> bool:
    """Whether `proof` shows that the hash `leaf` is number `index` under the root `expected`.

    `size` is how many leaves the tree has [RFC 9162, 2.1.3.2].
    """
    if not 0 <= index < size:
        return False
    place, last, found = index, size - 1, leaf
    for step in proof:
        if last == 0:
            return False
        if place & 1 or place == last:
            found = node_hash(step, found)
            while place & 1 == 0 and place != 0:
                place, last = place >> 1, last >> 1
        else:
            found = node_hash(found, step)
        place, last = place >> 1, last >> 1
    return last == 0 and found == expected


def verify_consistency(
    older: int, newer: int, older_root: bytes, newer_root: bytes, proof: Sequence[bytes]
) -> bool:
    """Whether `proof` shows that a tree of `older` leaves is what one of `newer` began with.

    See RFC 9162, 2.1.4.2. Every tree began with the empty one, for which the proof is empty.
    """
    if not 0 <= older <= newer:
        return False
    if older == 0:
        return not proof and older_root == root([])
    if older == newer:
        return not proof and older_root == newer_root
    # The root of a whole power of two is a node of the larger tree, and not in the proof.
    steps = [older_root, *proof] if older & (older - 1) == 0 else list(proof)
    if not steps:
        return False
    place, last = older - 1, newer - 1
    while place & 1:
        place, last = place >> 1, last >> 1
    found_older = found_newer = steps[0]
    for step in steps[1:]:
        if last == 0:
            return False
        if place & 1 or place == last:
            found_older = node_hash(step, found_older)
            found_newer = node_hash(step, found_newer)
            while place & 1 == 0 and place != 0:
                place, last = place >> 1, last >> 1
        else:
            found_newer = node_hash(found_newer, step)
        place, last = place >> 1, last >> 1
    return last == 0 and found_older == older_root and found_newer == newer_root
