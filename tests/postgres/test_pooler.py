"""The log behind PgBouncer in transaction mode, where no session lasts."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from shutil import which
from unittest import TestCase

import psycopg
import pytest

from napoleon.environment import BadSetting
from napoleon.log.store.postgres.connection import Datastore
from napoleon.log.store.postgres.recorder import PostgresLogRecorder
from napoleon.log.store.settings import check
from napoleon.play.games import Games
from tests.patience import PATIENCE
from tests.postgres import test_recorder
from tools.servers import OwnPostgres, Pooler, pooler

pytestmark = pytest.mark.skipif(which("pgbouncer") is None, reason="PgBouncer is not installed")

SESSIONS = 2
"""Connections that the pooler has to the database, for any number of clients."""


@pytest.fixture
def pool(own_database: str) -> Iterator[Pooler]:
    """A pooler before `own_database`."""
    with pooler(own_database, default_pool_size=SESSIONS) as started:
        yield started


@pytest.fixture
def pooled(pool: Pooler, own_database: str) -> dict[str, str]:
    """The settings of the addresses."""
    return {"DATABASE_URL": pool.url, "DATABASE_DIRECT_URL": own_database}


# -- what is asked of every recorder ---------------------------------------------------------------


class _Pooled(TestCase):
    @pytest.fixture(autouse=True)
    def _database(self, pooled: dict[str, str]) -> None:
        self.env = pooled


class TestRecorder(_Pooled, test_recorder.TestRecorder):
    pass


class TestNotificationIds(_Pooled, test_recorder.TestNotificationIds):
    pass


class TestSnapshots(_Pooled, test_recorder.TestSnapshots):
    pass


# -- nothing is asked of a session -----------------------------------------------------------------


def _store(games: Games) -> Datastore:
    assert isinstance(games.recorder, PostgresLogRecorder)
    return games.recorder.datastore


def test_each_transaction_brings_its_timeouts_and_leaves_none_behind(
    opened: Callable[..., Games], pooled: dict[str, str]
) -> None:
    store = _store(opened(**pooled))
    asked = "SELECT current_setting('lock_timeout'), current_setting('statement_timeout')"
    for _ in range(2 * SESSIONS):
        assert store.select(asked) == [("5s", "30s")]
        written = store.transaction(lambda it: it.execute(asked), recorded=lambda: None)
        assert written == [("5s", "30s")]
        with psycopg.connect(pooled["DATABASE_URL"], autocommit=True) as other:
            assert other.execute(asked).fetchall() == [("0", "0")]


def test_a_statement_that_takes_too_long_is_ended(
    opened: Callable[..., Games], pooled: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    hasty = "SELECT set_config('statement_timeout', '100ms', true)"
    monkeypatch.setattr("napoleon.log.store.postgres.connection.LOCAL_TIMEOUTS", hasty)
    store = _store(opened(**pooled))
    began = time.monotonic()
    with pytest.raises(Exception, match="statement timeout"):
        store.select("SELECT pg_sleep(%s)", (PATIENCE,))
    assert time.monotonic() - began < PATIENCE / 2
    assert store.select("SELECT 1") == [(1,)]


def test_no_statement_is_prepared(opened: Callable[..., Games], pooled: dict[str, str]) -> None:
    games = opened(**pooled)
    game = games.create("toy", "short", {}).game
    for _ in range(20):
        assert games.head(game.id) == game.version
    store = _store(games)
    for _ in range(2 * SESSIONS):
        assert store.select("SELECT count(*) FROM pg_prepared_statements") == [(0,)]


def test_who_follows_the_log_is_told_at_once(
    opened: Callable[..., Games], pooled: dict[str, str], caplog: pytest.LogCaptureFixture
) -> None:
    games = opened(**pooled)
    with games.recorder.subscribe(gt=0) as told:
        for _ in range(3):
            game = games.create("toy", "short", {}).game
            assert next(it for it in told if it.originator_id == game.id)
    assert "through a pooler" not in caplog.text


def test_who_follows_it_through_the_pooler_is_warned_and_told_in_time(
    opened: Callable[..., Games], own_database: str, caplog: pytest.LogCaptureFixture
) -> None:
    with (
        pooler(own_database, ignore_startup_parameters="options") as lax,
        caplog.at_level(logging.WARNING),
        opened(DATABASE_URL=lax.url, DATABASE_DIRECT_URL=lax.url) as games,
        games.recorder.subscribe(gt=0) as told,
    ):
        game = games.create("toy", "short", {}).game
        assert next(told).originator_id == game.id
        deadline = time.monotonic() + PATIENCE
        while "through a pooler in transaction mode" not in caplog.text:
            assert time.monotonic() < deadline
            time.sleep(0.05)


def test_play_goes_on_when_the_pooler_has_been_away(
    opened: Callable[..., Games], pooled: dict[str, str], pool: Pooler
) -> None:
    games = opened(**pooled)
    before = games.create("toy", "short", {}).game
    pool.stop()
    pool.start()
    after = games.create("toy", "short", {}).game
    assert {*games.recorder.games_after(0)} == {before.id, after.id}


def test_more_threads_than_sessions_wait_for_each_other(
    opened: Callable[..., Games], pooled: dict[str, str]
) -> None:
    games = opened(**pooled)
    with ThreadPoolExecutor(4 * SESSIONS) as threads:
        made = [threads.submit(games.create, "toy", "short", {}) for _ in range(20)]
        ids = {it.result().game.id for it in made}
    assert {*games.recorder.games_after(0)} == ids
    assert len(ids) == 20


# -- settings --------------------------------------------------------------------------------------


def test_options_that_a_pooler_would_drop_are_refused(pooled: dict[str, str]) -> None:
    url = f"{pooled['DATABASE_URL']}?options=-c%20search_path%3Dclub"
    with pytest.raises(BadSetting, match="pooler"):
        check({**pooled, "DATABASE_URL": url, "NAPOLEON_SECRET": "correct horse battery staple"})


def test_the_address_of_a_pooler_alone_is_not_enough(own_postgres: OwnPostgres) -> None:
    with pytest.raises(BadSetting, match="without DATABASE_URL"):
        check({"DATABASE_DIRECT_URL": own_postgres.url("postgres")})
