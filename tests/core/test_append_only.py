"""The database itself refuses to change or remove what was recorded."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path

import pytest

from napoleon.play.games import Games
from napoleon.record.checkpoints import keep
from tests.core.play import on_sqlite, play, stored

pytestmark = on_sqlite


@pytest.fixture
def shell(games: Games, game_id: str, tmp_path: Path) -> Iterator[sqlite3.Connection]:
    """Somebody with a database shell, and no part of the service."""
    play(games, game_id, 3)
    for size in (2, 5):
        keep(games, game_id, size)
    connection = sqlite3.connect(tmp_path / "log.sqlite", isolation_level=None)
    yield connection
    connection.close()


CHANGES = {
    "update of a state": "UPDATE events SET state = '{}' WHERE version = 2",
    "update of a version": "UPDATE events SET version = version + 100",
    "delete of an event": "DELETE FROM events WHERE version = 2",
    "delete of everything": "DELETE FROM events",
    "replacing an event": (
        "INSERT OR REPLACE INTO events (game, version, topic, state) VALUES (1, 2, 1, '{}')"
    ),
    "replacing an id": (
        "INSERT OR REPLACE INTO events "
        "SELECT 2, game, max(version) + 1, topic, '{}' FROM events WHERE game = 1"
    ),
    "leaving a version out": (
        "INSERT INTO events (game, version, topic, state) "
        "SELECT game, max(version) + 2, topic, '{}' FROM events WHERE game = 1"
    ),
    "beginning a game with a later version": (
        "INSERT INTO events (game, version, topic, state) VALUES (99, 5, 1, '{}')"
    ),
    "beginning a game before its first version": (
        "INSERT INTO events (game, version, topic, state) VALUES (99, -1, 1, '{}')"
    ),
    "replacing an order": (
        "INSERT OR REPLACE INTO orders "
        "SELECT game, order_id, 1, 1, digest, 0, NULL FROM orders LIMIT 1"
    ),
    "update of an order": "UPDATE orders SET last_version = 1",
    "delete of an order": "DELETE FROM orders",
    "renaming a topic": "UPDATE topics SET topic = 'toy.other/1' WHERE number = 2",
    "replacing a topic": "REPLACE INTO topics VALUES (2, 'toy.other/1')",
    "renumbering a topic": "REPLACE INTO topics SELECT 99, topic FROM topics WHERE number = 2",
    "delete of a topic": "DELETE FROM topics",
    "renaming a game": "UPDATE games SET game = 'other'",
    "replacing a game": "REPLACE INTO games VALUES (1, 'other')",
    "renumbering a game": "REPLACE INTO games (game) SELECT game FROM games",
    "delete of a game": "DELETE FROM games",
    "update of a checkpoint": "UPDATE checkpoints SET note = ''",
    "delete of a checkpoint": "DELETE FROM checkpoints",
    "replacing a checkpoint": "REPLACE INTO checkpoints SELECT * FROM checkpoints",
    "replacing a checkpoint of no events": (
        "REPLACE INTO checkpoints SELECT game, size, note, x'' FROM checkpoints WHERE size = 5"
    ),
    "a checkpoint before the newest one": (
        "INSERT INTO checkpoints VALUES (1, 3, '', zeroblob(32))"
    ),
    "a checkpoint that leaves an event out": (
        "INSERT INTO checkpoints VALUES (1, 7, '', zeroblob(32))"
    ),
}


@pytest.mark.parametrize("statement", CHANGES.values(), ids=CHANGES.keys())
def test_refused(statement: str, shell: sqlite3.Connection, games: Games) -> None:
    before = stored(games)
    with pytest.raises(sqlite3.IntegrityError, match="append-only"):
        shell.execute(statement)
    assert stored(games) == before


def test_the_log_can_be_read_in_a_database_shell(
    shell: sqlite3.Connection, games: Games, game_id: str
) -> None:
    rows = shell.execute(
        "SELECT game, version, topic, state ->> '$.ruleset' FROM log ORDER BY id LIMIT 2"
    ).fetchall()
    assert rows == [(game_id, 1, "game_created/1", "toy"), (game_id, 2, "toy.table_laid/1", None)]
