"""Connections break: what was asked for is done once, or told to have failed."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

import msgspec
import pytest
from eventsourcing.persistence import IntegrityError, OperationalError, StoredEvent
from psycopg.sql import SQL, Identifier

from napoleon.log.store.postgres.connection import ATTEMPTS, Connection
from napoleon.log.store.postgres.recorder import PostgresLogRecorder
from napoleon.log.store.recorder import (
    CheckpointRow,
    LogRecorder,
    OrderRow,
    SideRecords,
    StandingOrderRow,
    WebhookRow,
)
from napoleon.play.games import Games
from napoleon.play.outcomes import Accepted, Stale
from tests.core.play import process_env
from tests.patience import PATIENCE
from tests.postgres.proxy import Proxy

ROOT = Path(__file__).parents[2]
PASS = {"order": "pass"}

KILL_OTHERS = """
    SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()
"""


def event(version: int, state: bytes = b'{"at":1}') -> StoredEvent:
    return StoredEvent("game", version, "toy.passed/1", state)


def order(order_id: str, version: int) -> OrderRow:
    return OrderRow("game", order_id, version, version, b"12345678", 1)


@pytest.fixture
def far(behind: Games) -> LogRecorder:
    """The log behind the proxy."""
    return behind.recorder


def test_what_was_committed_is_not_taken_for_a_conflict(far: LogRecorder, proxy: Proxy) -> None:
    proxy.lose_answer()
    assert far.insert_events(
        [event(1), event(2)], side_records=SideRecords(order=order("first", 1))
    ) == [1, 2]
    assert proxy.cuts == 1
    assert far.head("game") == 2
    assert far.order("game", "first") == order("first", 1)


def test_what_never_arrived_is_sent_again(far: LogRecorder, proxy: Proxy) -> None:
    proxy.lose_request()
    assert far.insert_events([event(1)], side_records=SideRecords(order=order("first", 1))) == [1]
    assert proxy.cuts == 1
    assert far.order("game", "first") == order("first", 1)


def test_a_conflict_stays_a_conflict(
    far: LogRecorder, proxy: Proxy, opened: Callable[..., Games], own_database: str
) -> None:
    near = opened(DATABASE_URL=own_database).recorder
    proxy.lose_request()
    proxy.on_cut = lambda: near.insert_events([event(1, b'{"at":2}')])
    with pytest.raises(IntegrityError):
        far.insert_events([event(1)])
    [kept] = far.select_events("game")
    assert kept.state == b'{"at":2}'


def test_an_order_is_carried_out_once(behind: Games, proxy: Proxy) -> None:
    game_id = behind.create("toy", "short", {}).game.id
    before = behind.head(game_id)
    proxy.lose_answer()
    answer = behind.submit_orders(game_id, "red", [PASS], expected=before)
    assert isinstance(answer, Accepted)
    assert proxy.cuts == 1
    assert behind.history(game_id, after=before) == answer.events
    stale = behind.submit_orders(game_id, "red", [PASS], expected=before)
    assert isinstance(stale, Stale)


KEPT: dict[str, Callable[[LogRecorder], tuple[object, object]]] = {
    "instruction": lambda log: (
        log.put_standing_order(StandingOrderRow("game", "one", "red", b"{}")),
        [row.id for row in log.standing_orders("game")] == ["one"],
    ),
    "checkpoint": lambda log: (
        log.put_checkpoint(CheckpointRow("game", 1, "signed", bytes(32))),
        log.checkpointed("game") == 1,
    ),
    "webhook": lambda log: (
        log.put_webhook(WebhookRow("game", "one", "red", "", "https://a.example", b"k", 0)),
        len(log.webhooks("game")) == 1,
    ),
    "name": lambda log: (
        log.put_name("game", "red", "Ney"),
        log.names("game") == {"red": "Ney"},
    ),
}


@pytest.mark.parametrize("keep", KEPT.values(), ids=KEPT.keys())
def test_what_stands_beside_the_log_is_kept_once(
    far: LogRecorder, proxy: Proxy, keep: Callable[[LogRecorder], tuple[object, object]]
) -> None:
    far.insert_events([event(1)])
    proxy.lose_answer(b"INSERT 0 1\x00")
    assert keep(far) == (None, True)
    assert proxy.cuts == 1


def test_another_one_of_that_id_is_refused_all_the_same(far: LogRecorder, proxy: Proxy) -> None:
    far.put_standing_order(StandingOrderRow("game", "one", "red", b"{}"))
    proxy.lose_request(b"INSERT INTO instructions")
    with pytest.raises(IntegrityError):
        far.put_standing_order(StandingOrderRow("game", "one", "blue", b"{}"))
    assert proxy.cuts == 1


HOOK = WebhookRow("game", "one", "red", "", "https://a.example", b"k", 0)
MOVED = msgspec.structs.replace(HOOK, sent=3, due=9)


def test_a_webhook_is_taken_though_the_answer_is_lost(far: LogRecorder, proxy: Proxy) -> None:
    far.put_webhook(HOOK)
    proxy.lose_answer(b"UPDATE 1\x00")
    assert far.move_webhook(HOOK, MOVED)
    assert proxy.cuts == 1
    assert far.webhooks("game") == [MOVED]
    assert not far.move_webhook(HOOK, MOVED), "it was another who took it"


def test_a_webhook_that_another_took_meanwhile_is_not_taken(
    far: LogRecorder, proxy: Proxy, opened: Callable[..., Games], own_database: str
) -> None:
    near = opened(DATABASE_URL=own_database).recorder
    other = msgspec.structs.replace(HOOK, due=8)
    far.put_webhook(HOOK)
    proxy.lose_request(b"UPDATE webhooks")
    proxy.on_cut = lambda: near.move_webhook(HOOK, other)
    assert not far.move_webhook(HOOK, MOVED)
    assert proxy.cuts == 1
    assert far.webhooks("game") == [other]


def test_it_is_tried_a_few_times_and_then_told(far: LogRecorder, proxy: Proxy) -> None:
    proxy.lose_request(times=100)
    started = time.monotonic()
    with pytest.raises(OperationalError):
        far.insert_events([event(1)])
    assert proxy.cuts == ATTEMPTS
    assert time.monotonic() - started < 10
    proxy.lose_request(times=0)
    assert far.head("game") is None
    assert far.insert_events([event(1)]) == [1]


def test_reading_is_tried_again(far: LogRecorder, proxy: Proxy) -> None:
    far.insert_events([event(1)])
    proxy.lose_answer(b"SELECT 1\x00")
    assert far.head("game") == 1
    assert proxy.cuts == 1


def test_all_connections_may_break_at_once(
    recorder: PostgresLogRecorder, shell: Connection
) -> None:
    barrier = Barrier(6)

    def read(_: int) -> int | None:
        barrier.wait()
        return recorder.head("game")

    recorder.insert_events([event(1)])
    with ThreadPoolExecutor(6) as pool:
        for round_ in range(3):
            assert list(pool.map(read, range(6))) == [round_ + 1] * 6
            shell.execute(KILL_OTHERS)
            assert recorder.insert_events([event(round_ + 2)]) == [round_ + 2]


def test_a_server_that_only_reads_is_left_for_one_that_writes(
    games: Games, game_id: str, shell: Connection
) -> None:
    """As after a failover, when the one that was connected to is a replica."""

    def read_only(mode: str) -> None:
        name = Identifier(shell.info.dbname)
        command = SQL("ALTER DATABASE {} SET default_transaction_read_only = {}")
        shell.execute(command.format(name, SQL(mode)))

    before = games.head(game_id)
    read_only("on")
    shell.execute(KILL_OTHERS)
    with pytest.raises(OperationalError, match="read-only transaction"):
        games.submit_orders(game_id, "red", [PASS], expected=before)
    with pytest.raises(OperationalError, match="read-only transaction"):
        games.recorder.put_name(game_id, "red", "Ney")
    assert games.head(game_id) == before
    # Connections that are open stay as they are.
    read_only("off")
    assert isinstance(games.submit_orders(game_id, "red", [PASS], expected=before), Accepted)


def test_a_database_that_is_not_there_is_told_soon(opened: Callable[..., Games]) -> None:
    started = time.monotonic()
    with pytest.raises(OperationalError, match="connection") as told:
        opened(DATABASE_URL="postgresql://napoleon:waterloo@127.0.0.1:1/log")
    assert "waterloo" not in str(told.value)
    assert time.monotonic() - started < 10


FORK = """
import os
from napoleon.play.games import Games

with Games(rulesets={}) as games:
    children = []
    for _ in range(2):
        child = os.fork()
        if not child:
            os._exit(0 if games.recorder.head("game") == 1 else 1)
        children.append(child)
    print([os.waitpid(child, 0)[1] for child in children], games.recorder.head("game"))
"""


def test_an_opened_log_may_be_used_after_a_fork(
    recorder: PostgresLogRecorder, env: dict[str, str]
) -> None:
    recorder.insert_events([event(1)])
    found = subprocess.run(
        [sys.executable, "-W", "error", "-c", FORK],
        cwd=ROOT,
        env={**os.environ, **process_env(env)},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=True,
    )
    assert found.stdout == "[0, 0] 1\n", found.stderr
