"""The tables of the view file."""

from __future__ import annotations

from collections.abc import Sequence

from eventsourcing.sqlite import SQLiteCursor

from projections.lobby import OPEN_SEATS, OVER, TOGETHER, WINNER

SCHEMA = 8
"""Version of the tables below. A file of another version is emptied by ``napoleon migrate``."""

WITHOUT_MARKS = 4
"""The version without marks and without seals, for which there is room made in it."""

WITHOUT_STATUS = 5
"""The version without an index of games by their status, which is made in it."""

IS_OPEN = f"listed AND instr(tags, ' {OPEN_SEATS} ') > 0"
"""What is asked for in these words finds the games with open seats by their index."""

SCENARIO = "substr(tags, 2, instr(substr(tags, 2), ' ') - 1)"
"""What is asked for in these words finds the games of a scenario by their index: its tag."""

WITHOUT_WINNERS = 6
"""The version without an index of games by who has won them, which is made in it."""

WITH_JOURNALS = 7
"""The version with journals, which are told from the log now: they are thrown away. It is without
what was drawn last in other partitions, for which a table is made in it."""

_WON = f"instr(tags, ' {WINNER}')"

HAS_WINNER = f"{_WON} > 0"

WON_BY = f"substr(tags, {_WON} + 1, instr(substr(tags, {_WON} + 1), ' ') - 1)"
"""What is asked for in these words, and `HAS_WINNER`, finds the games that a side has won."""

COLUMNS = {"ruleset": "ruleset", "status": "status", "scenario": SCENARIO, "winner": WON_BY}
"""In which words is asked for what `projections.lobby.Wanted.said` calls so."""

ONLY = {"winner": HAS_WINNER, "status": f"status <> '{OVER}'"}
"""Of which games something is looked for together with other things; see `TOGETHER`."""

TABLES = (
    """
    CREATE TABLE IF NOT EXISTS drawn (
        game TEXT, reader TEXT, name TEXT, version INTEGER NOT NULL, body BLOB NOT NULL,
        PRIMARY KEY (game, reader, name))
    """,
    """
    CREATE TABLE IF NOT EXISTS turns (
        game TEXT, turn INTEGER, phase TEXT, version INTEGER NOT NULL,
        seal TEXT NOT NULL DEFAULT '', PRIMARY KEY (game, turn, phase)) WITHOUT ROWID
    """,
    """
    CREATE TABLE IF NOT EXISTS lobby (
        game TEXT PRIMARY KEY, version INTEGER NOT NULL, created INTEGER NOT NULL,
        ruleset TEXT NOT NULL, status TEXT NOT NULL, body BLOB NOT NULL,
        listed INTEGER NOT NULL, tags TEXT NOT NULL)
    """,
    "CREATE INDEX IF NOT EXISTS newest ON lobby (created, game)",
    "CREATE INDEX IF NOT EXISTS newest_of_ruleset ON lobby (ruleset, created, game)",
    f"CREATE INDEX IF NOT EXISTS newest_of_scenario ON lobby ({SCENARIO}, created, game)",
    f"""
    CREATE INDEX IF NOT EXISTS newest_won ON lobby ({WON_BY}, created, game)
    WHERE {HAS_WINNER}
    """,
    *(
        f"CREATE INDEX IF NOT EXISTS newest_of_{'_and_'.join(names)} "
        f"ON lobby ({', '.join(COLUMNS[it] for it in names)}, created, game)"
        + "".join(f" WHERE {condition}" for name, condition in ONLY.items() if name in names)
        for names in TOGETHER
    ),
    # Few games of ten thousand are being played, or wait for somebody.
    "CREATE INDEX IF NOT EXISTS newest_of_status ON lobby (status, created, game)",
    # Fewer still have a seat that anybody may take.
    f"CREATE INDEX IF NOT EXISTS newest_open ON lobby (created, game) WHERE {IS_OPEN}",
    """
    CREATE TABLE IF NOT EXISTS rulings (
        game TEXT, version INTEGER, at INTEGER NOT NULL, ruleset TEXT NOT NULL,
        body BLOB NOT NULL, PRIMARY KEY (game, version))
    """,
    "CREATE INDEX IF NOT EXISTS newest_rulings ON rulings (at, game, version)",
    """
    CREATE TABLE IF NOT EXISTS cited (
        clause TEXT, game TEXT, version INTEGER,
        PRIMARY KEY (clause, game, version)) WITHOUT ROWID
    """,
    # What the log held as it was drawn: whatever edition comes next, this stays.
    """
    CREATE TABLE IF NOT EXISTS marks (
        game TEXT PRIMARY KEY, version INTEGER NOT NULL, stamp TEXT NOT NULL) WITHOUT ROWID
    """,
    """
    CREATE TABLE IF NOT EXISTS last_drawn (
        only INTEGER PRIMARY KEY CHECK (only = 1), position INTEGER NOT NULL,
        game TEXT NOT NULL, version INTEGER NOT NULL, stamp TEXT NOT NULL)
    """,
    # The same for the other partitions of a divided log.
    """
    CREATE TABLE IF NOT EXISTS last_drawn_there (
        partition INTEGER PRIMARY KEY, position INTEGER NOT NULL,
        game TEXT NOT NULL, version INTEGER NOT NULL, stamp TEXT NOT NULL)
    """,
    # The games of which something was changed after it was drawn.
    "CREATE TABLE IF NOT EXISTS distrusted (game TEXT PRIMARY KEY) WITHOUT ROWID",
)

DRAWN = ("drawn", "turns", "lobby", "rulings", "cited")
"""The tables that are drawn from the log."""


def bring_up(cursor: SQLiteCursor) -> None:
    """Give the turns of an earlier release a column for their seals, and drop its journals."""
    cursor.execute("DROP TABLE IF EXISTS journal")
    cursor.execute("SELECT 0 FROM pragma_table_info('turns') WHERE name = 'seal'")
    if cursor.fetchone() is None:
        cursor.execute("ALTER TABLE turns ADD COLUMN seal TEXT NOT NULL DEFAULT ''")


def replace(cursor: SQLiteCursor, table: str, rows: Sequence[tuple[object, ...]]) -> None:
    """Write `rows` over those with the same keys."""
    if rows:
        marks = ", ".join("?" * len(rows[0]))
        cursor.executemany(f"REPLACE INTO {table} VALUES ({marks})", rows)  # noqa: S608


def empty(cursor: SQLiteCursor, games: Sequence[str] | None = None) -> None:
    """Throw away what is drawn of `games`, or of all of them."""
    for table in DRAWN:
        if games is None:
            cursor.execute(f"DELETE FROM {table}")  # noqa: S608
        else:
            cursor.executemany(f"DELETE FROM {table} WHERE game = ?", [(it,) for it in games])  # noqa: S608


def drop_everything(cursor: SQLiteCursor) -> None:
    """Throw away all tables."""
    cursor.execute(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'"
    )
    for row in cursor.fetchall():
        cursor.execute(f'DROP TABLE "{row[0]}"')
