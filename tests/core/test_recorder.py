"""The library's own test cases for recorders, and what ours does beyond them."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any
from unittest import TestCase

import msgspec
import pytest
from eventsourcing.persistence import IntegrityError, ProgrammingError, StoredEvent
from eventsourcing.tests import persistence as kit

from napoleon.log.errors import BrokenLog
from napoleon.log.store.postgres.recorder import PostgresLogRecorder
from napoleon.log.store.recorder import (
    CheckpointRow,
    LogRecorder,
    OrderRow,
    SideRecords,
    StandingOrderRow,
)
from napoleon.log.store.sqlite.connection import Datastore
from napoleon.log.store.sqlite.recorder import SQLiteLogRecorder
from napoleon.play.games import Games
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
def recorder(games: Games) -> LogRecorder:
    return games.recorder


def test_a_stream_is_selected_in_parts(recorder: LogRecorder) -> None:
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


def test_a_state_with_a_control_character_is_no_json(recorder: LogRecorder) -> None:
    with pytest.raises(ProgrammingError, match="control characters"):
        recorder.insert_events([event(1), event(2, state=b"\x1e")])
    assert recorder.head("game") is None


def test_a_missing_version_is_noticed(recorder: LogRecorder, games: Games) -> None:
    recorder.insert_events([event(version) for version in range(1, 6)])
    if isinstance(recorder, SQLiteLogRecorder):
        recorder.datastore.select("DROP TRIGGER no_delete_of_events")
        recorder.datastore.select("DELETE FROM events WHERE version = 3")
    else:
        assert isinstance(recorder, PostgresLogRecorder)
        recorder.datastore.execute("DROP TRIGGER no_change ON events")
        recorder.datastore.execute("DELETE FROM events WHERE version = 3")
    for part in ({}, {"gt": 1}, {"gt": 2, "limit": 1}, {"lte": 3}, {"gt": 2, "lte": 3}):
        with pytest.raises(BrokenLog, match="event 3 of game game"):
            recorder.select_events("game", **part)
        with pytest.raises(BrokenLog, match="event 3 of game game"):
            recorder.select_events("game", desc=True, **{**part, "limit": None})
    assert [row.originator_version for row in recorder.select_events("game", lte=2)] == [1, 2]
    assert [row.originator_version for row in recorder.select_events("game", gt=3)] == [4, 5]
    assert [row.originator_version for row in recorder.remains("game")] == [1, 2, 4, 5]
    assert [row.originator_version for row in recorder.remains("game", after=2, limit=1)] == [4]


def test_head_is_the_newest_version_of_that_game(recorder: LogRecorder) -> None:
    recorder.insert_events([event(1), event(2), event(1, game="other")])
    assert recorder.head("game") == 2
    assert recorder.head("other") == 1
    assert recorder.head("nowhere") is None


def test_an_order_is_recorded_with_its_events(recorder: LogRecorder) -> None:
    recorder.insert_events(
        [event(1), event(2)], side_records=SideRecords(order=order("first", 1, 2))
    )
    assert recorder.order("game", "first") == order("first", 1, 2)
    assert recorder.order("game", "second") is None
    assert recorder.order("other", "first") is None


def test_a_game_is_known_by_the_orders_of_old_releases(recorder: LogRecorder) -> None:
    today, old = "AAAAAAAAAAAA", "AAAAAAAAAAA"
    recorder.insert_events([event(1)], side_records=SideRecords(order=order(today, 1, 1)))
    other = msgspec.structs.replace(order(old, 1, 1), game="other")
    recorder.insert_events([event(1, game="other")], side_records=SideRecords(order=other))
    assert not recorder.has_guessable_orders("game")
    assert recorder.has_guessable_orders("other")
    assert not recorder.has_guessable_orders("nowhere")


def test_an_order_id_is_recorded_once(recorder: LogRecorder, games: Games) -> None:
    recorder.insert_events([event(1)], side_records=SideRecords(order=order("first", 1, 1)))
    before = stored(games)
    with pytest.raises(IntegrityError):
        recorder.insert_events([event(2)], side_records=SideRecords(order=order("first", 2, 2)))
    assert stored(games) == before, "neither the order nor its event"


def test_names_are_recorded_with_their_events_or_not_at_all(
    recorder: LogRecorder, games: Games
) -> None:
    recorder.insert_events([event(1)], side_records=SideRecords(names={"red": "Ada"}))
    assert recorder.names("game") == {"red": "Ada"}
    before = stored(games)
    with pytest.raises(IntegrityError):
        recorder.insert_events([event(1)], side_records=SideRecords(names={"red": "Bob"}))
    unstorable: Any = {"red": "Bob", None: "Eve"}
    with pytest.raises(IntegrityError):
        recorder.insert_events([event(2)], side_records=SideRecords(names=unstorable))
    assert stored(games) == before


def test_names_can_be_changed_and_erased(games: Games, game_id: str) -> None:
    games.put_name(game_id, "red", "Ada")
    games.put_name(game_id, "red", "Ada L.")
    games.put_name(game_id, "blue", "Bob")
    assert games.names(game_id) == {"red": "Ada L.", "blue": "Bob"}
    games.put_name(game_id, "red", None)
    assert games.names(game_id) == {"blue": "Bob"}
    assert not any(b"Ada" in row[-1] for row in stored(games) if row[0] == "events")


def test_a_standing_order_is_used_once(recorder: LogRecorder) -> None:
    recorder.insert_events([event(1)])
    rows = [StandingOrderRow("game", id_, "red", b"{}") for id_ in ("b", "a")]
    for row in rows:
        recorder.put_standing_order(row)
    with pytest.raises(IntegrityError):
        recorder.put_standing_order(rows[0])
    assert recorder.standing_orders("game") == rows, "the oldest first"
    recorder.insert_events([event(2)], side_records=SideRecords(used="a"))
    recorder.insert_events([event(3)], side_records=SideRecords(used="a", spent=True))
    with pytest.raises(IntegrityError, match="not kept"):
        recorder.insert_events([event(4)], side_records=SideRecords(used="a", spent=True))
    assert recorder.head("game") == 3
    assert recorder.drop_standing_order("game", "b")
    assert not recorder.drop_standing_order("game", "b")
    recorder.put_standing_order(rows[0])
    recorder.insert_events([event(4)], side_records=SideRecords(forget=True))
    assert recorder.standing_orders("game") == []


def test_checkpoints_follow_each_other(recorder: LogRecorder) -> None:
    recorder.insert_events([event(version) for version in range(1, 9)])
    rows = [CheckpointRow("game", size, f"note {size}", bytes(64)) for size in (2, 4, 6)]
    for row in rows:
        recorder.put_checkpoint(row)
    for wrong in (rows[0], rows[2], CheckpointRow("game", 9, "", bytes(64))):
        with pytest.raises(IntegrityError):
            recorder.put_checkpoint(wrong)
    assert recorder.checkpoints("game") == rows
    assert recorder.checkpoints("game", after=2, limit=1) == rows[1:2]
    assert recorder.checkpointed("game") == 6
    assert recorder.checkpointed("other") == 0


def test_games_with_something_new_are_named_once(recorder: LogRecorder) -> None:
    recorder.insert_events([event(1), event(2), event(1, game="other")])
    first = recorder.places()
    assert sorted(recorder.every_game()) == ["game", "other"]
    assert sorted(recorder.games_since((0,) * recorder.partitions)) == ["game", "other"]
    assert recorder.games_since(first) == []
    recorder.insert_events([event(2, game="other"), event(3, game="other")])
    assert recorder.games_since(first) == ["other"]
    recorder.insert_events([event(3)])
    assert sorted(recorder.games_since(first)) == ["game", "other"]
    assert recorder.games_since(recorder.places()) == []
    assert sum(recorder.places()) == 6


def test_topics_have_their_names_though_another_thread_forgets_them(games: Games) -> None:
    """Which one does that reads all of a game from its first event on, as an audit does."""
    log: Any = games.recorder
    log.insert_events([event(1), event(2)])

    class Forgotten(dict[Any, str]):
        def keys(self) -> Any:
            log.remains("another game")
            return super().keys()

    assert [it.topic for it in log.select_events("game")] == ["toy.passed/1"] * 2
    log._topics = Forgotten(log._topics)
    assert [it.topic for it in log.select_events("game")] == ["toy.passed/1"] * 2
