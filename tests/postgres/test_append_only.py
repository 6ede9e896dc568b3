"""PostgreSQL itself refuses to change or remove what was recorded, even for the log's owner."""

from __future__ import annotations

import psycopg
import pytest

from napoleon.log.store.postgres.connection import Connection
from napoleon.play.games import Games
from napoleon.record.checkpoints import keep
from tests.core.play import play, stored

CHANGES = {
    "update of a state": "UPDATE events SET state = '{}' WHERE version = 2",
    "update of a version": "UPDATE events SET version = version + 100",
    "delete of an event": "DELETE FROM events WHERE version = 2",
    "delete of everything": "DELETE FROM events",
    "emptying the log": "TRUNCATE events",
    "replacing an event": (
        "INSERT INTO events (game, version, topic, state) VALUES (1, 2, 1, '{}') "
        "ON CONFLICT (game, version) DO UPDATE SET state = '{}'"
    ),
    "passing over an event that is there": (
        "INSERT INTO events (game, version, topic, state) VALUES (1, 2, 1, '{}') "
        "ON CONFLICT DO NOTHING"
    ),
    "merging into an event": (
        "MERGE INTO events USING (SELECT 2 AS version) AS new ON events.version = new.version "
        "WHEN MATCHED THEN UPDATE SET state = '{}'"
    ),
    "leaving a version out": (
        "INSERT INTO events (game, version, topic, state) "
        "SELECT game, max(version) + 2, 1, '{}' FROM events WHERE game = 1 GROUP BY game"
    ),
    "copying a later version in": "COPY events (game, version, topic, state) FROM STDIN",
    "beginning a game with a later version": (
        "INSERT INTO events (game, version, topic, state) VALUES (99, 5, 1, '{}')"
    ),
    "beginning a game before its first version": (
        "INSERT INTO events (game, version, topic, state) VALUES (99, -1, 1, '{}')"
    ),
    "an event of no game": (
        "INSERT INTO events (game, version, topic, state) VALUES (NULL, NULL, 1, '{}')"
    ),
    "replacing an order": (
        "INSERT INTO orders SELECT game, order_id, 1, 1, digest, 0 FROM orders LIMIT 1 "
        "ON CONFLICT (game, order_id) DO UPDATE SET carried_out = 0"
    ),
    "update of an order": "UPDATE orders SET last_version = 1",
    "delete of an order": "DELETE FROM orders",
    "emptying the orders": "TRUNCATE orders",
    "renaming a topic": "UPDATE topics SET topic = 'toy.other/1' WHERE number = 2",
    "renumbering a topic": "UPDATE topics SET number = DEFAULT",
    "delete of a topic": "DELETE FROM topics",
    "emptying the topics": "TRUNCATE topics RESTART IDENTITY",
    "renaming a game": "UPDATE games SET game = 'other'",
    "delete of a game": "DELETE FROM games",
    "emptying the games": "TRUNCATE games CASCADE",
    "update of a checkpoint": "UPDATE checkpoints SET note = ''",
    "delete of a checkpoint": "DELETE FROM checkpoints",
    "emptying the checkpoints": "TRUNCATE checkpoints",
    "a checkpoint before the newest one": (
        "INSERT INTO checkpoints VALUES (1, 3, '', decode(repeat('00', 32), 'hex'))"
    ),
    "a checkpoint that leaves an event out": (
        "INSERT INTO checkpoints VALUES (1, 7, '', decode(repeat('00', 32), 'hex'))"
    ),
}


@pytest.mark.parametrize("statement", CHANGES.values(), ids=CHANGES.keys())
def test_refused(statement: str, shell: Connection, games: Games, game_id: str) -> None:
    play(games, game_id, 3)
    for size in (2, 5):
        keep(games, game_id, size)
    before = stored(games)
    with pytest.raises(psycopg.IntegrityError, match="append-only"):
        if statement.startswith("COPY"):
            with shell.cursor().copy(statement) as rows:
                rows.write_row((99, 7, 1, b"{}"))
        else:
            shell.execute(statement)
    assert stored(games) == before


def test_a_game_is_numbered_once(shell: Connection, game_id: str) -> None:
    with pytest.raises(psycopg.errors.UniqueViolation):
        shell.execute("INSERT INTO games (game) VALUES (%s)", (game_id,))
    with pytest.raises(psycopg.errors.GeneratedAlways):
        shell.execute("INSERT INTO games VALUES (1, 'other')")


def test_the_log_can_be_read_in_a_database_shell(shell: Connection, game_id: str) -> None:
    rows = shell.execute(
        "SELECT game, version, topic, state::json ->> 'ruleset' FROM log ORDER BY id LIMIT 2"
    ).fetchall()
    assert rows == [(game_id, 1, "game_created/1", "toy"), (game_id, 2, "toy.table_laid/1", None)]
