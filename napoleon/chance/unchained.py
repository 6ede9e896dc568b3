"""The chance of games that began before there were chains: they go on as they began."""

from __future__ import annotations

import hmac
import json
from collections.abc import Iterator, Sequence
from typing import TypeVar

from napoleon.chance.chains import SECRET
from napoleon.chance.draws import Call, below

T = TypeVar("T")


class UnchainedChance:
    """Draws of one game straight from its seed, numbered from `drawn` on.

    Nobody can check them before the seed is revealed after the game, and what they are for is not
    in the log: `calls` stays empty.

    >>> chance = UnchainedChance("00" * 32, "demo", drawn=0)
    >>> [chance.pick(range(1, 7), "dice") for _ in range(6)]
    [3, 3, 6, 2, 5, 6]
    """

    def __init__(self, seed: str, game: str, drawn: int) -> None:
        self._seed = bytes.fromhex(seed)
        self._game = game
        self.drawn = drawn
        self.calls: list[Call] = []

    def pick(self, options: Sequence[T], purpose: str, chain: str = SECRET) -> T:
        """One of `options`; see `napoleon.chance.Chance.pick`."""
        choice = options[below(len(options), self._words(purpose))]
        self.drawn += 1
        return choice

    def _words(self, purpose: str) -> Iterator[int]:
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
