from __future__ import annotations

import doctest
import hashlib
import hmac
import json
from collections import Counter
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from napoleon import chance, ids
from napoleon.chance import SeededChance, below, commitment

SEED = "5e" * 32
seeds = st.binary(min_size=32, max_size=32).map(bytes.hex)


@pytest.mark.parametrize("module", [chance, ids])
def test_examples_in_the_docstrings(module: object) -> None:
    outcome = doctest.testmod(module)  # type: ignore[arg-type]
    assert outcome.attempted > 0
    assert outcome.failed == 0


def test_a_draw_is_what_anybody_computes_from_the_seed() -> None:
    label = json.dumps(["napoleon/draw/1", "game", 7, "dice", 0], separators=(",", ":"))
    word = int.from_bytes(hmac.new(bytes.fromhex(SEED), label.encode(), "sha256").digest()[:4])
    assert word < 2**32 - 2**32 % 6, "the first word is a fair one for this seed"
    assert SeededChance(SEED, "game", drawn=7).pick(range(6), "dice") == word % 6


def test_draws_do_not_depend_on_who_draws_them_or_when() -> None:
    through = SeededChance(SEED, "game", drawn=0)
    sequence = [through.pick(range(1000), "card") for _ in range(20)]
    again = [SeededChance(SEED, "game", drawn=n).pick(range(1000), "card") for n in range(20)]
    assert sequence == again


def test_seed_game_number_and_purpose_all_matter() -> None:
    def draw(seed: str = SEED, game: str = "game", drawn: int = 0, purpose: str = "card") -> int:
        return SeededChance(seed, game, drawn).pick(range(2**32), purpose)

    others = [draw(seed="00" * 32), draw(game="other"), draw(drawn=1), draw(purpose="dice")]
    assert len({draw(), *others}) == 5


@given(seeds, st.lists(st.integers(), min_size=1, max_size=80), st.text())
def test_a_pick_is_one_of_the_options(seed: str, options: list[int], purpose: str) -> None:
    assert SeededChance(seed, "game", drawn=0).pick(options, purpose) in options


def test_nothing_to_pick_from() -> None:
    source = SeededChance(SEED, "game", drawn=0)
    with pytest.raises(ValueError, match="cannot pick one of 0"):
        source.pick([], "card")
    assert source.drawn == 0, "a draw that failed is not counted"


@pytest.mark.parametrize("sides", [6, 7, 54])
def test_picks_are_uniform(sides: int) -> None:
    source = SeededChance(SEED, "game", drawn=0)
    draws = 500 * sides
    counts = Counter(source.pick(range(sides), "dice") for _ in range(draws))
    chi_squared = sum((counts[n] - 500) ** 2 / 500 for n in range(sides))
    freedom = sides - 1
    assert chi_squared < freedom + 4 * (2 * freedom) ** 0.5, "within four standard deviations"
    assert chi_squared > freedom - 4 * (2 * freedom) ** 0.5, "and not suspiciously even"


@given(st.integers(1, 2**32), st.lists(st.integers(0, 2**32 - 1), min_size=1))
def test_words_in_the_uneven_rest_are_thrown_away(bound: int, words: list[int]) -> None:
    used: list[int] = []

    def recorded() -> Iterator[int]:
        for word in [*words, 0]:
            used.append(word)
            yield word

    number = below(bound, recorded())
    whole_rounds = 2**32 // bound * bound
    assert 0 <= number < bound
    assert number == used[-1] % bound
    assert used[-1] < whole_rounds
    assert all(word >= whole_rounds for word in used[:-1])


@pytest.mark.parametrize("bound", [-1, 0, 2**32 + 1])
def test_bounds_that_words_of_32_bits_cannot_serve(bound: int) -> None:
    with pytest.raises(ValueError, match="cannot pick"):
        below(bound, iter([0]))


@given(seeds)
def test_the_commitment_is_the_hash_of_the_seed(seed: str) -> None:
    assert commitment(seed) == hashlib.sha256(bytes.fromhex(seed)).hexdigest()
