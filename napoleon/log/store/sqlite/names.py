"""Display names on SQLite, and how they are looked for: by what is in few of them, not by games.

A name is kept with what it is looked for by, and that once more for all who have the same. What a
process of an earlier release changes is noted by triggers, and folded when a name is looked for.
"""

from __future__ import annotations

from eventsourcing.sqlite import SQLiteCursor

from napoleon.log.display_names import folded
from napoleon.log.store.sqlite.connection import Datastore

_IS_FOLDED = """
    EXISTS (SELECT 1 FROM folded_names AS it
    WHERE it.game = {row}.game AND it.seat = {row}.seat AND it.name = {row}.name)
"""

_NOTED = """
    CREATE TRIGGER names_are_noted_{action} AFTER {action} ON names WHEN {condition}
    BEGIN INSERT OR IGNORE INTO changed_names VALUES ({row}.game, {row}.seat); END
"""

_NOT_FOLDED = f"NOT {_IS_FOLDED.format(row='NEW')}"

# What is looked for has no row left in the other table when the last who had it is gone.
_FORGOTTEN = """
    CREATE TRIGGER words_are_forgotten_{action} AFTER {action} ON folded_names
    WHEN NOT EXISTS (SELECT 1 FROM folded_names WHERE folded = OLD.folded)
    BEGIN DELETE FROM known_names WHERE folded = OLD.folded; END
"""

_KNOWN = """
    CREATE TRIGGER words_are_known_{action} AFTER {action} ON folded_names
    WHEN NOT EXISTS (SELECT 1 FROM known_names WHERE folded = NEW.folded)
    BEGIN INSERT INTO known_names VALUES (NEW.folded); END
"""

SCHEMA = (
    "CREATE TABLE changed_names (game TEXT, seat TEXT, PRIMARY KEY (game, seat)) WITHOUT ROWID",
    "CREATE TABLE known_names (folded TEXT PRIMARY KEY) WITHOUT ROWID",
    "CREATE INDEX folded_names_by_folded ON folded_names (folded)",
    _NOTED.format(action="INSERT", row="NEW", condition=_NOT_FOLDED),
    _NOTED.format(action="UPDATE", row="NEW", condition=_NOT_FOLDED),
    _NOTED.format(action="DELETE", row="OLD", condition=_IS_FOLDED.format(row="OLD")),
    _KNOWN.format(action="INSERT"),
    _KNOWN.format(action="UPDATE"),
    _FORGOTTEN.format(action="UPDATE"),
    _FORGOTTEN.format(action="DELETE"),
    # Of names that releases erased which did not fold any.
    "DELETE FROM folded_names WHERE (game, seat) NOT IN (SELECT game, seat FROM names)",
    "INSERT INTO known_names SELECT DISTINCT folded FROM folded_names",
    f"INSERT INTO changed_names SELECT game, seat FROM names WHERE NOT {_IS_FOLDED.format(row='names')}",  # noqa: E501, S608
)
"""What a log has since schema 6."""

_PUT = """
    INSERT INTO names VALUES (:game, :seat, :name)
    ON CONFLICT (game, seat) DO UPDATE SET name = excluded.name
"""

_FOLD = """
    INSERT INTO folded_names VALUES (:game, :seat, :name, :folded)
    ON CONFLICT (game, seat) DO UPDATE SET name = excluded.name, folded = excluded.folded
"""

_DROP = "DELETE FROM {table} WHERE game = :game AND seat = :seat"

_CHANGED = """
    SELECT game, seat, name FROM changed_names LEFT JOIN names USING (game, seat)
"""

_NAMED = """
    SELECT DISTINCT game FROM known_names CROSS JOIN folded_names USING (folded)
    WHERE instr(known_names.folded, ?) LIMIT ?
"""


def put(cursor: SQLiteCursor, game: str, seat: str, name: str | None) -> None:
    """Keep, change or (None) erase the display name of a seat."""
    # In this order, so that nothing is noted.
    if name is None:
        for table in ("folded_names", "names"):
            cursor.execute(_DROP.format(table=table), {"game": game, "seat": seat})
    else:
        row = {"game": game, "seat": seat, "name": name, "folded": folded(name)}
        cursor.execute(_FOLD, row)
        cursor.execute(_PUT, row)


def games_named(datastore: Datastore, part: str, limit: int) -> list[str]:
    """See `LogRecorder.games_named`."""
    if datastore.select("SELECT 1 FROM changed_names LIMIT 1"):
        with datastore.transaction(commit=True) as cursor:
            cursor.execute(_CHANGED)
            for game, seat, name in cursor.fetchall():
                row = {"game": game, "seat": seat, "name": name, "folded": folded(name or "")}
                cursor.execute(_DROP.format(table="folded_names") if name is None else _FOLD, row)
            cursor.execute("DELETE FROM changed_names")
    return [row[0] for row in datastore.select(_NAMED, (folded(part), limit))]
