"""Draws: numbers out of a link and a label, and the chance that rules are given.

A draw is HMAC-SHA256 of a link over a label in canonical JSON (RFC 8785): game, branch, link,
number of the draw, purpose, how many options there are, and the nonces of the seats. It does not
depend on clock or log, so the service, which writes both, can choose nothing once a seat has given
its nonce.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple, TypeVar

from napoleon.canonical import canonical
from napoleon.chance.chains import SECRET, link

T = TypeVar("T")

_WORD = 2**32
_DOMAIN = "napoleon/draw/2"
_DIGEST_DIGITS = 32


class Label(NamedTuple):
    """What a draw is made for."""

    game: str
    """Its id; in a game whose chance is prepared, the label that its first event names."""
    branch: int
    """How many rewinds came before it: after one everything is drawn again."""
    link: int
    draw: int
    """Number of the draw among those that count, from 0."""
    purpose: str
    size: int
    """How many options there are."""
    nonces: tuple[tuple[str, str], ...]
    """Seat and nonce, in the order of the seats' names."""


class Kept(NamedTuple):
    """A draw that a rewind has undone and that counts again if it is called again."""

    version: int
    """Version of the event that called it."""
    purpose: str
    size: int
    chain: str
    picked: int
    """Which of the options it gave."""


class Call(NamedTuple):
    """A draw as it was called, before its result."""

    draw: int
    purpose: str
    size: int
    options: str
    """Digest of the options that were drawn from."""
    chain: str
    link: int
    """Link of the chain it is made with; if it is repeated, the link of the first time."""
    repeats: int
    """Version of the event that called it before a rewind; 0 if it is a new draw."""


def number(key: bytes, label: Label) -> int:
    """Which of the options a draw gives: from 0 to `label.size` - 1, all equally likely.

    Raises ValueError if the size is not in 1..2**32.
    """
    return below(label.size, _words(key, label))


def below(bound: int, words: Iterator[int]) -> int:
    """A number from 0 to `bound` - 1, all equally likely, from uniform 32-bit words.

    Words in the uneven rest of 2**32 are thrown away (rejection sampling), as a plain remainder
    would favour small numbers. Raises ValueError if `bound` is not in 1..2**32.

    >>> below(6, iter([2**32 - 1, 7]))
    1
    """
    if not 1 <= bound <= _WORD:
        raise ValueError(f"cannot pick one of {bound}")
    fair = _WORD - _WORD % bound
    return next(word for word in words if word < fair) % bound


def _words(key: bytes, label: Label) -> Iterator[int]:
    """Endless 32-bit words for a draw, eight from each HMAC."""
    block = 0
    while True:
        digest = hmac.digest(key, canonical([_DOMAIN, *label, block]), "sha256")
        for start in range(0, len(digest), 4):
            yield int.from_bytes(digest[start : start + 4], "big")
        block += 1


def digest_of(options: Sequence[Any]) -> str:
    """What identifies the options of a draw: 32 hexadecimal digits of a SHA-256.

    >>> digest_of([1, 2, 3])
    'a615eeaee21de5179de080de8c3052c8'
    """
    return hashlib.sha256(canonical(list(options))).hexdigest()[:_DIGEST_DIGITS]


class SeededChance:
    """The draws of one order, or of a set-up, from the seed of its game.

    `drawn` is the number of its first draw, `used` the last link of each chain that was used,
    and `kept` holds draws that count again, by number. `calls` tells what was drawn.

    >>> chance = SeededChance("00" * 32, "demo", drawn=0)
    >>> [chance.pick(range(1, 7), "dice", "public") for _ in range(6)]
    [3, 1, 6, 1, 4, 6]
    >>> chance.drawn, chance.calls[-1].purpose, chance.calls[-1].link
    (6, 'dice', 1)
    """

    def __init__(
        self,
        seed: str,
        game: str,
        drawn: int,
        *,
        branch: int = 0,
        nonces: Mapping[str, str] | None = None,
        used: Mapping[str, int] | None = None,
        kept: Mapping[int, Kept] | None = None,
    ) -> None:
        self._seed = seed
        self._game = game
        self._branch = branch
        self._nonces = nonces or {}
        self._used = used or {}
        self._kept = kept or {}
        self.drawn = drawn
        self.calls: list[Call] = []
        self._keys: dict[str, bytes] = {}

    def pick(self, options: Sequence[T], purpose: str, chain: str = SECRET) -> T:
        """One of `options`; see `Chance.pick`. Raises ValueError if the chain has run out."""
        size = len(options)
        kept = self._kept.get(self.drawn)
        if kept is not None and (kept.purpose, kept.size, kept.chain) == (purpose, size, chain):
            index, linked, repeats = kept.picked, 0, kept.version
        else:
            linked, repeats = self._used.get(chain, 0) + 1, 0
            nonces = tuple(sorted(self._nonces.items()))
            label = Label(self._game, self._branch, linked, self.drawn, purpose, size, nonces)
            if chain not in self._keys:
                self._keys[chain] = link(self._seed, chain, linked)
            index = number(self._keys[chain], label)
        call = Call(self.drawn, purpose, size, digest_of(options), chain, linked, repeats)
        self.calls.append(call)
        self.drawn += 1
        return options[index]
