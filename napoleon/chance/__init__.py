"""Chance: dice and draws that were settled before the game began, and that nobody can bend.

A secret seed is committed to in the first event of a game. Two chains of links are made from it
(`chains`), and every draw from a link, a label and the seats' own nonces (`draws`). What a draw is
for is in the log before its result (`napoleon.log.events.draws`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, TypeVar

from napoleon.chance.chains import (
    CHAINS,
    LINKS,
    PUBLIC,
    SECRET,
    SEED_BYTES,
    anchor,
    commitment,
    link,
)
from napoleon.chance.draws import Call, Kept, Label, SeededChance, below, number

__all__ = [
    "CHAINS",
    "LINKS",
    "PUBLIC",
    "SECRET",
    "SEED_BYTES",
    "Call",
    "Chance",
    "Kept",
    "Label",
    "SeededChance",
    "anchor",
    "below",
    "commitment",
    "link",
    "number",
]

T = TypeVar("T")


class Chance(Protocol):
    """What rules see of chance. It is the only way in for anything random."""

    def pick(self, options: Sequence[T], purpose: str, chain: str = SECRET) -> T:
        """One of `options`, all equally likely; `purpose` names the draw for the record.

        `options` are plain numbers or words, since they are recorded. Where everybody knows all of
        them, `chain` is ``public``: the draw can be checked as soon as it is made. Where they
        reveal something hidden, such as a deck, it is ``secret``, and checked after the game.
        Raises ValueError if there is nothing to choose from.
        """
