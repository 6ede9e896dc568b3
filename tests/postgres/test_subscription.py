"""Followers of a log on PostgreSQL miss nothing, whatever becomes of their connections."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable
from itertools import islice
from pathlib import Path
from threading import Event, Thread, Timer
from typing import Any

import psycopg
import pytest
from eventsourcing.persistence import (
    OperationalError,
    ProgrammingError,
    StoredEvent,
    Subscription,
)

from napoleon.log.store.postgres import subscription as module
from napoleon.log.store.postgres.connection import Connection
from napoleon.log.store.postgres.recorder import PostgresLogRecorder
from napoleon.play.games import Games
from tests.core.play import process_env
from tests.postgres.waiting import PATIENCE, wait_until

ROOT = Path(__file__).parents[2]

LISTENING = """
    SELECT pid FROM pg_stat_activity
    WHERE datname = current_database() AND query LIKE 'LISTEN%' AND state = 'idle'
"""


def event(version: int) -> StoredEvent:
    return StoredEvent("game", version, "toy.passed/1", b"{}")


def first(count: int, subscription: Subscription[Any]) -> list[int]:
    """Ids of the next notifications; fewer if they do not come in time."""
    too_late = Timer(PATIENCE, subscription.stop)
    too_late.start()
    found = [notification.id for notification in islice(subscription, count)]
    too_late.cancel()
    return found


@pytest.fixture
def no_fallback(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody looks at the log without being told."""
    monkeypatch.setattr(module, "FALLBACK_SECONDS", 3600)


def listeners(shell: Connection) -> list[int]:
    return [pid for [pid] in shell.execute(LISTENING)]


@pytest.mark.usefixtures("no_fallback")
def test_what_is_committed_before_it_listens_is_not_missed(
    recorder: PostgresLogRecorder, monkeypatch: pytest.MonkeyPatch
) -> None:
    recorder.insert_events([event(1)])
    pulled, connect = Event(), module.connect

    def late(info: str) -> Connection:
        assert pulled.wait(PATIENCE)
        return connect(info)

    monkeypatch.setattr(module, "connect", late)
    with recorder.subscribe(gt=0) as subscription:
        assert first(1, subscription) == [1]
        # The thread that reads waits by now, or reads once more in vain; nobody listens yet.
        recorder.insert_events([event(2)])
        pulled.set()
        assert first(1, subscription) == [2]


@pytest.mark.usefixtures("no_fallback")
def test_whoever_listens_is_told(recorder: PostgresLogRecorder, shell: Connection) -> None:
    with recorder.subscribe(gt=0) as subscription:
        wait_until(lambda: bool(listeners(shell)), "somebody to listen")
        for version in range(1, 6):
            recorder.insert_events([event(version)])
            assert first(1, subscription) == [version]


def test_a_notification_may_be_lost(recorder: PostgresLogRecorder, shell: Connection) -> None:
    shell.execute("ALTER TABLE events DISABLE TRIGGER told")
    with recorder.subscribe(gt=0) as subscription:
        wait_until(lambda: bool(listeners(shell)), "somebody to listen")
        recorder.insert_events([event(1)])
        assert first(1, subscription) == [1]


@pytest.mark.usefixtures("no_fallback")
def test_the_connection_that_listens_may_be_killed(
    recorder: PostgresLogRecorder, shell: Connection
) -> None:
    with recorder.subscribe(gt=0) as subscription:
        for version in range(1, 4):
            wait_until(lambda: len(listeners(shell)) == 1, "somebody to listen")
            [killed] = listeners(shell)
            shell.execute("SELECT pg_terminate_backend(%s)", (killed,))
            recorder.insert_events([event(version)])
            assert first(1, subscription) == [version]
            wait_until(lambda: listeners(shell) not in ([], [killed]), "another one to listen")  # noqa: B023


def test_it_is_stopped_at_once_while_the_database_is_away(
    opened: Callable[..., Games], monkeypatch: pytest.MonkeyPatch
) -> None:
    tried = Event()

    def away(_: str) -> Connection:
        tried.set()
        raise psycopg.OperationalError("nobody is there")

    monkeypatch.setattr(module, "connect", away)
    monkeypatch.setattr(module, "PAUSES", (20 * PATIENCE,))
    with opened().recorder.subscribe() as subscription:
        thread = Thread(target=lambda: list(subscription))
        thread.start()
        assert tried.wait(PATIENCE)
        started = time.monotonic()
        subscription.stop()
        thread.join(PATIENCE)
    assert time.monotonic() - started < PATIENCE
    assert not thread.is_alive()


def test_what_waiting_does_not_mend_reaches_the_reader(
    recorder: PostgresLogRecorder, shell: Connection
) -> None:
    shell.execute("ALTER TABLE events RENAME COLUMN state TO other")
    with recorder.subscribe() as subscription, pytest.raises(ProgrammingError, match="state"):
        next(subscription)


def test_a_table_that_is_being_restored_is_waited_for(
    recorder: PostgresLogRecorder, shell: Connection
) -> None:
    recorder.insert_events([event(1)])
    shell.execute("ALTER TABLE events RENAME TO other")
    with pytest.raises(OperationalError):
        recorder.head("game")
    with recorder.subscribe() as subscription:
        shell.execute("ALTER TABLE other RENAME TO events")
        assert next(subscription).id == 1


FOLLOW = """
from gevent import monkey; monkey.patch_all()
from api.live.greenlets import give_back_queues; give_back_queues()
import gevent
from napoleon.play.games import Games
from napoleon.log.store.postgres import subscription as module
from tests.toy import Toy

# Were others kept waiting for as long as it waits, a hundred times would take minutes.
module.LISTEN_SECONDS = module.FALLBACK_SECONDS = 2
with Games(rulesets={"toy": Toy()}) as games, games.recorder.subscribe(gt=0) as subscription:
    def beat_and_stop():
        for _ in range(100):
            gevent.sleep(0.001)
        subscription.stop()
    gevent.sleep(0.2)
    writer = gevent.spawn(games.create, "toy", "short", {})
    found = [next(subscription).id for _ in range(5)]
    heart = gevent.spawn(beat_and_stop)
    rest = [notification.id for notification in subscription]
    print(found, rest, heart.ready())
"""


def test_it_leaves_the_processor_to_others_under_gevent(games: Games, env: dict[str, str]) -> None:
    found = subprocess.run(
        [sys.executable, "-c", FOLLOW],
        cwd=ROOT,
        env={**os.environ, **process_env(env)},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert found.stdout == "[1, 2, 3, 4, 5] [6, 7] True\n", found.stderr
