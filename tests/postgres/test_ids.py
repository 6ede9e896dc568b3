"""Ids follow the order of commits without gaps, whoever writes, and nobody waits for ever."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import psycopg
import pytest
from eventsourcing.persistence import IntegrityError, OperationalError, StoredEvent

from api.app import create_app
from napoleon.log.store.address import Addresses
from napoleon.log.store.postgres.connection import Connection, Datastore
from napoleon.log.store.postgres.recorder import PostgresLogRecorder
from napoleon.play.games import Games
from projections.store import open_views
from tests.postgres.waiting import wait_until

BY_HAND = "INSERT INTO events (game, version, topic, state) VALUES (%s, %s, 1, '{}') RETURNING id"

WAITING = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted"


def event(version: int, game: str = "game") -> StoredEvent:
    return StoredEvent(game, version, "toy.passed/1", b"{}")


def test_an_id_is_seen_after_all_smaller_ones(
    recorder: PostgresLogRecorder, shell: Connection, env: dict[str, str]
) -> None:
    recorder.insert_events([event(1)])
    with ThreadPoolExecutor(1) as pool, psycopg.connect(env["DATABASE_URL"]) as other:
        [[first]] = other.execute(BY_HAND, (99, 1))
        second = pool.submit(recorder.insert_events, [event(2)])
        wait_until(lambda: shell.execute(WAITING).fetchone() == (1,), "the second to wait")
        assert recorder.max_notification_id() == 1, "nobody sees what is not committed"
        other.commit()
        assert (first, second.result()) == (2, [3])


def test_what_is_rolled_back_uses_no_id_up(
    recorder: PostgresLogRecorder, env: dict[str, str]
) -> None:
    recorder.insert_events([event(1)])
    with psycopg.connect(env["DATABASE_URL"]) as other:
        other.execute(BY_HAND, (99, 1))
        other.rollback()
    with pytest.raises(IntegrityError):
        recorder.insert_events([event(2), event(2)])
    assert recorder.insert_events([event(2)]) == [2]


def test_nobody_chooses_an_id(shell: Connection) -> None:
    [[given]] = shell.execute("INSERT INTO events VALUES (1000, 99, 1, 1, '{}') RETURNING id")
    assert given == 1


def test_many_games_are_recorded_at_once(
    recorder: PostgresLogRecorder, opened: Callable[..., Games]
) -> None:
    others = [recorder, opened().recorder]

    def write(number: int) -> None:
        for version in range(1, 11):
            others[number % 2].insert_events([event(version, game=f"game{number}")])

    with ThreadPoolExecutor(6) as pool:
        list(pool.map(write, range(6)))
    found = recorder.select_notifications(None, 1000)
    assert [it.id for it in found] == list(range(1, 61))


def test_who_holds_the_log_too_long_makes_others_fail_not_wait(
    games: Games, opened: Callable[..., Games], env: dict[str, str], tmp_path: Path
) -> None:
    created = games.create("toy", "short", {})
    hasty = opened(DATABASE_URL=f"{env['DATABASE_URL']}&options=-c%20lock_timeout%3D200")
    views = open_views({"NAPOLEON_HOME": str(tmp_path), "CREATE_TABLE": "yes"})
    web = create_app(hasty, views).test_client()
    with psycopg.connect(env["DATABASE_URL"]) as holder:
        holder.execute(BY_HAND, (99, 1))
        with pytest.raises(OperationalError, match="lock timeout"):
            hasty.recorder.insert_events([event(1)])
        answer = web.post(
            f"/api/v1/games/{created.game.id}/orders",
            json={"order": "pass"},
            headers={"Authorization": f"Bearer {created.tokens['red']}", "If-Match": "*"},
        )
        assert (answer.status_code, answer.json["code"]) == (503, "STORE_UNAVAILABLE")
        assert answer.headers["Retry-After"] == "1"
        assert hasty.open(created.game.id).version == created.game.version, "reading goes on"
    assert hasty.recorder.insert_events([event(1)]) is not None


def test_no_connection_waits_for_ever(env: dict[str, str]) -> None:
    store = Datastore(Addresses.of(env))
    names = ("lock_timeout", "statement_timeout", "idle_in_transaction_session_timeout")
    found = [store.select(f"SHOW {name}")[0][0] for name in names]
    assert found == ["5s", "30s", "5s"]
    assert store.select("SHOW default_transaction_isolation") == [("read committed",)]
    store.close()
