"""Texts of positions: a line for each field of a state, under a label that its ruleset declares.

A field without a row of its own is written as JSON under its name, and fields at their defaults
are left out. So a text is complete whatever the ruleset declares: read back, it gives an equal
position.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Generic, NamedTuple, TypeVar, get_type_hints

import msgspec

from napoleon.rules.notation import UnreadablePosition
from napoleon.rules.notation.codecs import Codec

S = TypeVar("S", bound=msgspec.Struct)

INDENT = "  "
"""What lines of a board begin with, one for each place."""


class Field(NamedTuple):
    """A field of the state: its label in the text, and how its value is written."""

    field: str
    label: str
    codec: Codec


class Board(NamedTuple):
    """What stands on the map, told place by place in the game's own lines.

    `write` makes the lines from the fields, those of places below the heading, and `read` adds what
    a line says to the fields found so far; a place comes with its indent. `labels` are those of
    lines that are not indented.
    """

    fields: tuple[str, ...]
    heading: str
    labels: tuple[str, ...]
    write: Callable[[Any, Mapping[str, Any]], Iterable[str]]
    read: Callable[[Any, str, str, dict[str, Any]], None]


NO_BOARD = Board((), "", (), lambda pack, given: (), lambda pack, label, said, found: None)
"""Of a game whose texts have no lines of places."""


class PositionText(Generic[S]):
    """How the positions of a game are written: a title, then what is declared, in that order.

    A field in `lists` has a line for each of its items. `unwritten` are fields that are in no text.
    """

    def __init__(
        self,
        title: str,
        kind: type[S],
        fields: Sequence[Field],
        lists: Sequence[Field],
        board: Board,
        unwritten: Iterable[str] = (),
    ) -> None:
        self.title = title
        self._kind = kind
        self._fields = fields
        self._lists = lists
        self._board = board
        rows = {row.field for row in (*fields, *lists)}
        labelled = rows.union(board.fields, unwritten)
        self._unlabelled = {
            name: hint for name, hint in get_type_hints(kind).items() if name not in labelled
        }

    def write(self, pack: Any, given: Mapping[str, Any]) -> str:
        """The text for some fields of a position."""
        lines = [self.title, *self._lines(pack, given)]
        return "".join(f"{line.rstrip()}\n" for line in lines)

    def _lines(self, pack: Any, given: Mapping[str, Any]) -> Iterator[str]:
        for row in self._fields:
            if row.field in given:
                yield f"{row.label}: {row.codec.write(given[row.field], pack)}"
        for name, value in given.items():
            if name in self._unlabelled:
                yield f"{name}: {msgspec.json.encode(value).decode()}"
        for row in self._lists:
            for item in given.get(row.field, []):
                yield f"{row.label}: {row.codec.write(item, pack)}"
        yield from self._board.write(pack, given)

    def read(self, pack: Any, text: str) -> S:
        """The position in a text. Raises UnreadablePosition."""
        lines = [line.rstrip() for line in text.strip().split("\n")]
        if lines[0] != self.title:
            raise UnreadablePosition(1, f"a position begins with {self.title!r}")
        found: dict[str, Any] = {}
        for number, line in enumerate(lines[1:], 2):
            try:
                if line and line != self._board.heading:
                    self._read_line(pack, line, found)
            except (ValueError, msgspec.DecodeError) as error:
                raise UnreadablePosition(number, str(error)) from None
        try:
            return msgspec.convert(msgspec.to_builtins(found), self._kind)
        except msgspec.ValidationError as error:
            raise UnreadablePosition(len(lines), f"the position is incomplete: {error}") from None

    def _read_line(self, pack: Any, line: str, found: dict[str, Any]) -> None:
        label, colon, value = line.partition(":")
        if not colon:
            raise ValueError("a line is a label, a colon and a value")
        said = value.strip()
        if line.startswith(INDENT) or label in self._board.labels:
            self._board.read(pack, label, said, found)
        elif label in self._unlabelled:
            found[label] = msgspec.json.decode(said, type=self._unlabelled[label])
        elif row := next((row for row in self._lists if row.label == label), None):
            found.setdefault(row.field, []).append(row.codec.read(said, pack))
        elif row := next((row for row in self._fields if row.label == label), None):
            found[row.field] = row.codec.read(said, pack)
        else:
            raise ValueError(f"there is no label {label!r}")
