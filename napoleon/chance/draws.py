"""Draws: numbers out of a link and a label, and the chance that rules are given.

A draw is HMAC-SHA256 of a link over a label in canonical JSON (RFC 8785): game, branch, link,
number of the draw, purpose, how many options there are, and the nonces of the seats. It does not
depend on clock or log, so the service, which writes both, can choose nothing once a seat has given
its nonce.
"""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple, TypeVar

from napoleon.canonical import canonical
from napoleon.chance.chains import SECRET, link

T = TypeVar("T")

_WORD = 2**32
_BLOCK = 64
_INSIDE = bytes(byte ^ 0x36 for byte in range(256))
_OUTSIDE = bytes(byte ^ 0x5C for byte in range(256))
_EIGHT_WORDS = struct.Struct(">8I").unpack
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
    return below(label.size, _words(keyed(key), label))


def keyed(key: bytes) -> Callable[[bytes], bytes]:
    """HMAC-SHA256 under one key of at most 64 bytes [RFC 2104], for many messages.

    Its two hashes are begun with the key once: `hmac` begins them for each message, which is most
    of the time of a draw.

    >>> import hmac
    >>> keyed(b"key")(b"message") == hmac.digest(b"key", b"message", "sha256")
    True
    """
    block = key.ljust(_BLOCK, b"\0")
    begun_inside = hashlib.sha256(block.translate(_INSIDE))
    begun_outside = hashlib.sha256(block.translate(_OUTSIDE))

    def digest(message: bytes) -> bytes:
        inside, outside = begun_inside.copy(), begun_outside.copy()
        inside.update(message)
        outside.update(inside.digest())
        return outside.digest()

    return digest


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
    word = next(words)
    while word >= fair:
        word = next(words)
    return word % bound


def _words(mac: Callable[[bytes], bytes], label: Label) -> Iterator[int]:
    """Endless 32-bit words for a draw, eight from each HMAC."""
    block = 0
    while True:
        yield from _EIGHT_WORDS(mac(canonical([_DOMAIN, *label, block])))
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
        self._given_nonces = nonces or {}
        self._used = used or {}
        self._kept = kept or {}
        self.drawn = drawn
        self.calls: list[Call] = []
        self._macs: dict[str, Callable[[bytes], bytes]] = {}

    @cached_property
    def _nonces(self) -> tuple[tuple[str, str], ...]:
        return tuple(sorted(self._given_nonces.items()))

    def pick(self, options: Sequence[T], purpose: str, chain: str = SECRET) -> T:
        """One of `options`; see `Chance.pick`. Raises ValueError if the chain has run out."""
        size = len(options)
        kept = self._kept.get(self.drawn)
        if kept is not None and (kept.purpose, kept.size, kept.chain) == (purpose, size, chain):
            index, linked, repeats = kept.picked, 0, kept.version
        else:
            linked, repeats = self._used.get(chain, 0) + 1, 0
            nonces = self._nonces
            label = Label(self._game, self._branch, linked, self.drawn, purpose, size, nonces)
            if chain not in self._macs:
                self._macs[chain] = keyed(link(self._seed, chain, linked))
            index = below(size, _words(self._macs[chain], label))
        call = Call(self.drawn, purpose, size, digest_of(options), chain, linked, repeats)
        self.calls.append(call)
        self.drawn += 1
        return options[index]
