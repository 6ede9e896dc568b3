"""The parts of a bundle: members of a zip file, the same bytes for the same content."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.resources import files
from typing import IO, Any
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

_EPOCH = (1980, 1, 1, 0, 0, 0)
"""The time of every part of a bundle, so that the same position gives the same bytes."""

_READABLE_BY_ALL = 0o644 << 16


@contextmanager
def member(archive: ZipFile, name: str) -> Iterator[IO[bytes]]:
    """A new member of a zip file, to be written to."""
    info = ZipInfo(name, _EPOCH)
    info.compress_type, info.create_system = ZIP_DEFLATED, 3
    info.external_attr = _READABLE_BY_ALL
    with archive.open(info, "w") as opened:
        yield opened


def put(archive: ZipFile, name: str, text: str) -> None:
    """Put a text into a zip file."""
    with member(archive, name) as opened:
        opened.write(text.encode())


def lined(value: Any) -> bytes:
    """`value` as a line of JSON: compact, with the members of objects in the order given."""
    text = json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return text.encode() + b"\n"


def pretty(value: Any) -> str:
    """`value` as JSON for people to read."""
    return json.dumps(value, ensure_ascii=False, indent=2) + "\n"


def part(*path: str) -> str:
    """The text of a file of this package that goes into bundles."""
    return files(__package__).joinpath(*path).read_text(encoding="utf-8")
