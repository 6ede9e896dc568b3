"""The file of a whole store: a zip file with a part for each table, and a manifest at its end.

A part has a line for each row, a JSON array of what stands in its columns. The manifest says which
parts there are, how many rows and bytes each of them has, and its hash. Memory holds one row of it
at a time, and nothing is ever unpacked to a place that the file names.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from hashlib import sha256
from importlib.metadata import version
from typing import Any, BinaryIO
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile, ZipInfo

import msgspec

from napoleon.log.store.moved import MoveRefused, Row, Table
from napoleon.record.verifier import DAMAGE

FORMAT = "napoleon-store"

NUMBER = 2
"""Number of the format: which tables there are, and what their columns are. The first had no
people; `Table.since` says which tables came later."""

_FIRST = f"{FORMAT}.txt"
"""Name of the part at the beginning, by which the file is known even if its end is missing."""

_MANIFEST = "manifest.json"

_KEYS = "keys.json"
"""Name of the part with the keys that sign and have signed."""

_BEGINNING = b"PK\x03\x04"

_NAME_AT = 30
"""Where the name of the first part begins in a zip file."""

_WELCOME = """This file is the whole store of a Napoleon service: every game, with its secrets,
the addresses of its players and what gives access to their seats. Keep it as safe as the store.

    napoleon import FILE

takes it into an empty store, as 'napoleon migrate' makes it, of this release or a newer one.
"""

_LEVEL = 4
"""How hard parts are packed: harder takes twice as long for a few percent."""

_ROW_LIMIT = 64 * 2**20
"""Bytes of a line. Mails are the largest rows, and none that a server takes comes near that."""

_TEXT_LIMIT = 2**20
"""Bytes of a part that is no table."""

_TIMES_LIMIT = 200
"""How many times as large as the file its content may be: twenty times is what games come to."""

_PIECE = 2**14
"""Bytes that are unpacked at a time."""


class Part(msgspec.Struct, frozen=True):
    """What the manifest says of a table."""

    columns: list[str]
    rows: int
    bytes: int
    sha256: str
    newest: int
    """The highest number that a row has been given; 0 where the database gives none."""


class Manifest(msgspec.Struct, frozen=True):
    """What is in the file of a store."""

    format: str
    number: int
    release: str
    """The release of the service that made the file."""
    made: int
    """The moment at which the store was like that, in microseconds since 1970 UTC."""
    database: str
    """Where the store was: ``sqlite`` or ``postgres``."""
    secret: bool
    """Whether its key is made from a secret, which is not in the file."""
    keys: str
    """The SHA-256 of the part with its keys, as hexadecimal digits."""
    tables: dict[str, Part]

    @property
    def rows(self) -> int:
        """How many rows there are in all."""
        return sum(part.rows for part in self.tables.values())


class Writer:
    """Writes the file of a store, table by table."""

    def __init__(self, target: BinaryIO) -> None:
        self._zip = ZipFile(target, "w", ZIP_DEFLATED, compresslevel=_LEVEL)
        self._zip.writestr(ZipInfo(_FIRST), _WELCOME)
        self._parts: dict[str, Part] = {}

    def put(self, table: Table, rows: Iterable[Row], newest: int) -> int:
        """Write a table; returns how many rows it has."""
        encode = msgspec.json.Encoder().encode
        blobs = _blobs(table)
        digest, size, count = sha256(), 0, 0
        with self._zip.open(_part(table.name), "w", force_zip64=True) as part:
            for row in rows:
                line = encode(_in_text(row, blobs)) + b"\n"
                digest.update(line)
                part.write(line)
                size += len(line)
                count += 1
        columns = list(table.columns)
        self._parts[table.name] = Part(columns, count, size, digest.hexdigest(), newest)
        return count

    def finish(self, keys: bytes, *, made: int, database: str, secret: bool) -> Manifest:
        """Write the keys, and the manifest, with which the file is whole once it is closed."""
        self._zip.writestr(_KEYS, keys)
        release, digest = version("napoleon"), sha256(keys).hexdigest()
        manifest = Manifest(FORMAT, NUMBER, release, made, database, secret, digest, self._parts)
        text = msgspec.json.format(msgspec.json.encode(manifest), indent=2)
        self._zip.writestr(_MANIFEST, text + b"\n")
        return manifest

    def close(self) -> None:
        """Write the directory of the file."""
        self._zip.close()


class Archive:
    """The file of a store that is read. What it says of itself has been checked."""

    def __init__(self, source: BinaryIO, tables: Sequence[Table]) -> None:
        """Raises MoveRefused for what is damaged, made by another release, or no such file."""
        try:
            self._zip = ZipFile(source)
        except DAMAGE:
            raise MoveRefused("The file is cut off or damaged: its end is missing.") from None
        _check_packing(self._zip, source.seek(0, io.SEEK_END))
        self.manifest = _manifest(self._zip)
        self.tables = [it for it in tables if it.since <= self.manifest.number]
        """Those that the file has, of the tables of a store; the others stay empty."""
        _check_parts(self.manifest, self.tables, {it.filename for it in self._zip.infolist()})

    def keys(self) -> bytes:
        """The part with the keys. Raises MoveRefused if it is not what was written."""
        keys = _text(self._zip, _KEYS)
        if sha256(keys).hexdigest() != self.manifest.keys:
            raise MoveRefused(f"The part {_KEYS} has been changed.")
        return keys

    def rows(self, table: Table) -> Iterator[Row]:
        """The rows of a table. Raises MoveRefused where they are not what was written."""
        said = self.manifest.tables[table.name]
        decode, blobs = _decoder(table).decode, _blobs(table)
        digest, size, count = sha256(), 0, 0
        try:
            packed = self._zip.open(_part(table.name))
            with io.BufferedReader(packed, _PIECE) as part:  # type: ignore[type-var]
                while line := part.readline(_ROW_LIMIT + 1):
                    if len(line) > _ROW_LIMIT:
                        raise MoveRefused(f"Row {count + 1} of {table.name} is larger than any is.")
                    digest.update(line)
                    size += len(line)
                    row = decode(line)
                    count += 1
                    yield _in_bytes(row, blobs)
        except msgspec.MsgspecError as error:
            raise MoveRefused(
                f"Row {count + 1} of {table.name} is damaged: {_reason(error)}."
            ) from None
        except DAMAGE as error:
            # A few rows are unpacked before the first of them is given.
            raise MoveRefused(
                f"The part {table.name} is damaged after its row {count}: {_reason(error)}."
            ) from None
        if (count, size, digest.hexdigest()) != (said.rows, said.bytes, said.sha256):
            raise MoveRefused(
                f"The part {table.name} has been changed: it has {count} rows, and its hash is not "
                f"that of the {said.rows} rows that were written."
            )

    def check(self, table: Table) -> None:
        """Raise MoveRefused unless the part of a table is, byte for byte, what was written."""
        digest = sha256()
        try:
            with self._zip.open(_part(table.name)) as part:
                while piece := part.read(_PIECE):
                    digest.update(piece)
        except DAMAGE as error:
            raise MoveRefused(f"The part {table.name} is damaged: {_reason(error)}.") from None
        if digest.hexdigest() != self.manifest.tables[table.name].sha256:
            raise MoveRefused(f"The part {table.name} has been changed.")


def is_store(source: BinaryIO) -> bool:
    """Whether a file begins as that of a whole store does; it is read again from its beginning."""
    source.seek(0)
    head = source.read(_NAME_AT + len(_FIRST))
    source.seek(0)
    return head.startswith(_BEGINNING) and head[_NAME_AT:] == _FIRST.encode()


# -- rows ------------------------------------------------------------------------------------------


def _part(table: str) -> str:
    return f"{table}.ndjson"


def _is_blob(kind: Any) -> bool:
    return kind in (bytes, bytes | None)


def _blobs(table: Table) -> list[int]:
    """The places of the columns that hold bytes."""
    return [place for place, kind in enumerate(table.columns.values()) if _is_blob(kind)]


def _in_text(row: Row, blobs: Sequence[int]) -> list[Any]:
    """A row in which bytes that are text are told as text, and others as a list of them."""
    told = list(row)
    for place in blobs:
        if told[place] is not None:
            try:
                told[place] = told[place].decode()
            except UnicodeDecodeError:
                told[place] = [told[place]]
    return told


def _in_bytes(told: tuple[Any, ...], blobs: Sequence[int]) -> Row:
    row = list(told)
    for place in blobs:
        value = row[place]
        if value is not None:
            row[place] = value.encode() if isinstance(value, str) else value[0]
    return tuple(row)


@cache
def _text_or_bytes() -> Any:
    return str | tuple[bytes]


def _decoder(table: Table) -> msgspec.json.Decoder[tuple[Any, ...]]:
    kinds = []
    for kind in table.columns.values():
        known = _text_or_bytes() if _is_blob(kind) else kind
        kinds.append(known | None if kind == bytes | None else known)
    return msgspec.json.Decoder(tuple[tuple(kinds)])  # type: ignore[misc]


# -- checks ----------------------------------------------------------------------------------------


def _check_packing(archive: ZipFile, size: int) -> None:
    members = archive.infolist()
    if len({it.filename for it in members}) != len(members):
        raise MoveRefused("A part of the file is in it twice.")
    if not {it.compress_type for it in members} <= {ZIP_STORED, ZIP_DEFLATED}:
        raise MoveRefused("The file is packed in an unusual way: it is no whole store.")
    if sum(it.file_size for it in members) > size * _TIMES_LIMIT:
        raise MoveRefused("More is packed in the file than a store can come to.")


def _manifest(archive: ZipFile) -> Manifest:
    try:
        text = _text(archive, _MANIFEST)
        known = msgspec.json.decode(text, type=_Known)
        if known.number > NUMBER:
            raise MoveRefused(
                f"The file has the format {known.number}, of release {known.release}, and this is "
                f"release {version('napoleon')}, which reads the format {NUMBER}: install a newer "
                "release first."
            )
        _check_release(known.release)
        return msgspec.json.decode(text, type=Manifest)
    except DAMAGE as error:
        raise MoveRefused(f"{_MANIFEST} is damaged: {_reason(error)}.") from None


def _text(archive: ZipFile, name: str) -> bytes:
    """A part that is no table."""
    try:
        info = archive.getinfo(name)
        if info.file_size > _TEXT_LIMIT:
            raise MoveRefused(f"The part {name} is larger than it can be.")
        return archive.read(info)
    except KeyError:
        raise MoveRefused(f"The part {name} is missing: this is not all of a store.") from None
    except DAMAGE as error:
        raise MoveRefused(f"The part {name} is damaged: {_reason(error)}.") from None


class _Known(msgspec.Struct):
    """What the manifest of every format has."""

    format: str
    number: int
    release: str


def _check_release(release: str) -> None:
    ours = version("napoleon")
    if _numbers(release) is None:
        raise MoveRefused(f"No release is called {release!r}: the file was not made by one.")
    if (_numbers(release) or ()) > (_numbers(ours) or ()):
        raise MoveRefused(
            f"The file was made by release {release}, and this is release {ours}, which may not "
            "know all that is in it: install that release or a newer one first."
        )


def _numbers(release: str) -> tuple[int, ...] | None:
    found = re.fullmatch(r"(\d{1,6})\.(\d{1,6})\.(\d{1,6})([.+a-z][.+a-z0-9]*)?", release)
    return None if found is None else tuple(map(int, found.group(1, 2, 3)))


def _check_parts(manifest: Manifest, tables: Sequence[Table], there: set[str]) -> None:
    expected: Mapping[str, list[str]] = {it.name: list(it.columns) for it in tables}
    found = {name: part.columns for name, part in manifest.tables.items()}
    if manifest.format != FORMAT or found != expected:
        raise MoveRefused(f"{_MANIFEST} names other tables than a store of this format has.")
    names = {_FIRST, _MANIFEST, _KEYS, *map(_part, expected)}
    for missing in sorted(names - there):
        raise MoveRefused(f"The part {missing} is missing: this is not all of a store.")
    for strange in sorted(there - names):
        raise MoveRefused(f"The part {strange!r} is none of a store.")


def _reason(error: Exception) -> str:
    return str(error).rstrip(".") or type(error).__name__
