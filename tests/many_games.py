"""Logs of many games, made at once: copies of the first event of a game, set up one by one."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path

import psycopg

from napoleon.log.store.chosen import DATABASE_URL
from napoleon.log.store.home import LOG

_OF_SQLITE = (
    "INSERT INTO games (game) "
    "WITH RECURSIVE copies (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM copies WHERE n < :count) "
    "SELECT printf('copy%06d', n) FROM copies",
    "INSERT INTO events (game, version, topic, state) "
    "SELECT games.number, first.version, first.topic, CAST(json_set(CAST(first.state AS TEXT), "
    "'$.at', json_extract(CAST(first.state AS TEXT), '$.at') + "
    "(CAST(substr(games.game, 5) AS INTEGER) / 2 + 1) * 1000000) AS BLOB) "
    "FROM games JOIN events AS first ON first.version <= :versions "
    "AND first.game = (SELECT number FROM games WHERE game = :game) "
    "WHERE games.game LIKE 'copy%' ORDER BY games.number, first.version",
)

_OF_POSTGRES = (
    "INSERT INTO games (game) SELECT 'copy' || to_char(n, 'FM000000') "
    "FROM generate_series(1, %(count)s) AS n",
    "INSERT INTO events (game, version, topic, state) "
    "SELECT games.number, first.version, first.topic, convert_to(jsonb_set("
    "convert_from(first.state, 'UTF8')::jsonb, '{at}', to_jsonb("
    "(convert_from(first.state, 'UTF8')::jsonb->>'at')::bigint "
    "+ (substr(games.game, 5)::bigint / 2 + 1) * 1000000))::text, 'UTF8') "
    "FROM games JOIN events AS first ON first.version <= %(versions)s "
    "AND first.game = (SELECT number FROM games WHERE game = %(game)s) "
    "WHERE games.game LIKE 'copy%%' ORDER BY games.number, first.version",
)


def copied_often(env: Mapping[str, str], game: str, count: int, versions: int = 1) -> list[str]:
    """Copy the first events of a game to `count` others; their ids, the newest first.

    Two of them are set up in every second, so that their ids say which comes first.
    """
    values = {"count": count, "game": game, "versions": versions}
    if url := env.get(DATABASE_URL):
        with psycopg.connect(url) as connection:
            for statement in _OF_POSTGRES:
                connection.execute(statement, values)  # type: ignore[call-overload]
    else:
        with closing(sqlite3.connect(Path(env["NAPOLEON_HOME"], LOG))) as file:
            for statement in _OF_SQLITE:
                file.execute(statement, values)
            file.commit()
    return [f"copy{number:06}" for number in range(count, 0, -1)]
