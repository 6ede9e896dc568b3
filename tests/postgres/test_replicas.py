"""Streaming replicas answer what cannot be out of date, and nothing else."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from io import BytesIO
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import psycopg
import pytest
from msgspec.structs import replace

from api.moving.exporting import export_all
from api.people.store.opening import open_people
from api.telemetry.pools import COPIED, PoolWatch
from napoleon.audit.audit import audit_of_game
from napoleon.log.store.postgres.recorder import PostgresLogRecorder
from napoleon.log.store.postgres.replicas import LOOKING, Replicas, due
from napoleon.log.store.recorder import CopyReads
from napoleon.play.games import Games
from napoleon.record import bundle
from tests.core.play import play
from tests.patience import PATIENCE
from tools.servers import OwnPostgres, Replica, replica


@pytest.fixture(scope="module")
def copy(own_postgres: OwnPostgres) -> Iterator[Replica]:
    """A streaming replica of the cluster of the tests."""
    with replica(own_postgres) as started:
        yield started


@pytest.fixture
def copied(own_database: str, copy: Replica) -> dict[str, str]:
    """The settings of the addresses."""
    there = copy.url(urlsplit(own_database).path[1:])
    return {"DATABASE_URL": own_database, "DATABASE_REPLICA_URL": there}


@pytest.fixture
def reading(opened: Callable[..., Games], copied: dict[str, str]) -> Games:
    """A log that reads from the replica, which has its tables."""
    return opened(**copied)


def reads(games: Games) -> CopyReads:
    found = games.recorder.copy_reads()
    assert found is not None
    return found


def began(games: Games, moves: int) -> str:
    """A game in which so many orders were given."""
    game = games.create("toy", "short", {"turns": 50}, referee=True).game
    play(games, game.id, moves)
    return game.id


def bundled(games: Games, game_id: str) -> bytes:
    file = BytesIO()
    bundle.write_record(games, game_id, bundle.OPERATOR, file)
    return file.getvalue()


def until(true: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < deadline
        time.sleep(0.05)


@contextmanager
def paused(copy: Replica) -> Iterator[None]:
    """Meanwhile the replica hears of everything, and applies nothing."""
    copy.ask("SELECT pg_wal_replay_pause()::text")
    until(lambda: copy.ask("SELECT pg_get_wal_replay_pause_state()") == "paused")
    try:
        yield
    finally:
        copy.ask("SELECT pg_wal_replay_resume()::text")


# -- what it answers -------------------------------------------------------------------------------


def test_the_past_bundles_and_audits_come_from_a_replica(
    own_postgres: OwnPostgres, opened: Callable[..., Games], reading: Games, copy: Replica
) -> None:
    game_id = began(reading, 20)
    reading.put_name(game_id, "red", "Zoë")
    copy.caught_up(own_postgres)
    here = opened(DATABASE_URL=_store(reading), CREATE_TABLE="no")
    cold = opened(
        DATABASE_URL=_store(reading), DATABASE_REPLICA_URL=_copy(reading), CREATE_TABLE="no"
    )
    newest = here.head(game_id)
    for version in range(1, newest, 3):
        before = reads(cold).answered
        assert cold.at(game_id, version) == here.at(game_id, version)
        assert reads(cold).answered > before
    before = reads(cold).answered
    assert bundled(cold, game_id) == bundled(here, game_id)
    assert audit_of_game(cold, game_id).report.checks == audit_of_game(here, game_id).report.checks
    assert reads(cold).answered > before
    assert reads(cold)[:2] == (1, 0)
    assert here.recorder.copy_reads() is None


def test_an_archive_is_written_from_a_replica(
    own_postgres: OwnPostgres,
    reading: Games,
    copy: Replica,
    copied: dict[str, str],
    env: dict[str, str],
    tmp_path: Path,
) -> None:
    migrated = {**env, **copied, "DATABASE_REPLICA_URL": ""}
    open_people(migrated).close()
    began(reading, 5)
    copy.caught_up(own_postgres)
    there = {**migrated, "DATABASE_URL": copied["DATABASE_REPLICA_URL"], "CREATE_TABLE": "no"}
    here, copied_there = (
        export_all({**it, "CREATE_TABLE": "no"}, tmp_path / name, lambda done, total: None).tables
        for name, it in (("here", migrated), ("there", there))
    )
    assert {name: replace(it, newest=0) for name, it in here.items()} == {
        name: replace(it, newest=0) for name, it in copied_there.items()
    }
    # PostgreSQL copies numbers in portions, so the next game may leave some out.
    assert all(0 <= copied_there[it].newest - here[it].newest <= 32 for it in here)


# -- nobody reads behind their own order -----------------------------------------------------------


def test_no_order_is_missed_while_a_replica_is_behind(
    own_postgres: OwnPostgres, opened: Callable[..., Games], reading: Games, copy: Replica
) -> None:
    game_id = began(reading, 5)
    copy.caught_up(own_postgres)
    other = opened(
        DATABASE_URL=_store(reading), DATABASE_REPLICA_URL=_copy(reading), CREATE_TABLE="no"
    )
    old = other.head(game_id)
    assert other.at(game_id, old - 1).version == old - 1
    with paused(copy):
        for seed in range(5):
            play(reading, game_id, 1, seed)
            head = reading.head(game_id)
            # By who gave it, by another process, and by one that has just begun.
            cold = opened(
                DATABASE_URL=_store(reading), DATABASE_REPLICA_URL=_copy(reading), CREATE_TABLE="no"
            )
            for games in (reading, other, cold):
                assert games.open(game_id).version == head
                assert games.history(game_id)[-1].originator_version == head
                assert games.at(game_id, head - 1).version == head - 1
            assert cold.seen_at(game_id, head, "red").version == head
            assert bundled(cold, game_id) == bundled(reading, game_id)
        assert reads(other).behind > 0
        assert copied_head(copy, other, game_id) == old
        new = reading.create("toy", "short", {}).game.id
        assert other.open(new).version == other.head(new)
    copy.caught_up(own_postgres)
    time.sleep(0.6)
    before = reads(other).answered
    assert other.history(game_id)[-1].originator_version == other.head(game_id)
    assert reads(other).answered > before
    assert (reads(other).away, reads(reading).away) == (0, 0)


def test_one_that_is_behind_is_not_asked_again_at_once(
    own_postgres: OwnPostgres, reading: Games, copy: Replica
) -> None:
    game_id = began(reading, 3)
    copy.caught_up(own_postgres)
    with paused(copy):
        play(reading, game_id, 5)
        before = reads(reading)
        for _ in range(10):
            reading.history(game_id)
        assert reads(reading).behind <= before.behind + 1


def test_what_replicas_are_asked_is_counted(
    own_postgres: OwnPostgres, reading: Games, copy: Replica
) -> None:
    game_id = began(reading, 3)
    copy.caught_up(own_postgres)
    time.sleep(0.6)

    def counted() -> float:
        PoolWatch().look(reading.recorder)
        return sum(
            it.value
            for metric in (COPIED.collect())
            for it in metric.samples
            if (it.name, it.labels) == ("napoleon_replica_reads_total", {"outcome": "answered"})
        )

    before = counted()
    reading.history(game_id)
    assert counted() > before


# -- one that fails --------------------------------------------------------------------------------


def test_one_that_is_killed_is_missed_by_nobody_and_comes_back(
    own_postgres: OwnPostgres, reading: Games, copy: Replica, caplog: pytest.LogCaptureFixture
) -> None:
    game_id = began(reading, 5)
    copy.caught_up(own_postgres)
    time.sleep(0.6)
    assert reading.history(game_id)
    assert reads(reading).answered
    with caplog.at_level(logging.INFO):
        copy.kill()
        try:
            began_at = time.monotonic()
            for _ in range(50):
                assert reading.history(game_id)
            assert time.monotonic() - began_at < PATIENCE / 4, "nobody waits for it"
            assert reads(reading).away == 1
            play(reading, game_id, 3)
        finally:
            copy.start()
        copy.caught_up(own_postgres)

        def is_asked() -> bool:
            before = reads(reading).answered
            assert reading.history(game_id)
            return reads(reading).answered > before

        until(is_asked)
    assert reads(reading).away == 0
    said = [it.getMessage() for it in caplog.records if "the replica of" in it.getMessage()]
    # Once each time: a connection that was being made just then may be found dead later.
    assert said
    assert ["is not asked" in it for it in said] == [True, False] * (len(said) // 2)


def test_one_that_hangs_holds_a_request_up_once(
    own_postgres: OwnPostgres, reading: Games, copy: Replica, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("napoleon.log.store.postgres.replicas.ANSWER", 0.5)
    game_id = began(reading, 5)
    copy.caught_up(own_postgres)
    time.sleep(0.6)
    whole = reading.history(game_id)
    assert reads(reading).answered
    with copy.hung():
        began_at = time.monotonic()
        for _ in range(20):
            assert reading.history(game_id) == whole
        assert 0.5 <= time.monotonic() - began_at < PATIENCE / 4
        assert reads(reading).away == 1
    until(lambda: reading.history(game_id) == whole and not reads(reading).away)


def test_what_its_copying_cancels_the_primary_answers(
    own_postgres: OwnPostgres, reading: Games, copy: Replica
) -> None:
    game_id = began(reading, 5)
    copy.caught_up(own_postgres)
    assert isinstance(reading.recorder, PostgresLogRecorder)
    replicas = Replicas([_copy(reading)], reading.recorder.datastore, pool_size=1)
    long = "SELECT version, pg_sleep(10)::text FROM events LIMIT 1"
    with ThreadPoolExecutor(1) as thread, closing(replicas):
        found = thread.submit(
            replicas.events, game_id, range(1, 2), long, (), lambda it: [row[0] for row in it]
        )
        until(lambda: copy.ask("SELECT count(*) FROM pg_stat_activity WHERE query ~ '^SELECT ver'"))
        with psycopg.connect(_store(reading)) as owner:
            owner.execute("LOCK TABLE events IN ACCESS EXCLUSIVE MODE")
        assert found.result(PATIENCE) is None
    assert replicas.reads() == CopyReads(1, away=0, answered=0, behind=0, cancelled=1)


def test_a_database_that_is_no_replica_is_not_asked(
    opened: Callable[..., Games], own_database: str
) -> None:
    games = opened(DATABASE_URL=own_database, DATABASE_REPLICA_URL=own_database)
    game_id = began(games, 3)
    time.sleep(0.6)
    assert games.history(game_id)
    assert reads(games)[:3] == (1, 1, 0)


@pytest.mark.parametrize("partitions", ["1", "3"])
def test_one_that_holds_what_the_log_has_lost_is_not_asked(
    own_postgres: OwnPostgres,
    opened: Callable[..., Games],
    copied: dict[str, str],
    copy: Replica,
    partitions: str,
    caplog: pytest.LogCaptureFixture,
) -> None:
    """An older backup was restored, or one took over that had heard less."""
    reading = opened(**copied, DATABASE_PARTITIONS=partitions)
    other, game_id = began(reading, 3), began(reading, 5)
    copy.caught_up(own_postgres)
    time.sleep(0.6)
    # A process keeps the games that it has opened.
    warm = opened(**copied, CREATE_TABLE="no")
    with paused(copy):
        warm.history(other)
        assert reads(warm) == CopyReads(1, away=0, answered=1, behind=0, cancelled=0)
        lost = reading.head(game_id)
        with psycopg.connect(_store(reading)) as owner:
            owner.execute("SET session_replication_role = replica")
            owner.execute(
                "DELETE FROM events WHERE version >= %s "
                "AND game = (SELECT number FROM games WHERE game = %s)",
                (lost - 1, game_id),
            )
        here, cold = (
            opened(**{**copied, "DATABASE_REPLICA_URL": it, "CREATE_TABLE": "no"})
            for it in ("", _copy(reading))
        )
        play(here, game_id, 3, 7)
        assert here.head(game_id) >= lost
        # What has just begun, and what had asked it before.
        time.sleep(LOOKING)
        for games in (cold, warm):
            assert games.at(game_id, lost) == here.at(game_id, lost)
            assert games.history(game_id) == here.history(game_id)
            assert games.open(game_id) == here.open(game_id)
            assert reads(games).away == 1
        assert caplog.text.count("holds events that the log has lost") == 2


@pytest.mark.parametrize(
    ("question", "versions"),
    [
        ({"gt": 2, "lte": 5, "limit": None, "desc": False}, [3, 4, 5]),
        ({"gt": None, "lte": 3, "limit": 2, "desc": False}, [1, 2]),
        ({"gt": 1, "lte": 4, "limit": 2, "desc": True}, [4, 3]),
        ({"gt": 7, "lte": None, "limit": 2, "desc": False}, [8, 9]),
    ],
)
def test_some_questions_say_which_versions_they_are_for(
    question: dict[str, Any], versions: list[int]
) -> None:
    found = due(**question)
    assert found is not None
    assert list(found) == versions


def test_what_is_newest_no_question_says() -> None:
    assert due(3, None, None, desc=False) is None
    assert due(None, None, 1, desc=True) is None


def _store(games: Games) -> str:
    return games.env["DATABASE_URL"]


def _copy(games: Games) -> str:
    return games.env["DATABASE_REPLICA_URL"]


def copied_head(copy: Replica, games: Games, game_id: str) -> int:
    """The newest version that the replica has."""
    with psycopg.connect(_copy(games)) as connection:
        [[head]] = connection.execute(
            "SELECT max(version) FROM events JOIN games ON number = events.game "
            "WHERE games.game = %s",
            (game_id,),
        )
        return int(head)
