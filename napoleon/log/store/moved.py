"""What moves to another store: the tables of the log, as they are in either database.

Rows move as they are, with the numbers that stand for games and topics in them, so nothing is
decoded or made again on the way. What a database makes of them besides is left behind.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Protocol

import msgspec

from napoleon.log.store.home import LOG

NEW = "NEW_"
"""What the names of the settings of a new store begin with, while a store moves to it."""

Row = tuple[Any, ...]
"""A row, as the columns of its table stand."""


class MoveRefused(Exception):
    """Nothing was moved: why, in sentences."""


def not_empty(table: Table) -> MoveRefused:
    """Why a store with rows in that table takes in no other."""
    return MoveRefused(
        f"The store is not empty: it has {table.what} of its own. A whole store "
        "is taken in by an empty one, as 'napoleon migrate' makes it."
    )


class Table(msgspec.Struct, frozen=True):
    """A table that moves."""

    name: str
    what: str
    """What its rows are, in the words of an operator."""
    columns: Mapping[str, Any]
    """The type of each column: ``int``, ``str``, ``bytes`` or ``bool``, or one of them or None."""
    order: str
    """The column, or columns with commas, that the rows are read by, and recorded in that order."""
    numbered: str = ""
    """The column in which the database numbers rows; "" if it numbers none."""
    file: str = LOG
    """The file of the embedded store in which the table is."""
    since: int = 1
    """Number of the first format of the file of a whole store that has the table."""


class Source(Protocol):
    """A store as it was at one moment."""

    def count(self, table: Table) -> int:
        """How many rows a table has."""

    def rows(self, table: Table) -> Iterator[Row]:
        """The rows of a table in their order, one by one."""

    def newest(self, table: Table) -> int:
        """The highest number that a row of a numbered table has been given; 0 if there is none."""


class Target(Protocol):
    """A store that is being filled, all or nothing."""

    def put(self, table: Table, rows: Iterable[Row]) -> None:
        """Record rows. Raises the library's errors, and what reading `rows` raises."""

    def number_from(self, table: Table, newest: int) -> None:
        """Let the next row of a numbered table get a number above `newest`."""


_TEXT = {"game": str, "id": str}

TABLES: Sequence[Table] = (
    Table("games", "games", {"number": int, "game": str}, "number", "number"),
    Table("topics", "kinds of events", {"number": int, "topic": str}, "number", "number"),
    # Their ids are given again, in the same order and without gaps, as they were the first time. In
    # a divided log an id is there once in each partition.
    Table(
        "events",
        "events",
        {"game": int, "version": int, "topic": int, "state": bytes},
        "id, game",
    ),
    Table(
        "orders",
        "answers to requests, should they be sent again",
        {
            "game": int,
            "order_id": str,
            "first_version": int,
            "last_version": int,
            "digest": bytes,
            "carried_out": int,
            "refused": bytes | None,
        },
        "game, order_id",
    ),
    Table(
        "order_seals",
        "seals on those answers",
        {"game": int, "order_id": str, "seal": bytes},
        "game, order_id",
    ),
    Table(
        "checkpoints",
        "signed checkpoints",
        {"game": int, "size": int, "note": str, "leaves": bytes},
        "game, size",
    ),
    Table("names", "display names", {"game": str, "seat": str, "name": str}, "game, seat"),
    Table("texts", "texts", {**_TEXT, "salt": bytes, "text": str}, "game, id"),
    Table(
        "instructions",
        "instructions",
        {"number": int, **_TEXT, "seat": str, "body": bytes},
        "number",
        "number",
    ),
    Table(
        "webhooks",
        "webhooks",
        {
            **_TEXT,
            "reader": str,
            "token": str,
            "url": str,
            "secret": bytes,
            "sent": int,
            "failures": int,
            "due": int,
        },
        "game, id",
    ),
)
"""Those of the log, in the order in which they are recorded."""

STAYS: Mapping[str, str] = {
    "snapshots": "positions of games that save time: they are taken again from the log",
    "stored_snapshots": "the same, as the embedded store calls them",
    "signing_keys": "which keys sign and have signed: they move by themselves",
    "listed": "the list of games: the database makes it of their events",
    "ruled": "the list of rulings: likewise",
    "folded_names": "what names are looked for by: made again when one is looked for",
    "known_names": "the same words once for all: likewise",
    "changed_names": "which names are still to be folded: likewise",
    "marks": "events that a worker looks for: the database marks them as they are recorded",
    "marked_topics": "which topics these have: likewise",
    "marking": "up to where those of earlier releases are marked: all of what moves is",
    "awake": "games that go on: all of them, until a worker lets those sleep that are over",
    "partitions": "how far each partition has come: the database counts as events are recorded",
    "moving": "what part the store has in a move",
    "moving_changes": "which of its rows are to be copied again: the move that has begun knows",
    "schema_version": "the number of the schema: the other database has its own",
}
"""The tables of the log that stay behind, and why nothing is lost with them."""
