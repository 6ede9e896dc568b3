"""How many streams a process gives, and what it does when there are none, or when it stops."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from types import FrameType

import pytest

from api.app import create_app
from api.live.app import create_live_app
from api.live.capacity import LIVE_STREAMS, WEB_STREAMS, live_capacity
from api.live.stopping import SIGNALS, end_with_process
from api.live.streams import Streams, register, streams_of
from napoleon.environment import BadSetting
from tests.api.desk import V1, Desk, Table
from tests.command_line.server import wait_until
from tests.live.listening import PATIENCE, listen


def followers() -> int:
    """How many threads follow a log."""
    return sum(thread.name.startswith("live-follower") for thread in threading.enumerate())


def test_who_finds_no_place_is_told_when_to_come_back(make_desk: Callable[..., Desk]) -> None:
    table = make_desk(capacity=2).table()
    with ExitStack() as leaving:
        for _ in range(2):
            leaving.enter_context(listen(table)).next()
        answer = table.get("/live")
        assert (answer.status_code, answer.json["code"]) == (503, "TOO_MANY_STREAMS")
        assert answer.headers["Retry-After"] == "5"
    with listen(table) as client:
        assert client.next().name == "position"


def test_a_stream_that_could_not_begin_holds_no_place(make_desk: Callable[..., Desk]) -> None:
    table = make_desk(capacity=1).table()
    for _ in range(2):
        assert table.get("/live?after=999").status_code == 404
    assert streams_of(table.desk.app).open == 0


def test_a_web_process_gives_no_streams_unless_it_is_told_to(desk: Desk) -> None:
    table = desk.table()
    for env, status in (({}, 503), ({WEB_STREAMS: "1"}, 200)):
        app = create_app(desk.games, desk.views, env)
        with app.test_client().get(f"{V1}/games/{table.id}/live") as answer:
            assert answer.status_code == status
        streams_of(app).close()


def test_the_live_process_has_streams_and_health_and_nothing_else(desk: Desk) -> None:
    table = desk.table()
    app = create_live_app(desk.games, {LIVE_STREAMS: "1", "NAPOLEON_HOME": "/nowhere"})
    client = app.test_client()
    with client.get(f"{V1}/games/{table.id}/live") as answer:
        assert answer.status_code == 200
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert client.get(f"{V1}/games/{table.id}/live").status_code == 503
    assert client.get(f"{V1}/health/live").json == {"status": "ok"}
    answer = client.get(f"{V1}/games/{table.id}")
    assert (answer.status_code, answer.json["code"]) == (404, "NOT_FOUND")
    streams_of(app).close()


def test_a_capacity_that_is_no_number() -> None:
    assert live_capacity({}) == 2000
    assert live_capacity({LIVE_STREAMS: "12"}) == 12
    for wrong in ("many", "-1", "1e3", "100001"):
        with pytest.raises(BadSetting, match="LIVE_STREAMS"):
            live_capacity({LIVE_STREAMS: wrong})


def test_the_log_is_followed_while_there_are_clients(table: Table) -> None:
    """By one thread, whatever number of clients and games there is."""
    wait_until(lambda: followers() == 0, "the followers of other tests to end")
    other = table.desk.table()
    for _ in range(2):
        with listen(table) as one, listen(table) as two, listen(other) as three:
            for client in (one, two, three):
                client.next()
            assert followers() == 1
            table.play_turn()
            assert {client.next().name for client in (one, two)} == {"event"}
        wait_until(lambda: followers() == 0, "the follower to end")


def test_all_streams_end_when_the_process_stops(table: Table) -> None:
    with listen(table) as one, listen(table, "red", last=0) as two:
        one.next()
        two.upto(table.version)
        streams_of(table.desk.app).close()
        assert one.rest() == two.rest() == []
        wait_until(lambda: followers() == 0, "the follower to end")
    assert table.get("/live").status_code == 503


def test_a_signal_ends_the_streams_and_goes_on_to_the_server(table: Table) -> None:
    told: list[int] = []

    def server_stops(number: int, frame: FrameType | None) -> None:
        told.append(number)

    kept = {number: signal.getsignal(number) for number in SIGNALS}
    try:
        signal.signal(signal.SIGTERM, server_stops)
        signal.signal(signal.SIGQUIT, signal.SIG_IGN)
        end_with_process(streams_of(table.desk.app))
        assert signal.getsignal(signal.SIGQUIT) is signal.SIG_IGN
        with listen(table) as client:
            client.next()
            signal.raise_signal(signal.SIGTERM)
            assert client.rest() == []
    finally:
        for number, before in kept.items():
            signal.signal(number, before)
    assert told == [signal.SIGTERM]


def test_clients_come_and_go_in_many_threads(make_desk: Callable[..., Desk]) -> None:
    """Places and channels come out even, and nobody misses anything."""
    table = make_desk(capacity=100).table(options={"turns": 2000})
    done = threading.Event()
    seen: list[list[int | None]] = []
    errors: list[BaseException] = []

    def come_and_go() -> None:
        versions: list[int | None] = []
        seen.append(versions)
        last = 0
        try:
            while not done.is_set():
                with listen(table, last=last) as client:
                    client.anything()
                    message = client.anything()
                    if message is not None and message.id is not None:
                        versions.append(message.id)
                        last = message.id
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=come_and_go) for _ in range(6)]
    for thread in threads:
        thread.start()
    deadline = time.monotonic() + PATIENCE
    while not errors and max(map(len, seen), default=0) <= 10 and time.monotonic() < deadline:
        table.play_turn()
    done.set()
    for thread in threads:
        thread.join()
    assert errors == []
    assert all(versions == list(range(1, len(versions) + 1)) for versions in seen)
    assert max(map(len, seen)) > 10
    assert streams_of(table.desk.app).open == 0
    wait_until(lambda: followers() == 0, "the followers to end")


def test_the_address_is_in_the_document_with_all_that_it_takes(tmp_path: Path) -> None:
    app = create_app(env={"NAPOLEON_HOME": str(tmp_path)})
    register(app, Streams(0))
    document = app.test_client().get(f"{V1}/openapi.json").json
    resource = document["paths"][f"{V1}/games/{{game_id}}/live"]
    call = resource["get"]
    parameters = resource["parameters"] + call["parameters"]
    assert {it["name"] for it in parameters} == {"game_id", "Last-Event-ID", "after"}
    assert list(call["responses"]["200"]["content"]) == ["text/event-stream"]
    assert {"401", "404", "429", "503"} <= call["responses"].keys()
