"""Samples of 100,000 draws of each kind are uniform, and tell nothing of each other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from functools import cache
from itertools import permutations
from math import sqrt

import pytest

from napoleon.chance import PUBLIC, SECRET, Label, SeededChance, link, number

SEED = "5e" * 32
NONCES = {"allied": "0badcafe", "french": "5eed"}
SAMPLES = 100_000
PER_ORDER = 100
CARDS = 54
TOKENS = (11, 12, 13)
DEVIATIONS = 4
"""How many standard deviations a sample may be away from what is expected."""


@cache
def dice() -> list[int]:
    """Rolls of a die, so many in each order, through all that a game draws with."""
    rolls = []
    for order in range(SAMPLES // PER_ORDER):
        source = SeededChance(SEED, "game", order * PER_ORDER, nonces=NONCES, used={PUBLIC: order})
        rolls += [source.pick(range(1, 7), "french die", PUBLIC) for _ in range(PER_ORDER)]
    return rolls


def _numbers(size: int, purposes: Sequence[str]) -> list[int]:
    """Draws of the same number one after the other for each purpose, as many as are sampled."""
    key, nonces = link(SEED, SECRET, 64), tuple(sorted(NONCES.items()))
    return [
        number(key, Label("game", 0, 64, draw, purpose, size, nonces))
        for draw in range(SAMPLES // len(purposes))
        for purpose in purposes
    ]


@cache
def cards() -> list[int]:
    """Cards out of a full bag, by turns one of each player, under the same number of the draw."""
    return _numbers(CARDS, ["french draw", "allied draw"])


@cache
def shuffles() -> list[tuple[int, ...]]:
    """Tokens dealt to blocks, each from those that are left."""
    key = link(SEED, SECRET, 128)
    dealt = []
    for shuffle in range(SAMPLES):
        left, order = list(TOKENS), []
        for index in range(len(TOKENS)):
            draw = shuffle * len(TOKENS) + index
            purpose = f"french token {index + 1} of {len(TOKENS)}"
            label = Label("game", 0, 128, draw, purpose, len(left), ())
            order.append(left.pop(number(key, label) if len(left) > 1 else 0))
        dealt.append(tuple(order))
    return dealt


def assert_uniform(sample: Sequence[Hashable], outcomes: Iterable[Hashable]) -> None:
    """Pearson's chi-squared is what chance gives: neither uneven nor suspiciously even."""
    counts, cells = Counter(sample), list(outcomes)
    assert counts.keys() <= set(cells)
    expected, freedom = len(sample) / len(cells), len(cells) - 1
    chi_squared = sum((counts[cell] - expected) ** 2 / expected for cell in cells)
    assert abs(chi_squared - freedom) < DEVIATIONS * sqrt(2 * freedom)


def assert_independent(one: Sequence[int], other: Sequence[int]) -> None:
    """The correlation of two samples is what that of independent ones is: about nothing."""
    size = len(one)
    assert size == len(other)
    mean, means = sum(one) / size, sum(other) / size
    together = sum((a - mean) * (b - means) for a, b in zip(one, other, strict=True))
    spread = sum((a - mean) ** 2 for a in one) * sum((b - means) ** 2 for b in other)
    assert abs(together / sqrt(spread)) < DEVIATIONS / sqrt(size)


def test_dice_are_uniform() -> None:
    assert len(dice()) == SAMPLES
    assert_uniform(dice(), range(1, 7))


def test_cards_are_uniform() -> None:
    assert len(cards()) == SAMPLES
    assert_uniform(cards(), range(CARDS))


def test_shuffles_are_uniform() -> None:
    assert len(shuffles()) == SAMPLES
    assert_uniform(shuffles(), permutations(TOKENS))


@pytest.mark.parametrize("lag", [1, 2, PER_ORDER - 1, PER_ORDER, 64 * PER_ORDER])
def test_rolls_tell_nothing_of_later_ones_in_this_order_or_in_others(lag: int) -> None:
    assert_independent(dice()[:-lag], dice()[lag:])


def test_pairs_of_rolls_are_uniform() -> None:
    pairs = list(zip(dice()[::2], dice()[1::2], strict=True))
    assert_uniform(pairs, [(a, b) for a in range(1, 7) for b in range(1, 7)])


def test_rolls_tell_nothing_of_those_at_the_same_place_of_the_next_order() -> None:
    later = dice()[PER_ORDER:]
    pairs = list(zip(dice(), later, strict=False))
    assert_uniform(pairs, [(a, b) for a in range(1, 7) for b in range(1, 7)])


def test_rolls_tell_nothing_of_their_numbers() -> None:
    assert_independent(dice(), range(SAMPLES))
    assert_uniform(dice()[::PER_ORDER], range(1, 7))


def test_draws_tell_nothing_of_those_for_another_purpose_under_the_same_number() -> None:
    assert_independent(cards()[::2], cards()[1::2])
    halves = [(a // 27, b // 27) for a, b in zip(cards()[::2], cards()[1::2], strict=True)]
    assert_uniform(halves, [(a, b) for a in range(2) for b in range(2)])


@pytest.mark.parametrize("lag", [1, 2, 3])
def test_draws_tell_nothing_of_the_next_ones_for_the_same_purpose(lag: int) -> None:
    mine = cards()[::2]
    assert_independent(mine[:-lag], mine[lag:])


def test_shuffles_tell_nothing_of_the_next_one() -> None:
    pairs = list(zip(shuffles()[::2], shuffles()[1::2], strict=True))
    orders = list(permutations(TOKENS))
    assert_uniform(pairs, [(a, b) for a in orders for b in orders])


@pytest.mark.parametrize(
    "sample",
    [[*range(CARDS)] * 100, [*range(CARDS)] * 90 + [7] * 10 * CARDS, [CARDS] * 100],
    ids=["too even", "loaded", "beyond"],
)
def test_what_is_not_uniform_is_found(sample: list[int]) -> None:
    with pytest.raises(AssertionError):
        assert_uniform(sample, range(CARDS))


def test_what_is_not_independent_is_found() -> None:
    echoing = [
        a if place % 20 == 0 else b
        for place, (a, b) in enumerate(zip(dice()[:-1], dice()[1:], strict=True))
    ]
    with pytest.raises(AssertionError):
        assert_independent(dice()[: len(echoing)], echoing)
