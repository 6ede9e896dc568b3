"""The tree of leaves: the published vectors of Certificate Transparency, and all small trees."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from napoleon.record.tree import (
    consistency_proof,
    inclusion_proof,
    leaf_hash,
    node_hash,
    root,
    verify_consistency,
    verify_inclusion,
)

VECTORS: dict[str, Any] = json.loads(Path(__file__).with_name("ct_vectors.json").read_text())

LEAVES = [leaf_hash(bytes.fromhex(leaf)) for leaf in VECTORS["leaves"]]

LARGEST = 300
MANY = [leaf_hash(number.to_bytes(2, "big")) for number in range(LARGEST)]

sizes = st.integers(1, LARGEST)


def unhexed(hashes: Sequence[str]) -> list[bytes]:
    return list(map(bytes.fromhex, hashes))


def by_definition(leaves: Sequence[bytes]) -> bytes:
    """The root as RFC 6962 defines it: of the greatest power of two leaves, and of the rest."""
    if len(leaves) < 2:
        return leaves[0] if leaves else hashlib.sha256().digest()
    split = max(2**power for power in range(len(leaves)) if 2**power < len(leaves))
    return node_hash(by_definition(leaves[:split]), by_definition(leaves[split:]))


def test_hashes_of_leaves_and_nodes() -> None:
    for leaf, expected in VECTORS["leaf_hashes"]:
        assert leaf_hash(bytes.fromhex(leaf)).hex() == expected
    for left, right, expected in VECTORS["node_hashes"]:
        assert node_hash(bytes.fromhex(left), bytes.fromhex(right)).hex() == expected


def test_roots() -> None:
    assert root([]).hex() == VECTORS["empty_root"]
    assert [root(LEAVES[:size]).hex() for size in range(1, 9)] == VECTORS["roots"]


@pytest.mark.parametrize("vector", VECTORS["paths"])
def test_paths(vector: dict[str, Any]) -> None:
    index, size, hashes = vector["index"], vector["size"], unhexed(vector["hashes"])
    assert inclusion_proof(LEAVES[:size], index) == hashes
    assert verify_inclusion(LEAVES[index], index, size, hashes, root(LEAVES[:size]))


@pytest.mark.parametrize("vector", VECTORS["consistency"])
def test_consistency(vector: dict[str, Any]) -> None:
    older, newer, hashes = vector["from"], vector["to"], unhexed(vector["hashes"])
    assert consistency_proof(LEAVES[:newer], older) == hashes
    assert verify_consistency(older, newer, root(LEAVES[:older]), root(LEAVES[:newer]), hashes)


def test_a_path_in_a_log_of_millions() -> None:
    large = VECTORS["large"]
    leaf, expected = bytes.fromhex(large["leaf_hash"]), bytes.fromhex(large["root"])
    hashes = unhexed(large["hashes"])
    assert verify_inclusion(leaf, large["index"], large["size"], hashes, expected)
    assert not verify_inclusion(leaf, large["index"] + 1, large["size"], hashes, expected)


def test_the_root_of_every_small_tree_is_as_defined() -> None:
    for size in range(LARGEST + 1):
        assert root(MANY[:size]) == by_definition(MANY[:size])


@settings(deadline=None)
@given(sizes, st.data())
def test_every_leaf_is_proved_and_no_other_one(size: int, data: st.DataObject) -> None:
    leaves = MANY[:size]
    index = data.draw(st.integers(0, size - 1))
    proof, top = inclusion_proof(leaves, index), root(leaves)
    assert verify_inclusion(leaves[index], index, size, proof, top)
    assert len(proof) <= (size - 1).bit_length()
    for other in {data.draw(st.integers(0, size)), size, -1} - {index}:
        assert not verify_inclusion(leaves[index], other, size, proof, top)
    for other in {data.draw(st.integers(0, size - 1))} - {index}:
        assert not verify_inclusion(leaves[other], index, size, proof, top)
    assert not verify_inclusion(leaves[index], index, size, [*proof, top], top)
    assert not verify_inclusion(leaves[index], index, size, proof[:-1], top) or not proof
    at = data.draw(st.integers(0, 32 * len(proof) - 1)) if proof else None
    if at is not None:
        assert not verify_inclusion(leaves[index], index, size, spoilt(proof, at), top)


@settings(deadline=None)
@given(sizes, st.data())
def test_every_smaller_tree_is_proved_and_no_other_one(size: int, data: st.DataObject) -> None:
    leaves = MANY[:size]
    older = data.draw(st.integers(0, size))
    proof, old, new = consistency_proof(leaves, older), root(leaves[:older]), root(leaves)
    assert verify_consistency(older, size, old, new, proof)
    strange = leaf_hash(b"another tree")
    assert not verify_consistency(older, size, strange, new, proof)
    assert not verify_consistency(older, size, old, new, [*proof, new])
    if older:
        assert not verify_consistency(older, size, old, strange, proof)
        assert not verify_consistency(older - 1, size, old, new, proof)
        assert not verify_consistency(size + 1, size, old, new, proof)
    for at in [data.draw(st.integers(0, 32 * len(proof) - 1))] if proof else []:
        assert not verify_consistency(older, size, old, new, spoilt(proof, at))
        assert not verify_consistency(older, size, old, new, proof[:-1])


def spoilt(proof: Sequence[bytes], at: int) -> list[bytes]:
    """A proof of which one bit is another one."""
    hashes = bytearray(b"".join(proof))
    hashes[at] ^= 1
    return [bytes(hashes[start : start + 32]) for start in range(0, len(hashes), 32)]


@pytest.mark.parametrize(("size", "index"), [(0, 0), (1, 1), (8, 8), (8, -1)])
def test_a_leaf_that_is_not_there_has_no_proof(size: int, index: int) -> None:
    with pytest.raises(IndexError):
        inclusion_proof(LEAVES[:size], index)


@pytest.mark.parametrize("older", [9, -1])
def test_a_tree_that_is_not_smaller_has_no_proof(older: int) -> None:
    with pytest.raises(IndexError):
        consistency_proof(LEAVES, older)
