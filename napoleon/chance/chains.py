"""Seed chains: secrets that are committed to all at once, and revealed one link at a time.

Each link of a chain is the SHA-256 of the one after it. So the anchor, which is link 0 and is
published before the game, commits to all of them. From link i anybody can make the links before
it, but none of those after it. Links are used in the order 1, 2, 3 ...
"""

from __future__ import annotations

import hashlib
import hmac
from functools import lru_cache

SEED_BYTES = 32

PUBLIC = "public"
"""The chain of draws from what lies open, such as dice. Its links are revealed as they are used."""

SECRET = "secret"  # noqa: S105 - the name of a chain
"""The chain of draws from what is hidden, such as decks. It is revealed when the game is over."""

CHAINS = (PUBLIC, SECRET)

LINKS = 8192
"""Links of a chain: one for each order that draws from it, in all branches of a game."""

_STEP = 64
"""Of a chain in use, one link in this many is remembered."""


def commitment(seed: str) -> str:
    """What is published of a seed before the game: its SHA-256, as hexadecimal digits.

    >>> commitment("00" * 32)
    '66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925'
    """
    return hashlib.sha256(bytes.fromhex(seed)).hexdigest()


def anchor(seed: str, chain: str) -> str:
    """What is published of a chain before the game: its link 0, as hexadecimal digits."""
    return _remembered(seed, chain)[0].hex()


def link(seed: str, chain: str, index: int) -> bytes:
    """Link `index` of a chain, from 1 to `LINKS`. Raises ValueError outside that range.

    >>> link("00" * 32, PUBLIC, 1) == hashlib.sha256(link("00" * 32, PUBLIC, 2)).digest()
    True
    """
    if not 1 <= index <= LINKS:
        raise ValueError(f"the {chain} chain has no link {index}")
    above = -(-index // _STEP)
    return _stretch(seed, chain, above)[above * _STEP - index]


@lru_cache(maxsize=512)
def _stretch(seed: str, chain: str, above: int) -> tuple[bytes, ...]:
    """The links from `above` times `_STEP` down to the next one that is remembered.

    A game uses its links one by one, so most orders find theirs here.
    """
    kept = [_remembered(seed, chain)[above]]
    for _ in range(_STEP - 1):
        kept.append(hashlib.sha256(kept[-1]).digest())
    return tuple(kept)


@lru_cache(maxsize=512)
def _remembered(seed: str, chain: str) -> tuple[bytes, ...]:
    """Links 0, `_STEP`, 2 `_STEP` ... of a chain: making all of them takes milliseconds."""
    found = hmac.digest(bytes.fromhex(seed), b"napoleon/chain/1/" + chain.encode(), "sha256")
    kept = [found]
    # Every game begins with two of these: looking up a name, or a remainder, for each link is felt.
    sha256 = hashlib.sha256
    for _ in range(LINKS // _STEP):
        for _ in range(_STEP):
            found = sha256(found).digest()
        kept.append(found)
    return tuple(reversed(kept))
