"""Rows on their way from one store to another: counted, and looked at.

What has to hold of them so that they can be recorded one after the other is looked at when they
leave a store, as somebody may have changed it, and when they come from a file.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from types import UnionType
from typing import Any, get_args

from napoleon.log.store.moved import MoveRefused, Row, Table

Watch = Callable[[int], None]
"""Is told how many rows have come by."""

_EVERY = 1000


def watched(rows: Iterable[Row], watch: Watch, before: int) -> Iterator[Row]:
    """The rows as they are, which come after so many others; `watch` is told now and then."""
    count = before
    for row in rows:
        yield row
        count += 1
        if count % _EVERY == 0:
            watch(count)
    watch(count)


class Checks:
    """Follows the rows of all tables, games and topics first."""

    def __init__(self) -> None:
        self._games: dict[int, str] = {}
        self._topics: dict[int, str] = {}
        self._heads: dict[int, int] = {}

    @property
    def topics(self) -> list[str]:
        """The topics of all events, once their table has been read."""
        return sorted(self._topics.values())

    def followed(self, table: Table, rows: Iterable[Row]) -> Iterator[Row]:
        """The rows of a table as they are. Raises MoveRefused at the first that cannot be."""
        look = {
            "games": self._game,
            "topics": self._topic,
            "events": self._event,
            "orders": self._of_a_game,
            "checkpoints": self._of_a_game,
        }.get(table.name)
        kinds = [_kinds(it) for it in table.columns.values()]
        for number, row in enumerate(rows, 1):
            if not all(map(_is_one, row, kinds)):
                raise MoveRefused(
                    f"Row {number} of {table.name} is damaged: something in it is of another kind "
                    "than it should be."
                )
            if look is not None:
                look(row)
            yield row

    def _game(self, row: Row) -> None:
        self._games[row[0]] = row[1]

    def _topic(self, row: Row) -> None:
        self._topics[row[0]] = row[1]

    def _event(self, row: Row) -> None:
        number, version, topic, _ = row
        self._of_a_game(row)
        due = self._heads.get(number, 0) + 1
        if version != due:
            raise MoveRefused(
                f"The log of game {self._games[number]} is damaged: version {due} is not in it, "
                f"and version {version} is."
            )
        if topic not in self._topics:
            raise MoveRefused(
                f"The log of game {self._games[number]} is damaged: nothing says of which kind "
                f"the event of version {version} is."
            )
        self._heads[number] = version

    def _of_a_game(self, row: Row) -> None:
        if row[0] not in self._games:
            raise MoveRefused(f"The log is damaged: nothing says which game has number {row[0]}.")


def _kinds(kind: Any) -> tuple[type, ...]:
    return get_args(kind) if isinstance(kind, UnionType) else (kind,)


def _is_one(value: object, kinds: tuple[type, ...]) -> bool:
    return type(value) in kinds
