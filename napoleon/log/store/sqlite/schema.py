"""The tables of the log on SQLite, and the triggers that keep it append-only."""

from __future__ import annotations

from pathlib import Path

from napoleon.log.store.recorder import RULING, StoreMissing
from napoleon.log.store.sqlite.marks import SCHEMA as MARKS
from napoleon.log.store.sqlite.names import SCHEMA as NAMES
from napoleon.log.times import SECOND

SCHEMA_VERSION = 6
"""Kept in the file as its ``user_version``."""

FILLING = -1
"""The ``user_version`` of a log that a whole store is being taken into, or was when that ended."""

_TABLES = (
    # Games and topics are numbered, as both names would be repeated in every row and index.
    "CREATE TABLE games (number INTEGER PRIMARY KEY, game TEXT NOT NULL UNIQUE)",
    "CREATE TABLE topics (number INTEGER PRIMARY KEY, topic TEXT NOT NULL UNIQUE)",
    # Ids follow the order of commits without gaps: there is one writer at a time, what is rolled
    # back uses none up, and nothing is ever deleted.
    """
    CREATE TABLE events (
        id INTEGER PRIMARY KEY,
        game INTEGER NOT NULL,
        version INTEGER NOT NULL,
        topic INTEGER NOT NULL,
        state BLOB NOT NULL,
        UNIQUE (game, version))
    """,
    """
    CREATE TABLE orders (
        game INTEGER,
        order_id TEXT,
        first_version INTEGER NOT NULL,
        last_version INTEGER NOT NULL,
        digest BLOB NOT NULL,
        carried_out INTEGER NOT NULL,
        refused BLOB,
        PRIMARY KEY (game, order_id)) WITHOUT ROWID
    """,
    """
    CREATE TABLE names (
        game TEXT, seat TEXT, name TEXT NOT NULL, PRIMARY KEY (game, seat)) WITHOUT ROWID
    """,
    # What a person reads in a database shell.
    """
    CREATE VIEW log AS
        SELECT events.id, games.game, version, topics.topic, CAST(state AS TEXT) AS state
        FROM events
        JOIN games ON games.number = events.game
        JOIN topics ON topics.number = events.topic
    """,
)

_STANDING_ORDERS = """
    CREATE TABLE instructions (
        number INTEGER PRIMARY KEY,
        game TEXT NOT NULL,
        id TEXT NOT NULL,
        seat TEXT NOT NULL,
        body BLOB NOT NULL,
        UNIQUE (game, id))
"""

# What people have written. It may be erased; the events hold its digest only.
_TEXTS = """
    CREATE TABLE texts (
        game TEXT, id TEXT, salt BLOB NOT NULL, text TEXT NOT NULL,
        PRIMARY KEY (game, id)) WITHOUT ROWID
"""

# Indexed by when they are due, as a worker asks for that all the time.
_WEBHOOKS = (
    """
    CREATE TABLE webhooks (
        game TEXT, id TEXT, reader TEXT NOT NULL, token TEXT NOT NULL, url TEXT NOT NULL,
        secret BLOB NOT NULL, sent INTEGER NOT NULL, failures INTEGER NOT NULL,
        due INTEGER NOT NULL, PRIMARY KEY (game, id)) WITHOUT ROWID
    """,
    "CREATE INDEX webhooks_by_due ON webhooks (due)",
)


def _append_only(*tables: str) -> tuple[str, ...]:
    """What refuses to change or remove the rows of `tables`."""
    return tuple(
        f"""
        CREATE TRIGGER no_{action.lower()}_of_{table} BEFORE {action} ON {table}
        BEGIN SELECT RAISE(ABORT, 'the log is append-only: no {action} of {table}'); END
        """
        for table in tables
        for action in ("UPDATE", "DELETE")
    )


_TRIGGERS = (
    *_append_only("games", "topics", "events", "orders"),
    # INSERT OR REPLACE deletes without asking the triggers above, so it is refused below. Versions
    # begin with 1; the library's own test cases for recorders begin some streams with 0.
    """
    CREATE TRIGGER events_in_sequence BEFORE INSERT ON events
    WHEN NEW.version <>
            (SELECT coalesce(max(version) + 1, min(max(NEW.version, 0), 1)) FROM events
            WHERE game = NEW.game)
        OR EXISTS (SELECT 1 FROM events WHERE id = NEW.id)
    BEGIN SELECT RAISE(ABORT, 'the log is append-only: not the next version of the game'); END
    """,
    # These run before a conflict is resolved, and so refuse ON CONFLICT DO NOTHING as well.
    """
    CREATE TRIGGER games_once BEFORE INSERT ON games
    WHEN EXISTS (SELECT 1 FROM games WHERE game = NEW.game OR number = NEW.number)
    BEGIN SELECT RAISE(ABORT, 'the log is append-only: the game has its number already'); END
    """,
    """
    CREATE TRIGGER topics_once BEFORE INSERT ON topics
    WHEN EXISTS (SELECT 1 FROM topics WHERE topic = NEW.topic OR number = NEW.number)
    BEGIN SELECT RAISE(ABORT, 'the log is append-only: the topic has its number already'); END
    """,
    """
    CREATE TRIGGER orders_once BEFORE INSERT ON orders
    WHEN EXISTS (SELECT 1 FROM orders WHERE game = NEW.game AND order_id = NEW.order_id)
    BEGIN SELECT RAISE(ABORT, 'the log is append-only: the order is recorded already'); END
    """,
)

_CHECKPOINTS = (
    """
    CREATE TABLE checkpoints (
        game INTEGER,
        size INTEGER,
        note TEXT NOT NULL,
        leaves BLOB NOT NULL,
        PRIMARY KEY (game, size)) WITHOUT ROWID
    """,
    *_append_only("checkpoints"),
    # So all leaves up to the newest checkpoint are there, each once. A leaf's hash has 32 bytes.
    """
    CREATE TRIGGER checkpoints_in_sequence BEFORE INSERT ON checkpoints
    WHEN NEW.size <= (SELECT coalesce(max(size), 0) FROM checkpoints WHERE game = NEW.game)
        OR length(NEW.leaves) <> 32 *
            (NEW.size - (SELECT coalesce(max(size), 0) FROM checkpoints WHERE game = NEW.game))
    BEGIN SELECT RAISE(ABORT, 'the log is append-only: not the next checkpoint of the game'); END
    """,
)

# What is said of the keys that sign; the newest row about a key holds.
_SIGNING_KEYS = (
    """
    CREATE TABLE signing_keys (
        number INTEGER PRIMARY KEY,
        key TEXT NOT NULL,
        since INTEGER NOT NULL,
        until INTEGER,
        vouched TEXT NOT NULL)
    """,
    *_append_only("signing_keys"),
    """
    CREATE TRIGGER signing_keys_in_sequence BEFORE INSERT ON signing_keys
    WHEN NEW.number <> (SELECT coalesce(max(number), 0) + 1 FROM signing_keys)
    BEGIN SELECT RAISE(ABORT, 'the log is append-only: not the next row about its keys'); END
    """,
)

# What is listed without read models: games by when they were set up, and rulings by when they were
# given. Triggers write it, so it is complete whatever release records an event. Games that are
# listed nowhere are not here, nor are those whose first event cannot be read.
_TOLD = "CASE WHEN json_valid(CAST(state AS TEXT)) THEN CAST(state AS TEXT) ELSE '{{}}' END"

_LISTED = f"""
    SELECT json_extract(told, '$.at') AS at, games.game, json_extract(told, '$.ruleset') AS ruleset,
        json_extract(told, '$.scenario') AS scenario
    FROM (SELECT game AS number, {_TOLD} AS told FROM {{events}}) JOIN games USING (number)
    WHERE typeof(at) = 'integer' AND typeof(ruleset) = 'text' AND typeof(scenario) = 'text'
    AND NOT coalesce(json_extract(told, '$.unlisted'), 0)
"""  # noqa: S608

_RULED = f"""
    SELECT json_extract(told, '$.at') / {SECOND} * {SECOND}, listed.game, version, ruleset
    FROM (SELECT game AS number, version, {_TOLD} AS told FROM {{events}})
    JOIN games USING (number) JOIN listed ON listed.game = games.game
    WHERE typeof(json_extract(told, '$.at')) = 'integer'
"""  # noqa: S608

_NEW = "(SELECT NEW.game AS game, NEW.version AS version, NEW.state AS state)"

_IS_RULING = f"topic = (SELECT number FROM topics WHERE topic = '{RULING}')"  # noqa: S608

_LISTS = (
    """
    CREATE TABLE listed (
        at INTEGER, game TEXT NOT NULL UNIQUE, ruleset TEXT NOT NULL, scenario TEXT NOT NULL,
        PRIMARY KEY (at, game)) WITHOUT ROWID
    """,
    """
    CREATE TABLE ruled (
        at INTEGER, game TEXT, version INTEGER, ruleset TEXT NOT NULL,
        PRIMARY KEY (at, game, version)) WITHOUT ROWID
    """,
    *_append_only("listed", "ruled"),
    f"""
    CREATE TRIGGER games_are_listed AFTER INSERT ON events WHEN NEW.version = 1
    BEGIN INSERT OR IGNORE INTO listed {_LISTED.format(events=_NEW)}; END
    """,
    f"""
    CREATE TRIGGER rulings_are_listed AFTER INSERT ON events WHEN NEW.{_IS_RULING}
    BEGIN INSERT OR IGNORE INTO ruled {_RULED.format(events=_NEW)}; END
    """,
    # What earlier releases have recorded.
    f"INSERT INTO listed {_LISTED.format(events='(SELECT * FROM events WHERE version = 1)')}",  # noqa: S608
    f"INSERT INTO ruled {_RULED.format(events=f'(SELECT * FROM events WHERE {_IS_RULING})')}",  # noqa: S608
)

# What names are looked for by, with the name that it was made of; those of earlier releases come in
# when a name is looked for. It is no column of `names`, and the seals on orders none of `orders`,
# as processes of the release before, which go on for a while, write rows without them.
_FOLDED = """
    CREATE TABLE folded_names (
        game TEXT, seat TEXT, name TEXT NOT NULL, folded TEXT NOT NULL,
        PRIMARY KEY (game, seat)) WITHOUT ROWID
"""

_ORDER_SEALS = (
    """
    CREATE TABLE order_seals (
        game INTEGER, order_id TEXT, seal BLOB NOT NULL,
        PRIMARY KEY (game, order_id)) WITHOUT ROWID
    """,
    *_append_only("order_seals"),
    """
    CREATE TRIGGER order_seals_once BEFORE INSERT ON order_seals
    WHEN EXISTS
        (SELECT 1 FROM order_seals WHERE game = NEW.game AND order_id = NEW.order_id)
    BEGIN SELECT RAISE(ABORT, 'the log is append-only: the order has its seal already'); END
    """,
)

_NUMBERED = f"PRAGMA user_version = {SCHEMA_VERSION}"

_ADDED = {
    2: (_STANDING_ORDERS,),
    3: (_TEXTS, *_CHECKPOINTS),
    4: _WEBHOOKS,
    5: (*_SIGNING_KEYS, *_LISTS, _FOLDED, *_ORDER_SEALS),
    6: (*MARKS, *_append_only("marks"), *NAMES),
}
"""What each schema has that the one before it did not."""


def _added_since(schema: int) -> tuple[str, ...]:
    return tuple(it for number, added in _ADDED.items() if number > schema for it in added)


STATEMENTS = (*_TABLES, *_TRIGGERS, *_added_since(1), _NUMBERED)
"""What turns an empty file into a log."""

UPGRADES = {schema: (*_added_since(schema), _NUMBERED) for schema in range(1, SCHEMA_VERSION)}
"""What turns a log of an earlier schema into one of this release."""


def missing(path: Path, found: int) -> StoreMissing:
    """Why the file at `path`, in which the schema `found` is, is no log of this release."""
    if found == FILLING:
        return StoreMissing(
            f"a whole store is being taken into {path}. If nobody does that any more, "
            "run 'napoleon import' with the same file again"
        )
    return StoreMissing(f"there is no log of this release at {path}: run 'napoleon migrate'")
