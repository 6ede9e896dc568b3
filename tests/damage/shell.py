"""Somebody with a database shell, who changes what nobody may change."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from napoleon.log.store.postgres.recorder import PostgresLogRecorder
from napoleon.log.store.sqlite.recorder import SQLiteLogRecorder
from napoleon.play.games import Games

TABLES = ("games", "topics", "events", "orders", "checkpoints")


def run(games: Games, statement: str, *values: object) -> None:
    """Carry out a statement with ``?`` for values, past the triggers that refuse it."""
    recorder = games.recorder
    if isinstance(recorder, SQLiteLogRecorder):
        for [name] in recorder.datastore.select(
            "SELECT name FROM sqlite_master WHERE type = 'trigger'"
        ):
            recorder.datastore.select(f"DROP TRIGGER {name}")
        recorder.datastore.select(statement, values)
    else:
        assert isinstance(recorder, PostgresLogRecorder)
        for table in TABLES:
            recorder.datastore.execute(f"ALTER TABLE {table} DISABLE TRIGGER USER")
        recorder.datastore.execute(statement.replace("?", "%b"), values)
        for table in TABLES:
            recorder.datastore.execute(f"ALTER TABLE {table} ENABLE TRIGGER USER")


class Damage(NamedTuple):
    """What is done to the event of a version."""

    do: Callable[[Games, int], None]
    is_readable: bool = False
    """Whether the event can be read still, and only fits no more."""


def _state(state: bytes) -> Damage:
    def change(games: Games, version: int) -> None:
        run(games, f"UPDATE events SET state = ? WHERE version = {version}", state)

    return Damage(change)


def _statement(statement: str, *, is_readable: bool = False) -> Damage:
    return Damage(lambda games, version: run(games, statement.format(version=version)), is_readable)


def _append(games: Games, version: int) -> None:
    log = games.recorder.select_notifications(1, 500)
    [row] = [it for it in log if it.originator_version == version]
    change = f"UPDATE events SET state = ? WHERE version = {version}"
    run(games, change, row.state + b"\x1e\x1e")


def _nested(depth: int) -> bytes:
    return b'{"a":1,"order":' + b'{"x":' * depth + b"1" + b"}" * depth + b"}"


DAMAGES = {
    "a row is gone": _statement("DELETE FROM events WHERE version = {version}"),
    "two rows are gone": _statement(
        "DELETE FROM events WHERE version IN ({version}, {version} + 3)"
    ),
    "a version is another": _statement(
        "UPDATE events SET version = 2000000000 WHERE version = {version}"
    ),
    "separators are behind a state": Damage(_append),
    "a separator is in a state": _state(b'{"a":"one\x1etwo\x1ethree"}'),
    "a state is nested": _state(_nested(100_000)),
    "a state is nested as deep as can be read": _state(_nested(900)),
    "a state is no JSON": _state(b"Vive l'Empereur!"),
    "a state is no object": _state(b"[1, 2, 3]"),
    "a state is no text": _state(b'{"a":"\xff"}'),
    "a state is empty": _state(b""),
    "a topic is lost": _statement("UPDATE events SET topic = 99 WHERE version = {version}"),
    "an event is told twice": _statement(
        "UPDATE events SET topic = 1, state = (SELECT state FROM events WHERE version = 1) "
        "WHERE version = {version}",
        is_readable=True,
    ),
}

ON_SQLITE = {
    "a version is no whole number": _statement(
        "UPDATE events SET version = version + 0.5 WHERE version = {version}"
    ),
    "a version is no number": _statement(
        "UPDATE events SET version = 'last' WHERE version = {version}"
    ),
    "a state is another type": _statement(
        "UPDATE events SET state = 'nothing' WHERE version = {version}"
    ),
    "a topic is two": _statement("UPDATE events SET topic = '1,2' WHERE version = {version}"),
}
