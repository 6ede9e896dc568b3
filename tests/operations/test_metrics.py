"""The metrics: what is counted, and what no label ever holds."""

from __future__ import annotations

import re
import socket
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from eventsourcing.persistence import OperationalError
from prometheus_client import REGISTRY, generate_latest
from prometheus_client.parser import text_string_to_metric_families

from api.live.streams import Streams, register
from api.telemetry.pools import PoolWatch
from napoleon.play.games import Games
from projections.metrics import REPLAYS, count_webhook
from projections.store import open_views
from tests.api.desk import Desk
from tests.command_line.server import wait_until
from tests.stores import embedded

Samples = dict[tuple[str, tuple[tuple[str, str], ...]], float]


def samples() -> Samples:
    """Every sample of this process, by name and labels."""
    return {
        (sample.name, tuple(sorted(sample.labels.items()))): sample.value
        for family in text_string_to_metric_families(generate_latest(REGISTRY).decode())
        for sample in family.samples
        if sample.name.startswith("napoleon_") and not sample.name.endswith("_created")
    }


@pytest.fixture
def counted() -> Iterator[Callable[..., float]]:
    """By how much a sample has grown since the test began."""
    before = samples()

    def grown(name: str, **labels: str) -> float:
        key = name, tuple(sorted(labels.items()))
        return samples().get(key, 0.0) - before.get(key, 0.0)

    yield grown


def test_orders_are_counted_once(desk: Desk, counted: Any) -> None:
    table = desk.table()
    for _ in range(2):
        assert table.order("red", {"order": "draw"}, key="one").status_code == 201
    assert counted("napoleon_orders_accepted_total") == 1
    both = {"orders": [{"order": "draw"}, {"order": "bet", "value": 2}]}
    assert table.order("blue", both).json["carried_out"] == 2
    assert counted("napoleon_orders_accepted_total") == 3


def test_refusals_are_counted_by_their_code(desk: Desk, counted: Any) -> None:
    table = desk.table()
    table.order("blue", {"order": "draw"})
    table.order("red", {"order": "draw"}, '"1"')
    table.order("red", {"order": "bet", "value": 2})
    codes = ("NOT_YOUR_DECISION", "VERSION_CONFLICT", "NOT_OFFERED")
    assert [counted("napoleon_orders_refused_total", code=code) for code in codes] == [1, 1, 1]
    assert counted("napoleon_orders_accepted_total") == 0


def test_requests_are_counted_by_the_pattern_of_their_address(desk: Desk, counted: Any) -> None:
    tables = [desk.table() for _ in range(3)]
    for table in tables:
        table.get("/map")
    desk.get("/games/0000000000/map")
    desk.get("/nowhere/at/all")
    desk.call("BREW", "/games")
    route = {"method": "GET", "route": "/api/v1/games/<game_id>/map"}
    assert counted("napoleon_http_requests_total", **route, status="200") == 3
    assert counted("napoleon_http_requests_total", **route, status="404") == 1
    assert counted("napoleon_http_request_seconds_count", **route) == 4
    lost = {"route": "unknown", "status": "404"}
    assert counted("napoleon_http_requests_total", method="GET", **lost) == 1
    wrong = {"method": "unknown", "route": "unknown", "status": "405"}
    assert counted("napoleon_http_requests_total", **wrong) == 1


def test_an_open_stream_is_counted_and_not_timed(desk: Desk, counted: Any) -> None:
    register(desk.app, Streams(1, heartbeats=0.05))
    table = desk.table()
    route = {"method": "GET", "route": "/api/v1/games/<game_id>/live"}
    stream = table.get("/live", buffered=False)
    assert stream.status_code == 200
    assert counted("napoleon_live_streams") == 1
    stream.close()
    assert counted("napoleon_live_streams") == 0
    assert counted("napoleon_http_requests_total", **route, status="200") == 1
    assert counted("napoleon_http_request_seconds_count", **route) == 0


def test_replays_are_timed(desk: Desk, counted: Any) -> None:
    table = desk.table()
    table.play_turn()
    games = Games(desk.games.env, rulesets=desk.games.rulesets, replaying=REPLAYS.time)
    games.open(table.id)
    games.open(table.id)
    games.at(table.id, 2)
    assert counted("napoleon_replay_seconds_count") == 2
    games.close()


def test_drawn_events_are_counted(desk: Desk, counted: Any) -> None:
    desk.table()
    desk.catch_up()
    desk.catch_up()
    assert counted("napoleon_events_drawn_total") == desk.recorded()
    assert counted("napoleon_last_drawn_timestamp_seconds") > 0


def test_webhooks_are_counted_by_their_outcome(counted: Any) -> None:
    count_webhook("delivered")
    count_webhook("failed")
    count_webhook("failed")
    outcomes = ("delivered", "failed", "dropped")
    assert [counted("napoleon_webhooks_total", outcome=it) for it in outcomes] == [1, 2, 0]


def test_no_label_tells_of_a_game(desk: Desk) -> None:
    """Nor of anything else that there may be any number of, whatever a client sends."""

    def pester(numbers: range) -> None:
        table = desk.table(referee=True)
        table.play_turn()
        for number in numbers:
            desk.get(f"/games/{number:010}/map")
            desk.get(f"/nowhere/{number}", headers={"X-Request-Id": f"{number:010}"})
            desk.call(f"METHOD{number}", "/games")
            table.order("red", {"order": f"unknown{number}"}, key=f"key{number}")

    # Counters belong to the process, in which other tests have asked otherwise, and other services.
    of_others = samples()
    pester(range(10))
    before = samples()
    pester(range(10, 60))
    assert samples().keys() == before.keys()
    routes = {rule.rule for rule in desk.app.url_map.iter_rules()}
    known: dict[str, Callable[[str], object]] = {
        "method": lambda value: value in {"GET", "POST", "DELETE", "PUT", "unknown"},
        "route": lambda value: value in routes | {"unknown"},
        "status": lambda value: 200 <= int(value) < 600,
        "code": re.compile("[A-Z_]+").fullmatch,
        "outcome": lambda value: value in {"delivered", "failed", "dropped"},
        "le": float,
    }
    for _, labels in before.keys() - of_others.keys():
        for name, value in labels:
            assert known[name](value), f"{name}={value}"


def test_connections_to_the_database_are_measured(
    database_url: str, tmp_path: Path, counted: Any
) -> None:
    env = {**embedded(tmp_path), "DATABASE_URL": database_url}
    env["NAPOLEON_SECRET"] = "correct horse battery staple"
    with Games(env, rulesets={}) as games:
        assert games.recorder.games_after(0) == []

        def nobody_uses_one() -> bool:
            PoolWatch().look(games.recorder)
            return samples()["napoleon_pool_in_use", ()] == 0

        # The pool may be opening one more, which counts as in use until it is open.
        wait_until(nobody_uses_one, "the pool to have opened its connections")
        assert samples()["napoleon_pool_connections", ()] >= 1
        with games.recorder.datastore.connection():
            PoolWatch().look(games.recorder)
            assert samples()["napoleon_pool_in_use", ()] == 1
        assert samples()["napoleon_pool_waiting", ()] == 0


def test_a_redis_that_is_away_is_counted(tmp_path: Path, redis_url: str, counted: Any) -> None:
    env = {**embedded(tmp_path), "REDIS_URL": redis_url}
    views = open_views(env)
    gone = open_views({**env, "CREATE_TABLE": "no", "REDIS_URL": f"redis://127.0.0.1:{closed()}/0"})
    views.max_tracking_id("nothing")
    assert counted("napoleon_redis_failures_total") == 0
    with pytest.raises(OperationalError):
        gone.max_tracking_id("nothing")
    assert counted("napoleon_redis_failures_total") >= 1


def closed() -> int:
    """A port at which nobody listens."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port: int = taken.getsockname()[1]
    return port
