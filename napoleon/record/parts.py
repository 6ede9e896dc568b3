"""The parts of a bundle: members of a zip file, the same bytes for the same content."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.resources import files
from typing import IO, Any, BinaryIO
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

import msgspec

_EPOCH = (1980, 1, 1, 0, 0, 0)
"""The time of every part of a bundle, so that the same position gives the same bytes."""

_READABLE_BY_ALL = 0o644 << 16


class Parts:
    """The parts of a bundle as they are written to a zip file, with the digest of each."""

    def __init__(self, target: BinaryIO) -> None:
        self._archive = ZipFile(target, "w", ZIP_DEFLATED)
        self._digests: dict[str, hashlib._Hash] = {}

    @property
    def digests(self) -> dict[str, str]:
        """The SHA-256 of what has been written so far, by the name of the part."""
        return {name: it.hexdigest() for name, it in self._digests.items()}

    @contextmanager
    def member(self, name: str) -> Iterator[_Member]:
        """A new part, to be written to."""
        info = ZipInfo(name, _EPOCH)
        info.compress_type, info.create_system = ZIP_DEFLATED, 3
        info.external_attr = _READABLE_BY_ALL
        self._digests[name] = digest = hashlib.sha256()
        with self._archive.open(info, "w") as opened:
            yield _Member(opened, digest)

    def put(self, name: str, text: str) -> None:
        """Put a text into the bundle."""
        with self.member(name) as opened:
            opened.write(text.encode())

    def close(self) -> None:
        """Finish the zip file."""
        self._archive.close()


class _Member:
    """A part that is being written."""

    def __init__(self, opened: IO[bytes], digest: hashlib._Hash) -> None:
        self._opened, self._digest = opened, digest

    def write(self, data: bytes) -> None:
        """Write on."""
        self._digest.update(data)
        self._opened.write(data)


def lined(value: Any) -> bytes:
    """`value` as a line of JSON: compact, with the members of objects in the order given."""
    return msgspec.json.encode(value) + b"\n"


def pretty(value: Any) -> str:
    """`value` as JSON for people to read."""
    return json.dumps(value, ensure_ascii=False, indent=2) + "\n"


def part(*path: str) -> str:
    """The text of a file of this package that goes into bundles."""
    return files(__package__).joinpath(*path).read_text(encoding="utf-8")
