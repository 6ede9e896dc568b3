"""A chain of links is committed to by its anchor, and goes one way."""

from __future__ import annotations

import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from napoleon.chance import CHAINS, LINKS, PUBLIC, SECRET, anchor, commitment, link

SEED = "5e" * 32
seeds = st.binary(min_size=32, max_size=32).map(bytes.hex)


@given(seeds)
def test_the_commitment_is_the_hash_of_the_seed(seed: str) -> None:
    assert commitment(seed) == hashlib.sha256(bytes.fromhex(seed)).hexdigest()


@pytest.mark.parametrize("chain", CHAINS)
def test_all_links_hash_down_to_the_anchor(chain: str) -> None:
    below = bytes.fromhex(anchor(SEED, chain))
    for index in range(1, LINKS + 1):
        found = link(SEED, chain, index)
        assert hashlib.sha256(found).digest() == below
        below = found


@given(seeds, st.sampled_from(CHAINS), st.integers(1, LINKS), st.data())
def test_a_link_gives_those_below_it(
    seed: str, chain: str, index: int, data: st.DataObject
) -> None:
    lower = data.draw(st.integers(0, index - 1))
    found = link(seed, chain, index)
    for _ in range(index - lower):
        found = hashlib.sha256(found).digest()
    assert found.hex() == (link(seed, chain, lower).hex() if lower else anchor(seed, chain))


def test_a_link_gives_none_above_it_and_none_of_the_other_chain() -> None:
    links = {link(SEED, chain, index) for chain in CHAINS for index in range(1, LINKS + 1)}
    assert len(links) == 2 * LINKS, "hashing a link comes to no link a second time"
    beyond = bytes.fromhex(anchor(SEED, PUBLIC))
    for _ in range(2 * LINKS):
        beyond = hashlib.sha256(beyond).digest()
        assert beyond not in links


@given(seeds, seeds)
def test_chains_of_other_seeds_have_other_anchors(one: str, other: str) -> None:
    anchors = {anchor(seed, chain) for seed in (one, other) for chain in CHAINS}
    assert len(anchors) == (2 if one == other else 4)


@pytest.mark.parametrize("chain", [PUBLIC, SECRET])
@pytest.mark.parametrize("index", [-1, 0, LINKS + 1])
def test_the_anchor_is_no_link_and_there_are_no_others(chain: str, index: int) -> None:
    with pytest.raises(ValueError, match=f"the {chain} chain has no link {index}"):
        link(SEED, chain, index)
