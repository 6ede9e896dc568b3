"""Redis and PostgreSQL may go away and come back: nobody who plays notices, and workers go on."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import pytest
import redis
from eventsourcing.persistence import OperationalError

from api.app import create_app
from napoleon.play.games import Games
from projections import reading
from projections.lag import LagCollector
from projections.projector import edition
from projections.store import ViewStore, open_views
from projections.store.redis.server import WRITING
from projections.worker import catch_up
from tests.api.desk import VIEWS, Desk, Table, ToyWithArmies
from tests.core.play import Clock, play
from tests.patience import PATIENCE
from tests.projections.audit import all_is_drawn
from tools.servers import OwnPostgres, ValkeyServer, short_folder, valkey_server

pytestmark = pytest.mark.drill

ROOT = Path(__file__).parents[2]

WORK = """
import logging, os
from napoleon.play.games import Games
from projections import worker
from projections.store import open_views
from tests.api.desk import ToyWithArmies

logging.basicConfig(level="WARNING", format="%(message)s")
with Games(os.environ, rulesets={"toy": ToyWithArmies()}) as games:
    worker.run(games, open_views(os.environ))
print("stopped", flush=True)
"""

DRAW = {"order": "draw"}
PASS = {"order": "pass"}


@pytest.fixture
def valkey() -> Iterator[ValkeyServer]:
    """A server of the test's own, to be stopped."""
    with valkey_server(short_folder("outage")) as server:
        yield server


@pytest.fixture
def env(file_env: dict[str, str], valkey: ValkeyServer) -> dict[str, str]:
    return {**file_env, "REDIS_URL": valkey.url}


@contextmanager
def working(env: Mapping[str, str]) -> Iterator[subprocess.Popen[str]]:
    """Meanwhile a worker follows the log in a process of its own, and ends when it is told to."""
    worker = subprocess.Popen(
        [sys.executable, "-c", WORK],
        cwd=ROOT,
        env={**os.environ, **env, "CREATE_TABLE": "no"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        yield worker
        assert worker.poll() is None, worker.stderr.read()  # type: ignore[union-attr]
        worker.send_signal(signal.SIGTERM)
        output, said = worker.communicate(timeout=PATIENCE)
        assert (worker.returncode, output) == (0, "stopped\n"), said
    finally:
        worker.kill()
        worker.communicate()


def wait_for(condition: Callable[[], bool], what: str) -> None:
    deadline = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < deadline, what
        time.sleep(0.02)


def is_drawn(games: Games, views: ViewStore) -> bool:
    """Whether the read models show all of the log."""
    try:
        drawn = views.max_tracking_id(edition(games)) or 0
    except OperationalError:
        return False
    return drawn == games.recorder.max_notification_id()


@pytest.fixture
def desk(env: dict[str, str]) -> Iterator[Desk]:
    """The service on a log in a file and read models in Redis."""
    games = Games(env, rulesets={"toy": ToyWithArmies()}, clock=Clock())
    views = open_views(env)
    yield Desk(create_app(games, views), games, views, lambda: catch_up(games, views))
    games.close()


def seen(desk: Desk, tables: list[Table]) -> dict[str, bytes]:
    """All that is answered from the read models."""
    found = {path: desk.get(path).data for path in ("/games", "/games?status=over", "/rulings")}
    for table in tables:
        for path in (*(f"/{name}" for name in VIEWS), "/turns", "/journal?limit=1000", ""):
            for seat in ("red", None, "referee"):
                answer = table.get(path, seat)
                assert answer.status_code == 200
                found[f"{table.id} {path} {seat}"] = answer.data
    return found


def test_games_go_on_while_redis_is_flushed_stopped_and_started(
    desk: Desk, env: dict[str, str], file_env: dict[str, str], valkey: ValkeyServer
) -> None:
    log_alone = Desk(create_app(desk.games, open_views(file_env)), desk.games, desk.views, int)
    tables = [desk.table(referee=True) for _ in range(2)]

    def go_on(order: dict[str, str]) -> None:
        """An order is accepted in each game, and read at once."""
        for table in tables:
            seat = table.get().json["waiting_for"][0]
            before = table.version
            answer = table.order(seat, order)
            assert answer.status_code == 201, answer.text
            assert table.version > before
        assert seen(desk, tables) == seen(log_alone, tables)

    def comes_back() -> None:
        """All is drawn again by the worker, and reads the same."""
        wait_for(lambda: is_drawn(desk.games, desk.views), "the read models do not come back")
        wait_for(
            lambda: reading.places(desk.games, desk.views) == (desk.recorded(),),
            "readers do not come back",
        )
        all_is_drawn(desk.games, desk.views)
        assert seen(desk, tables) == seen(log_alone, tables)

    client = redis.Redis.from_url(valkey.url)
    with working(env):
        go_on(DRAW)
        comes_back()
        client.flushall()
        go_on(PASS)
        comes_back()
        client.flushall()
        comes_back()
        valkey.stop()
        assert reading.places(desk.games, desk.views) == (0,)
        go_on({"order": "bet", "value": 1})
        go_on({"order": "bet", "value": 2})
        valkey.start()
        comes_back()
        go_on(DRAW)
        valkey.stop()
    client.close()


def test_a_redis_that_is_away_is_not_asked_by_every_reader(
    desk: Desk, valkey: ValkeyServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = desk.table()
    desk.catch_up()
    asked = []
    client = desk.views.inner._reader  # type: ignore[attr-defined]
    ask = client.execute_command
    monkeypatch.setattr(
        client, "execute_command", lambda *given, **more: asked.append(1) or ask(*given, **more)
    )
    valkey.stop()
    clock = [1000.0]
    monkeypatch.setattr("projections.store.redis.reading.monotonic", lambda: clock[0])
    for _ in range(20):
        assert table.get("/map").status_code == 200
    assert len(asked) == 1
    valkey.start()
    assert table.get("/map").status_code == 200
    assert len(asked) == 1
    clock[0] += 1.1
    desk.catch_up()
    asked.clear()
    assert table.get("/map").status_code == 200
    assert asked, "it is asked again"


def test_a_redis_that_says_nothing_holds_nobody_up_who_watches(
    desk: Desk, valkey: ValkeyServer
) -> None:
    desk.table()
    desk.catch_up()
    recorded = desk.recorded()
    with valkey.hung():
        started = time.monotonic()
        ready = desk.get("/health/ready")
        assert (ready.status_code, ready.json["views"]) == (200, "away")
        assert list(LagCollector(desk.games, desk.views).collect()) == []
        health = desk.get("/health")
        assert (health.status_code, health.json["drawn"]) == (200, 0)
        assert time.monotonic() - started < WRITING, "not with the patience of a worker"
    assert desk.get("/health/ready").json["views"] == "ok"
    assert [it.samples[0].value for it in LagCollector(desk.games, desk.views).collect()] == [0, 0]
    assert desk.recorded() == recorded


def test_the_worker_is_told_that_redis_is_away(desk: Desk, valkey: ValkeyServer) -> None:
    desk.table()
    valkey.stop()
    with pytest.raises(OperationalError, match="cannot be reached"):
        desk.catch_up()
    with pytest.raises(OperationalError):
        desk.views.shown(["g"], edition="log")
    with pytest.raises(OperationalError):
        desk.views.max_tracking_id("log")
    with pytest.raises(OperationalError):
        desk.views.tend("log", complete=True)


def test_a_restarted_postgresql_is_waited_for(
    own_postgres: OwnPostgres, env: dict[str, str]
) -> None:
    url = own_postgres.create_database()
    chosen = {**env, "DATABASE_URL": url, "NAPOLEON_SECRET": "the emperor's own secret, and long"}
    with Games(chosen, rulesets={"toy": ToyWithArmies()}, clock=Clock()) as games:
        views = open_views(chosen)
        game_id = games.create("toy", "short", {"turns": 50}).game.id
        with working(chosen):
            wait_for(lambda: is_drawn(games, views), "nothing is drawn")
            own_postgres.stop()
            time.sleep(1)
            own_postgres.start()
            wait_for(lambda: played(games, game_id), "the log does not come back")
            wait_for(lambda: is_drawn(games, views), "the worker does not come back")
        all_is_drawn(games, views)
    own_postgres.drop_database(url)


def played(games: Games, game_id: str) -> bool:
    """Whether an order could be given."""
    try:
        play(games, game_id, 3)
    except OperationalError:
        return False
    return True
