"""The library's own test cases for recorders, and what ours does beyond them."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any
from unittest import TestCase

import pytest
from eventsourcing.persistence import IntegrityError, ProgrammingError, StoredEvent
from eventsourcing.tests import persistence as kit

from napoleon.games import Games
from napoleon.store.recorder import OrderRow
from napoleon.store.sqlite.connection import Datastore
from napoleon.store.sqlite.recorder import SQLiteLogRecorder
from tests.core.play import stored


class _OnSQLite(TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.datastore = Datastore(Path(folder.name) / "log.sqlite", synchronous="NORMAL")
        self.addCleanup(self.datastore.close)
        self._games = 0

    def new_originator_id(self) -> str:
        self._games += 1
        return f"game{self._games}"

    def create_recorder(self) -> SQLiteLogRecorder:
        recorder = SQLiteLogRecorder(self.datastore)
        recorder.create_table()
        return recorder


class TestRecorder(_OnSQLite, kit.ApplicationRecorderTestCase[SQLiteLogRecorder]):
    def test_insert_subscribe(self) -> None:
        self.optional_test_insert_subscribe()


class TestNotificationIds(_OnSQLite, kit.NonInterleavingNotificationIDsBaseCase):
    pass


def event(version: int, game: str = "game", state: bytes = b"{}") -> StoredEvent:
    return StoredEvent(game, version, "toy.passed/1", state)


def order(order_id: str, first: int, last: int) -> OrderRow:
    return OrderRow("game", order_id, first, last, b"12345678", 1)


@pytest.fixture
def recorder(games: Games) -> SQLiteLogRecorder:
    assert isinstance(games.recorder, SQLiteLogRecorder)
    return games.recorder


def test_a_stream_is_selected_in_parts(recorder: SQLiteLogRecorder) -> None:
    recorder.insert_events([event(version) for version in range(1, 11)])

    def versions(**part: int | bool) -> list[int]:
        rows = recorder.select_events("game", **part)  # type: ignore[arg-type]
        return [row.originator_version for row in rows]

    assert versions() == list(range(1, 11))
    assert versions(gt=7) == [8, 9, 10]
    assert versions(gt=2, lte=5) == [3, 4, 5]
    assert versions(desc=True, limit=2) == [10, 9]
    assert versions(lte=3, desc=True) == [3, 2, 1]
    assert versions(gt=10) == []


def test_a_state_with_a_control_character_is_no_json(recorder: SQLiteLogRecorder) -> None:
    with pytest.raises(ProgrammingError, match="control characters"):
        recorder.insert_events([event(1), event(2, state=b"\x1e")])
    assert recorder.head("game") is None


def test_a_missing_version_is_noticed(recorder: SQLiteLogRecorder, games: Games) -> None:
    recorder.insert_events([event(version) for version in range(1, 6)])
    with recorder.datastore.transaction(commit=True) as cursor:
        cursor.execute("DROP TRIGGER no_delete_of_events")
        cursor.execute("DELETE FROM events WHERE version = 3")
    with pytest.raises(ProgrammingError, match="missing"):
        recorder.select_events("game")


def test_head_is_the_newest_version_of_that_game(recorder: SQLiteLogRecorder) -> None:
    recorder.insert_events([event(1), event(2), event(1, game="other")])
    assert recorder.head("game") == 2
    assert recorder.head("other") == 1
    assert recorder.head("nowhere") is None


def test_an_order_is_recorded_with_its_events(recorder: SQLiteLogRecorder) -> None:
    recorder.insert_events([event(1), event(2)], order=order("first", 1, 2))
    assert recorder.order("game", "first") == order("first", 1, 2)
    assert recorder.order("game", "second") is None
    assert recorder.order("other", "first") is None


def test_an_order_id_is_recorded_once(recorder: SQLiteLogRecorder, games: Games) -> None:
    recorder.insert_events([event(1)], order=order("first", 1, 1))
    before = stored(games)
    with pytest.raises(IntegrityError):
        recorder.insert_events([event(2)], order=order("first", 2, 2))
    assert stored(games) == before, "neither the order nor its event"


def test_names_are_recorded_with_their_events_or_not_at_all(
    recorder: SQLiteLogRecorder, games: Games
) -> None:
    recorder.insert_events([event(1)], names={"red": "Ada"})
    assert recorder.names("game") == {"red": "Ada"}
    before = stored(games)
    with pytest.raises(IntegrityError):
        recorder.insert_events([event(1)], names={"red": "Bob"})
    unstorable: Any = {"red": "Bob", None: "Eve"}
    with pytest.raises(IntegrityError):
        recorder.insert_events([event(2)], names=unstorable)
    assert stored(games) == before


def test_names_can_be_changed_and_erased(games: Games, game_id: str) -> None:
    games.put_name(game_id, "red", "Ada")
    games.put_name(game_id, "red", "Ada L.")
    games.put_name(game_id, "blue", "Bob")
    assert games.names(game_id) == {"red": "Ada L.", "blue": "Bob"}
    games.put_name(game_id, "red", None)
    assert games.names(game_id) == {"blue": "Bob"}
    assert not any(b"Ada" in row[-1] for row in stored(games) if row[0] == "events")
