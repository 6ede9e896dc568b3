"""Every table of a store moves to another one, or is said to stay behind: none is forgotten."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import psycopg

from api.moving.stores import TABLES, TABLES_THAT_STAY
from napoleon.log.store.home import LOG, MAIL
from tests.command_line.conftest import Shell

GIVEN_AGAIN = {"events": {"id"}}
"""Columns whose values are given again, in the order of the rows."""

GIVEN_AGAIN_DIVIDED = {"events": {"id", "part"}}


def tables_of(env: dict[str, str]) -> Iterator[tuple[str, set[str]]]:
    """The tables of a store with their columns, whatever the database."""
    if url := env.get("DATABASE_URL"):
        with psycopg.connect(url) as connection:
            for name, columns in connection.execute(
                "SELECT table_name, array_agg(column_name::text) FROM information_schema.columns "
                "JOIN information_schema.tables USING (table_schema, table_name) "
                "WHERE table_schema = current_schema() AND table_type = 'BASE TABLE' "
                # Rows of these move as rows of the table that is divided into them.
                "AND NOT (SELECT relispartition FROM pg_class WHERE oid = table_name::regclass) "
                "GROUP BY table_name"
            ):
                yield str(name), set(columns)
        return
    for file in (LOG, MAIL):
        with closing(sqlite3.connect(Path(env["NAPOLEON_HOME"], file))) as connection:
            found = connection.execute(
                "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
            ).fetchall()
            for (name,) in found:
                rows = connection.execute(f"PRAGMA table_info({name})").fetchall()
                yield name, {row[1] for row in rows}


def test_no_table_is_forgotten(log_env: dict[str, str]) -> None:
    shell = Shell(Path(log_env["NAPOLEON_HOME"]))
    shell.env = {**log_env}
    shell.run("migrate")
    there = dict(tables_of(log_env))
    given = GIVEN_AGAIN_DIVIDED if "partitions" in there else GIVEN_AGAIN
    moved = {it.name: set(it.columns) | given.get(it.name, set()) for it in TABLES}
    assert moved.keys() <= there.keys()
    assert there.keys() - moved.keys() <= TABLES_THAT_STAY.keys()
    assert {name: there[name] for name in moved} == moved
    assert not moved.keys() & TABLES_THAT_STAY.keys()
