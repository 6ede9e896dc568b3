"""Reading a data pack: tables of a folder, as structs, with everything that is wrong with them.

Each game says which tables it has, and what they must hold.
"""

from __future__ import annotations

import csv
import hashlib
import io
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from importlib.resources.abc import Traversable
from typing import Annotated, Any, Literal, Protocol, TypeVar, get_args

import msgspec

Status = Literal["printed", "published", "derived", "inferred", "reconstructed"]
"""Where a value comes from, the surest first."""

STATUS_WORDS: tuple[Status, ...] = get_args(Status)

Count = Annotated[int, msgspec.Meta(ge=0)]

Row = dict[str, Any]
"""A row of a table by its columns: text, unless it was made into something more."""

S = TypeVar("S", bound=msgspec.Struct)


def weakest(*statuses: Status) -> Status:
    """The status of a row whose values have these: that of the least sure of them.

    >>> weakest("printed", "inferred", "derived")
    'inferred'
    """
    return max(statuses, key=STATUS_WORDS.index)


class Sourced(Protocol):
    """A row that says where its values come from."""

    @property
    def status(self) -> Status:
        """That of the least sure of them."""


def by_status(tables: Mapping[str, Iterable[Sourced]]) -> dict[str, dict[str, int]]:
    """By table, how many of its rows have which status, the surest first; others are left out."""
    counts = {name: Counter(row.status for row in rows) for name, rows in tables.items()}
    return {
        name: {status: counted[status] for status in STATUS_WORDS if counted[status]}
        for name, counted in counts.items()
    }


class Problem(msgspec.Struct, frozen=True):
    """Something missing or contradictory in a pack: in which file, where in it, and what."""

    file: str
    where: str
    message: str

    def __str__(self) -> str:
        return f"{self.file} {self.where}: {self.message}"


class PackError(Exception):
    """A pack whose tables cannot be used at all, with everything that is wrong with them."""

    def __init__(self, problems: list[Problem]) -> None:
        super().__init__("; ".join(map(str, problems)))
        self.problems = problems


def misfit(file: str, error: msgspec.ValidationError) -> Problem:
    """What does not fit in a document, with the path to it as the place.

    >>> class Place(msgspec.Struct):
    ...     x: int
    >>> try:
    ...     _ = msgspec.json.decode(b'[{"x": "left"}]', type=list[Place])
    ... except msgspec.ValidationError as error:
    ...     print(misfit("places.json", error))
    places.json [0].x: Expected `int`, got `str`
    """
    message, _, path = str(error).partition(" - at ")
    return Problem(file, path.strip("`").removeprefix("$").removeprefix("."), message)


class TableReader:
    """Reads the files of one folder, collects what is wrong, and hashes what it read."""

    def __init__(self, folder: Traversable) -> None:
        self._folder = folder
        self._problems: list[Problem] = []
        self._digest = hashlib.sha256()

    @property
    def hash(self) -> str:
        """SHA-256 over names and bytes of all files read, in the order of reading."""
        return self._digest.hexdigest()

    def table(self, file: str, kind: type[S], adapt: Callable[[Row], Row] = dict) -> list[S]:
        """The rows of a CSV file, each made a `kind` after `adapt` has seen it.

        Rows that do not fit are left out and reported, as is a file without any row.
        """
        structs = []
        before = len(self._problems)
        for line, row in self._rows(file):
            try:
                structs.append(msgspec.convert(adapt(row), kind, strict=False))
            except msgspec.ValidationError as error:
                self.tell(file, f"line {line}", str(error))
        if not structs and len(self._problems) == before:
            self.tell(file, "file", "has no rows")
        return structs

    def document(self, file: str, kind: type[S]) -> S | None:
        """A JSON file made a `kind`; None, with the reason reported, if that cannot be done."""
        content = self._content(file)
        if content is None:
            return None
        try:
            return msgspec.convert(msgspec.json.decode(content), kind, strict=False)
        except msgspec.ValidationError as error:
            self._problems.append(misfit(file, error))
        except msgspec.DecodeError as error:
            self.tell(file, "file", str(error))
        return None

    def read(self, file: Traversable, name: str) -> bytes:
        """The bytes of a file, which count in the hash under `name`."""
        content = file.read_bytes()
        self._digest.update(f"{name}\0{len(content)}\0".encode())
        self._digest.update(content)
        return content

    def tell(self, file: str, where: str, message: str) -> None:
        """Remembers a problem."""
        self._problems.append(Problem(file, where, message))

    def tell_twice(self, file: str, ids: Iterable[str | int]) -> None:
        """Remembers every id that is in a file more than once."""
        for name, times in Counter(ids).items():
            if times > 1:
                self.tell(file, str(name), f"stands there {times} times")

    def tell_missing(self, file: str, needed: Iterable[str], there: Iterable[str]) -> None:
        """Remembers everything that needs a row of a file and has none."""
        for name in sorted(set(needed) - set(there)):
            self.tell(file, name, "has no row")

    def tell_unknown(
        self, file: str, what: str, names: Iterable[str], known: Collection[str]
    ) -> None:
        """Remembers every name in a file that nothing of this kind has."""
        for name in dict.fromkeys(names):
            if name not in known:
                self.tell(file, name, f"there is no {what} {name}")

    def raise_problems(self) -> None:
        """Raises PackError if there is any problem so far."""
        if self._problems:
            raise PackError(self._problems)

    def _rows(self, name: str) -> Iterator[tuple[int, Row]]:
        content = self._content(name)
        if content is None:
            return
        try:
            text = content.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            self.tell(name, f"byte {error.start}", "is not UTF-8")
            return
        reader = csv.DictReader(io.StringIO(text, newline=""), strict=True)
        try:
            for row in reader:
                if None in row or None in row.values():
                    self.tell(name, f"line {reader.line_num}", "has a wrong number of columns")
                else:
                    yield reader.line_num, row
        except csv.Error as error:
            self.tell(name, f"line {reader.line_num}", str(error))

    def _content(self, name: str) -> bytes | None:
        file = self._folder / name
        if file.is_file():
            return self.read(file, name)
        self.tell(name, "file", "is missing")
        return None
