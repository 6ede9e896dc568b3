"""gzip (RFC 1952) of several pieces, none of which refers to what is in another.

So how long a piece becomes depends on that piece alone, and a piece that is stored takes as many
bytes as it has, whatever is in it.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterable
from typing import NamedTuple

from isal import isal_zlib

LEVEL = 3
"""Of ISA-L, which has 3: it takes a fifth of the time of zlib, for a twentieth more bytes."""

SMALLEST = 9
"""Of zlib, for what is compressed once and sent often."""

STORED = 0
"""As it is, which ISA-L knows no level for."""

_HEADER = b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"
"""Deflated, without a name or a time, made on an unknown system."""

_EXTRA = b"\x04"
"""The flag of a header with further fields, which are passed over."""

_FILLING = b"NP"
"""The field that only makes a stream longer."""

_END = b"\x03\x00"
"""The last block of a stream, with nothing in it."""


class Piece(NamedTuple):
    """Some bytes, to be made smaller or to be left as they are."""

    plain: bytes
    level: int = LEVEL


class Writer:
    """Writes one stream, piece by piece."""

    def __init__(self) -> None:
        self._checksum = 0
        self._size = 0
        self._begun = False

    def write(self, piece: Piece) -> bytes:
        """What a client can read the whole piece from."""
        self._checksum = isal_zlib.crc32(piece.plain, self._checksum)
        self._size += len(piece.plain)
        begin = b"" if self._begun else _HEADER
        self._begun = True
        deflate = isal_zlib if piece.level == LEVEL else zlib
        deflating = deflate.compressobj(piece.level, zlib.DEFLATED, -zlib.MAX_WBITS)
        made: bytes = deflating.compress(piece.plain) + deflating.flush(zlib.Z_FULL_FLUSH)
        return begin + made

    def end(self) -> bytes:
        """The end of the stream."""
        begin = b"" if self._begun else _HEADER
        return begin + _END + struct.pack("<LL", self._checksum, self._size & 0xFFFFFFFF)


def gzip(pieces: Iterable[Piece], multiple: int = 1) -> bytes:
    """The pieces as one stream, as many bytes long as some `multiple`, at most 65,000, has.

    >>> import gzip as standard
    >>> it = gzip([Piece(b"Vive"), Piece(b" l'Empereur", STORED)], 256)
    >>> len(it), standard.decompress(it)
    (256, b"Vive l'Empereur")
    """
    writer = Writer()
    stream = b"".join([*map(writer.write, pieces), writer.end()])
    lacking = -len(stream) % multiple
    return _longer(stream, lacking, multiple) if lacking else stream


def _longer(stream: bytes, by: int, multiple: int) -> bytes:
    """A stream with a field in its header that nobody reads."""
    heads = 2 + len(_FILLING) + 2
    while by < heads:
        by += multiple
    field = _FILLING + struct.pack("<H", by - heads) + bytes(by - heads)
    begin = _HEADER[:3] + _EXTRA + _HEADER[4:]
    return begin + struct.pack("<H", len(field)) + field + stream[len(_HEADER) :]
