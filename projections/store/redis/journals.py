"""Journals as Redis keeps them: in pieces of so many versions, each of them compressed.

What a version tells is little, and much like what the one before it told: in pieces a journal takes
a quarter of the room.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Iterator, Sequence

import msgspec
from isal import isal_zlib

from napoleon.rules.events import SPECTATOR
from projections.rows import Sentence
from projections.store.redis.keys import Keys

PIECE = 64
"""Versions in a piece. The last one is written again with each order, so it is not longer."""

MOST = 4_000_000
"""Bytes that are unpacked of a piece at most, whatever somebody has put there. The longest of bots'
games have 18,000."""

_LEVEL = 1


class Entry(msgspec.Struct, array_like=True):
    """A version in the journal of a game; `told` are the sentences, by reader."""

    version: int
    turn: int
    phase: str
    type: str
    house: bool
    told: dict[str, str] = {}

    def to(self, reader: str, game: str) -> Sentence:
        """The sentence for a reader: their own, or else that of the spectator."""
        told = self.told.get(reader)
        return Sentence(
            game,
            self.version,
            reader,
            self.turn,
            self.phase,
            self.type,
            self.told[SPECTATOR] if told is None else told,
            self.house,
        )


_decoded = msgspec.json.Decoder(list[Entry]).decode


def pack(entries: Sequence[Entry]) -> bytes:
    """A piece as it is kept."""
    return isal_zlib.compress(msgspec.json.encode(entries), _LEVEL)


def unpack(kept: bytes) -> list[Entry]:
    """The entries of a piece. Raises ValueError for what is none."""
    unpacking = zlib.decompressobj()
    try:
        told = unpacking.decompress(kept, MOST)
    except zlib.error:
        told = b""
    if not unpacking.eof:
        raise ValueError("a journal has something else than a piece of it")
    return _decoded(told)


def number_of(version: int) -> int:
    """In which piece of the journal a version is told, from 0 on."""
    return (version - 1) // PIECE


def entries(told: Iterable[Sentence]) -> list[Entry]:
    """What is told of each version, in their order."""
    found: dict[int, Entry] = {}
    for it in told:
        entry = found.get(it.version)
        if entry is None:
            entry = Entry(it.version, it.turn, it.phase, it.type, it.house)
            found[it.version] = entry
        entry.told[it.reader] = it.sentence
    return [found[version] for version in sorted(found)]


def continued(
    keys: Keys, game: str, last: bytes | None, told: Sequence[Entry]
) -> Iterator[tuple[str | bytes | int, ...]]:
    """What writes `told` after what is kept, of which `last` is the piece with the version before.

    Raises ValueError unless `last` has all versions of its piece up to that one.
    """
    key, first = keys.journal(game), told[0].version
    if first == 1:
        yield "DEL", key
        whole = [*told]
    else:
        number = number_of(first - 1)
        begun = range(number * PIECE + 1, first)
        before = unpack(last or b"")[: len(begun)]
        if [it.version for it in before] != [*begun]:
            raise ValueError(f"versions before {first} are not in the journal of game {game}")
        yield ("LTRIM", key, 0, number - 1) if number else ("DEL", key)
        whole = [*before, *told]
    for start in range(0, len(whole), PIECE):
        yield "RPUSH", key, pack(whole[start : start + PIECE])
