"""Chance: dice and draws that the service decided on before the game began.

The seed is committed to in the first event of a game. Draw number n of a game is made from
HMAC-SHA256(seed, label), where the label is canonical JSON naming game, number and purpose:
neither clock nor log head goes into it, so whoever learns the seed after the game can make
every draw again.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import Iterator, Sequence
from typing import Protocol, TypeVar

T = TypeVar("T")

SEED_BYTES = 32
_WORD = 2**32


class Chance(Protocol):
    """What rules see of chance. It is the one way in for anything random."""

    def pick(self, options: Sequence[T], purpose: str) -> T:
        """One of `options`, all equally likely; `purpose` names the draw for the record.

        Raises ValueError if there is nothing to pick from.
        """


def commitment(seed: str) -> str:
    """What is published of a seed before the game: its SHA-256, as hexadecimal digits.

    >>> commitment("00" * 32)
    '66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925'
    """
    return hashlib.sha256(bytes.fromhex(seed)).hexdigest()


class SeededChance:
    """Draws of one game from its seed, numbered from `drawn` on.

    >>> chance = SeededChance("00" * 32, "demo", drawn=0)
    >>> [chance.pick(range(1, 7), "dice") for _ in range(6)]
    [3, 3, 6, 2, 5, 6]
    >>> chance.drawn
    6
    """

    def __init__(self, seed: str, game: str, drawn: int) -> None:
        self._seed = bytes.fromhex(seed)
        self._game = game
        self.drawn = drawn

    def pick(self, options: Sequence[T], purpose: str) -> T:
        """One of `options`; see `Chance.pick`."""
        choice = options[below(len(options), self._words(purpose))]
        self.drawn += 1
        return choice

    def _words(self, purpose: str) -> Iterator[int]:
        """Endless 32-bit words for the next draw, eight from each HMAC."""
        block = 0
        while True:
            label = json.dumps(
                ["napoleon/draw/1", self._game, self.drawn, purpose, block],
                ensure_ascii=False,
                separators=(",", ":"),
            )
            digest = hmac.digest(self._seed, label.encode(), "sha256")
            for start in range(0, len(digest), 4):
                yield int.from_bytes(digest[start : start + 4], "big")
            block += 1


def below(bound: int, words: Iterator[int]) -> int:
    """A number from 0 to `bound` - 1, all equally likely, from uniform 32-bit words.

    Words in the uneven rest of 2**32 are thrown away (rejection sampling), as a remainder
    alone would favour small numbers. Raises ValueError if `bound` is not in 1..2**32.

    >>> below(6, iter([2**32 - 1, 7]))
    1
    """
    if not 1 <= bound <= _WORD:
        raise ValueError(f"cannot pick one of {bound}")
    fair = _WORD - _WORD % bound
    return next(word for word in words if word < fair) % bound
