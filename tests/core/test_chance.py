"""Draws are what the seed commits to, each for its label, and nothing else decides them."""

from __future__ import annotations

import doctest
import hashlib
import hmac
import json
from collections.abc import Iterator
from pkgutil import iter_modules
from types import ModuleType
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from napoleon import chance
from napoleon.chance import (
    LINKS,
    PUBLIC,
    SECRET,
    Kept,
    Label,
    SeededChance,
    below,
    chains,
    draws,
    link,
    number,
    recorded,
    unchained,
)
from napoleon.chance.recorded import NotRecorded, RecordedChance
from napoleon.chance.unchained import UnchainedChance
from napoleon.log import ids
from napoleon.log.events import draws as called

MODULES = [called, chains, draws, recorded, unchained]
SEED = "5e" * 32
NONCES = {"red": "0badcafe", "blue": "5eed"}
seeds = st.binary(min_size=32, max_size=32).map(bytes.hex)
options_of_a_draw = st.lists(st.integers(-1000, 1000) | st.text(max_size=5), min_size=1)


def test_the_examples_of_every_module_are_run() -> None:
    assert {it.name for it in iter_modules(chance.__path__)} == {
        module.__name__.rpartition(".")[2] for module in MODULES
    }


@pytest.mark.parametrize("module", [*MODULES, ids])
def test_examples_in_the_docstrings(module: ModuleType) -> None:
    outcome = doctest.testmod(module)
    assert outcome.attempted > 0
    assert outcome.failed == 0


def first_word(seed: str, chain: str, label: list[Any]) -> int:
    """The first word of a draw, from the seed and the words of the format alone."""
    key = hmac.new(bytes.fromhex(seed), f"napoleon/chain/1/{chain}".encode(), "sha256").digest()
    for _ in range(8192 - label[2]):
        key = hashlib.sha256(key).digest()
    text = json.dumps(["napoleon/draw/2", *label, 0], separators=(",", ":"), ensure_ascii=False)
    return int.from_bytes(hmac.new(key, text.encode(), "sha256").digest()[:4])


@pytest.mark.parametrize("chain", [PUBLIC, SECRET])
def test_a_draw_is_what_anybody_computes_from_the_seed(chain: str) -> None:
    source = SeededChance(SEED, "game", 7, branch=2, nonces=NONCES, used={chain: 4})
    nonces = [["blue", "5eed"], ["red", "0badcafe"]]
    for draw in range(7, 27):
        word = first_word(SEED, chain, ["game", 2, 5, draw, "Würfel", 6, nonces])
        assert word < 2**32 - 2**32 % 6, "the first word is a fair one for this seed"
        assert source.pick(range(6), "Würfel", chain) == word % 6


def test_draws_do_not_depend_on_who_draws_them_or_when() -> None:
    through = SeededChance(SEED, "game", drawn=0)
    sequence = [through.pick(range(1000), "card") for _ in range(20)]
    again = [SeededChance(SEED, "game", drawn=n).pick(range(1000), "card") for n in range(20)]
    assert sequence == again


def test_everything_in_a_label_matters() -> None:
    label = Label("game", 0, 1, 0, "card", 2**32, tuple(sorted(NONCES.items())))
    others = [
        label._replace(game="other"),
        label._replace(branch=1),
        label._replace(link=2),
        label._replace(draw=1),
        label._replace(purpose="dice"),
        label._replace(size=2**32 - 1),
        label._replace(nonces=()),
        label._replace(nonces=(("blue", "5eee"), label.nonces[1])),
        label._replace(nonces=(("blue", "0badcafe"), ("red", "5eed"))),
    ]
    assert set(Label._fields) == {
        name for other in others for name in Label._fields
        if getattr(other, name) != getattr(label, name)
    }  # fmt: skip
    key = link(SEED, PUBLIC, 1)
    assert len({number(key, it) for it in [label, *others]}) == len(others) + 1


def test_seed_chain_and_link_matter() -> None:
    label = Label("game", 0, 1, 0, "card", 2**32, ())
    keys = [
        link(SEED, PUBLIC, 1),
        link(SEED, PUBLIC, 2),
        link(SEED, SECRET, 1),
        link("00" * 32, PUBLIC, 1),
    ]
    assert len({number(key, label) for key in keys}) == len(keys)


@given(seeds, options_of_a_draw, st.text(), st.sampled_from([PUBLIC, SECRET]))
def test_a_pick_is_one_of_the_options(
    seed: str, options: list[int | str], purpose: str, chain: str
) -> None:
    source = SeededChance(seed, "game", drawn=0)
    assert source.pick(options, purpose, chain) in options
    [call] = source.calls
    assert (call.draw, call.purpose, call.size) == (0, purpose, len(options))
    assert (call.chain, call.link, call.repeats) == (chain, 1, 0)


@pytest.mark.parametrize("source", [SeededChance, UnchainedChance])
def test_nothing_to_pick_from(source: type[SeededChance | UnchainedChance]) -> None:
    empty = source(SEED, "game", drawn=0)
    with pytest.raises(ValueError, match="cannot pick one of 0"):
        empty.pick([], "card")
    assert (empty.drawn, empty.calls) == (0, []), "a draw that failed is not counted"


def test_an_order_draws_with_one_link_of_each_chain() -> None:
    source = SeededChance(SEED, "game", 0, used={PUBLIC: 11, SECRET: 3})
    for chain in (PUBLIC, SECRET, PUBLIC, SECRET, SECRET):
        source.pick(range(6), "any", chain)
    assert [(call.draw, call.chain, call.link) for call in source.calls] == [
        (0, PUBLIC, 12), (1, SECRET, 4), (2, PUBLIC, 12), (3, SECRET, 4), (4, SECRET, 4)
    ]  # fmt: skip


def test_a_chain_that_has_run_out() -> None:
    source = SeededChance(SEED, "game", 0, used={PUBLIC: LINKS})
    with pytest.raises(ValueError, match="no link 8193"):
        source.pick(range(6), "dice", PUBLIC)
    assert (source.drawn, source.calls) == (0, [])
    source.pick(range(6), "card", SECRET)


@pytest.mark.parametrize(
    ("kept", "counts"),
    [
        (Kept(40, "dice", 1000, PUBLIC, 777), True),
        (Kept(40, "other dice", 1000, PUBLIC, 777), False),
        (Kept(40, "dice", 999, PUBLIC, 777), False),
        (Kept(40, "dice", 1000, SECRET, 777), False),
    ],
)
def test_a_kept_draw_counts_if_the_same_is_called_again(kept: Kept, counts: bool) -> None:
    source = SeededChance(SEED, "game", 5, branch=1, kept={5: kept})
    anew = SeededChance(SEED, "game", 5, branch=1)
    found = source.pick(range(1000), "dice", PUBLIC)
    assert found == (777 if counts else anew.pick(range(1000), "dice", PUBLIC))
    assert found != 777 or counts
    [call] = source.calls
    assert (call.link, call.repeats) == ((0, 40) if counts else (1, 0))
    assert source.pick(range(1000), "dice", PUBLIC) == SeededChance(SEED, "game", 6, branch=1).pick(
        range(1000), "dice", PUBLIC
    ), "the one after it is made anew"


@given(st.integers(1, 2**32), st.lists(st.integers(0, 2**32 - 1), min_size=1))
def test_words_in_the_uneven_rest_are_thrown_away(bound: int, words: list[int]) -> None:
    used: list[int] = []

    def watched() -> Iterator[int]:
        for word in [*words, 0]:
            used.append(word)
            yield word

    found = below(bound, watched())
    whole_rounds = 2**32 // bound * bound
    assert 0 <= found < bound
    assert found == used[-1] % bound
    assert used[-1] < whole_rounds
    assert all(word >= whole_rounds for word in used[:-1])


@pytest.mark.parametrize("bound", [-1, 0, 2**32 + 1])
def test_bounds_that_words_of_32_bits_cannot_serve(bound: int) -> None:
    with pytest.raises(ValueError, match="cannot pick"):
        below(bound, iter([0]))


def test_a_draw_without_a_fair_word_in_its_first_block_goes_on_to_the_next() -> None:
    size, blocks = 2**31 + 1, []
    for draw in range(2000):
        label = Label("game", 0, 1, draw, "card", size, ())
        key = link(SEED, PUBLIC, 1)
        for block in range(20):
            text = json.dumps(["napoleon/draw/2", *label, block], separators=(",", ":"))
            digest = hmac.digest(key, text.encode(), "sha256")
            words = [int.from_bytes(digest[i : i + 4]) for i in range(0, 32, 4)]
            if fair := [word for word in words if word < size]:
                assert number(key, label) == fair[0]
                blocks.append(block)
                break
    assert len(blocks) == 2000
    assert set(blocks) >= {0, 1}, "every word of a block is thrown away once in 256 draws"


def test_what_was_drawn_is_drawn_again() -> None:
    source = RecordedChance(["N", 3])
    assert source.pick(["S", "N"], "card") == "N"
    with pytest.raises(NotRecorded, match="3 could not be drawn for dice"):
        source.pick([1, 2], "dice", PUBLIC)
    with pytest.raises(NotRecorded, match="nothing was drawn for more"):
        source.pick([1, 2], "more")


def test_games_without_chains_are_drawn_as_ever() -> None:
    source = UnchainedChance("00" * 32, "demo", drawn=0)
    assert [source.pick(range(1, 7), "dice") for _ in range(6)] == [3, 3, 6, 2, 5, 6]
    label = json.dumps(["napoleon/draw/1", "game", 7, "dice", 0], separators=(",", ":"))
    word = int.from_bytes(hmac.new(bytes.fromhex(SEED), label.encode(), "sha256").digest()[:4])
    assert word < 2**32 - 2**32 % 6, "the first word is a fair one for this seed"
    assert UnchainedChance(SEED, "game", drawn=7).pick(range(6), "dice") == word % 6
