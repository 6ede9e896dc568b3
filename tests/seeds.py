"""Seeds of the games that tests make: from a few, whose chains are made once.

Every game begins with two chains of thousands of links. They take some milliseconds, and thousands
of games are made.
"""

from __future__ import annotations

import secrets
from itertools import cycle

from napoleon.chance.chains import SEED_BYTES
from napoleon.log.game_log import GameLog

FEW = 64
"""So many games that are made one after the other have seeds of their own."""


def draw_from_few() -> None:
    """Let every log of this process draw seeds like that, unless it is given other entropy."""
    seeds = cycle([secrets.token_bytes(SEED_BYTES) for _ in range(FEW)])

    def entropy(length: int) -> bytes:
        return next(seeds) if length == SEED_BYTES else secrets.token_bytes(length)

    assert GameLog.__init__.__kwdefaults__ is not None
    assert "entropy" in GameLog.__init__.__kwdefaults__
    GameLog.__init__.__kwdefaults__["entropy"] = entropy
