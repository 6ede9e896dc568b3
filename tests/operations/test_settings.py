"""How the web servers are set up: the settings that gunicorn is started with."""

from __future__ import annotations

import gc
import os
import resource
import runpy
import secrets
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from eventsourcing.persistence import OperationalError
from flask import Flask

from api.http.rates import EXPENSIVE_AT_ONCE
from api.http.stores import Stores, register, stores_of
from api.live import rehearsal as live_rehearsal
from api.server import hooks
from api.web import ahead, compiled, rehearsal
from tests.command_line.server import PATIENCE, ROOT

Read = Callable[..., dict[str, Any]]


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> Read:
    """Reads a file of settings as in a process of that environment and no other."""

    def read(name: str, **env: str) -> dict[str, Any]:
        for variable in os.environ:
            if variable.startswith(("WEB_", "LIVE_", "METRICS_", "DATABASE_")):
                monkeypatch.delenv(variable)
        for variable, value in env.items():
            monkeypatch.setenv(variable, value)
        return runpy.run_path(str(ROOT / "api" / "server" / f"{name}.py"))

    return read


def test_threads_wait_for_a_database_server_and_on_files_one_is_always_free(read: Read) -> None:
    files = read("web_settings")
    assert (files["worker_class"], files["threads"]) == ("gthread", EXPENSIVE_AT_ONCE + 1)
    server = read("web_settings", DATABASE_URL="postgresql:///napoleon", WEB_THREADS="5")
    assert (server["worker_class"], server["threads"]) == ("gthread", 5)


def test_each_stream_that_a_web_process_gives_has_a_thread_of_its_own(read: Read) -> None:
    assert read("web_settings", WEB_STREAMS="20")["threads"] == EXPENSIVE_AT_ONCE + 1 + 20
    server = read("web_settings", DATABASE_URL="postgresql:///napoleon", WEB_STREAMS="20")
    assert server["threads"] == 8 + 20


@pytest.mark.parametrize("streams", [0, 1000, 100_000])
def test_streams_leave_room_for_as_many_connections_as_before(read: Read, streams: int) -> None:
    """Each holds a connection, which requests and kept connections may not lack."""
    for url in ("", "postgresql:///napoleon"):
        found = read("web_settings", DATABASE_URL=url, WEB_STREAMS=str(streams))
        assert found["worker_connections"] >= streams + 1000
        assert found["worker_connections"] - found["threads"] >= 1000 > 0


@pytest.mark.parametrize(
    ("name", "variable"), [("web_settings", "WEB_STREAMS"), ("live_settings", "LIVE_STREAMS")]
)
@pytest.mark.parametrize(
    ("now", "most", "wanted"),
    [
        (1024, resource.RLIM_INFINITY, "enough"),
        (1024, 1_000_000, "enough"),
        (1024, 4096, 4096),
        (500_000, 1_000_000, 500_000),
    ],
)
def test_workers_may_open_as_many_files_as_they_take_connections(
    read: Read,
    monkeypatch: pytest.MonkeyPatch,
    name: str,
    variable: str,
    now: int,
    most: int,
    wanted: int | str,
) -> None:
    chosen: list[tuple[int, int]] = []
    monkeypatch.setattr(hooks, "_check_settings", lambda: None)
    monkeypatch.setattr(resource, "getrlimit", lambda _: (now, most))
    monkeypatch.setattr(resource, "setrlimit", lambda _, limits: chosen.append(limits))
    settings = read(name, **{variable: "5000"})
    settings["on_starting"](None)
    enough = settings["worker_connections"] + 1000
    assert chosen == [(enough if wanted == "enough" else wanted, most)]


def test_who_computes_lets_others_go_on_soon(read: Read, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hooks, "post_worker_init", lambda worker: None)
    server, turn = read("web_settings", WEB_AHEAD="off"), sys.getswitchinterval()
    with as_often_as_before():
        server["post_worker_init"](SimpleNamespace(wsgi=Flask("service")))
        assert sys.getswitchinterval() < turn / 5
    assert sys.getswitchinterval() == turn


def test_streams_are_greenlets(read: Read) -> None:
    found = read("live_settings", LIVE_STREAMS="50")
    assert found["worker_class"] == "gevent"
    assert found["worker_connections"] > 50


@pytest.mark.parametrize(("said", "prepared"), [("", 1), ("on", 1), ("off", 0)])
def test_a_process_prepares_for_pages_unless_it_is_told_not_to(
    read: Read, monkeypatch: pytest.MonkeyPatch, said: str, prepared: int
) -> None:
    done: list[object] = []
    app = Flask("service")
    monkeypatch.setattr(
        rehearsal,
        "rehearse_in",
        lambda threads, count, it: done.append(("rehearsed", threads, count, it)),
    )
    monkeypatch.setattr(ahead, "prepare_beside", lambda it, then: done.append(("prepared", it)))
    monkeypatch.setattr(compiled, "keep_compiled", lambda it, env: done.append(("kept", it)))
    monkeypatch.setattr(gc, "freeze", lambda: None)
    monkeypatch.setattr(hooks, "post_worker_init", lambda worker: None)
    server = read("web_settings", WEB_AHEAD=said)
    with as_often_as_before():
        server["post_worker_init"](
            SimpleNamespace(wsgi=app, tpool="threads", cfg=SimpleNamespace(threads=2))
        )
    rehearsed = ("rehearsed", "threads", 2, app)
    assert done == [rehearsed, ("kept", app), ("prepared", app)] * prepared


@pytest.mark.parametrize(("said", "rehearsed"), [("on", 1), ("off", 0)])
def test_a_process_of_streams_rehearses_unless_it_is_told_not_to(
    read: Read, monkeypatch: pytest.MonkeyPatch, said: str, rehearsed: int
) -> None:
    done: list[object] = []
    monkeypatch.setattr(live_rehearsal, "rehearse", done.append)
    monkeypatch.setattr(gc, "freeze", lambda: None)
    monkeypatch.setattr(hooks, "post_worker_init", lambda worker: None)
    read("live_settings", WEB_AHEAD=said)["post_worker_init"](SimpleNamespace(wsgi="service"))
    assert done == ["service"] * rehearsed


@contextmanager
def as_often_as_before() -> Iterator[None]:
    """This process goes on to look for garbage, and to let its threads take turns, as it does."""
    often, turn = gc.get_threshold(), sys.getswitchinterval()
    yield
    gc.set_threshold(*often)
    sys.setswitchinterval(turn)


def _begun(read: Read, monkeypatch: pytest.MonkeyPatch, url: str) -> Stores:
    """The stores of a process of the web server that has begun, and was asked for nothing."""
    monkeypatch.setattr(hooks, "post_worker_init", lambda worker: None)
    app = Flask("service")
    env = {"DATABASE_URL": url, "CREATE_TABLE": "yes", "NAPOLEON_SECRET": "a secret of this test"}
    register(app, None, None, os.environ | env)
    settings = read("web_settings", WEB_AHEAD="off", DATABASE_URL=url)
    with as_often_as_before():
        settings["post_worker_init"](SimpleNamespace(wsgi=app))
    return stores_of(app)


def test_a_process_reaches_the_database_server_before_it_is_asked(
    read: Read, monkeypatch: pytest.MonkeyPatch, database_url: str
) -> None:
    stores = _begun(read, monkeypatch, database_url)
    pool = stores.games.recorder.pool()
    stores.close()
    assert pool and pool.size > 0


def test_a_process_begins_while_the_database_server_is_away(
    read: Read,
    monkeypatch: pytest.MonkeyPatch,
    database_url: str,
    caplog: pytest.LogCaptureFixture,
) -> None:
    stores = _begun(read, monkeypatch, f"{database_url}_that_is_away")
    assert "the log could not be reached" in caplog.text
    with pytest.raises(OperationalError):
        stores.games.recorder.max_notification_id()


@pytest.mark.parametrize("name", ["web_settings", "live_settings"])
def test_no_application_is_made_before_the_fork(read: Read, name: str) -> None:
    for env in ({}, {"DATABASE_URL": "postgresql:///napoleon"}):
        assert read(name, **env)["preload_app"] is False


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere no folder lies in memory")
def test_workers_say_in_memory_that_they_are_alive(read: Read) -> None:
    assert read("web_settings")["worker_tmp_dir"] == "/dev/shm"
    assert read("live_settings")["worker_tmp_dir"] == "/dev/shm"


def test_where_nobody_may_write_there_the_server_chooses(
    read: Read, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    assert read("common_settings")["worker_tmp_dir"] is None


@pytest.mark.parametrize(
    ("name", "variable", "wrong", "least", "most"),
    [
        ("web_settings", "PORT", "http", 0, 65535),
        ("web_settings", "WEB_CONCURRENCY", "two", 1, 512),
        ("web_settings", "WEB_THREADS", "0", 1, 1000),
        ("web_settings", "METRICS_PORT", "65535", 1, 65533),
        ("live_settings", "LIVE_CONCURRENCY", "-1", 1, 512),
        ("live_settings", "LIVE_STREAMS", "1e3", 0, 100_000),
    ],
)
def test_a_wrong_number_ends_the_server(
    read: Read, name: str, variable: str, wrong: str, least: int, most: int
) -> None:
    range_ = f"{variable} has to be a number from {least} to {most}"
    with pytest.raises(SystemExit, match=f"^The server cannot start: {range_}.$"):
        read(name, **{"DATABASE_URL": "postgresql:///napoleon", variable: wrong})


GUNICORN = [sys.executable, "-m", "gunicorn", "--config"]
WEB = ["python:api.server.web_settings", "api.wsgi:app"]
LIVE = ["python:api.server.live_settings", "api.live.wsgi:app"]


@pytest.mark.parametrize(
    ("server", "variable", "wrong"),
    [
        (WEB, "WEB_THREADS", "0"),
        (LIVE, "LIVE_STREAMS", "many"),
        (WEB, "TRUSTED_PROXIES", "all"),
        (LIVE, "WEB_CONCURRENCY", "0"),
    ],
)
def test_the_server_says_so_in_a_line(server: list[str], variable: str, wrong: str) -> None:
    """Before it listens, whether it goes by that variable itself or another server does."""
    store = {"DATABASE_URL": "postgresql:///napoleon", "NAPOLEON_SECRET": secrets.token_hex(16)}
    env = {**os.environ, **store, "PORT": "0", "LIVE_PORT": "0"}
    env |= {"WEB_CONCURRENCY": "1", "NAPOLEON_LOG": "json"}
    found = subprocess.run(
        [*GUNICORN, *server],
        cwd=ROOT,
        env={**env, variable: wrong},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert found.returncode == 1
    assert "Traceback" not in found.stderr
    assert "Listening at" not in found.stderr
    [line] = (line for line in found.stderr.splitlines() if not line.startswith("{"))
    assert line.startswith(f"The server cannot start: {variable} has to be a number from ")


def test_a_port_of_the_metrics_that_is_taken_ends_the_server_in_a_line(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        env = {"NAPOLEON_HOME": str(tmp_path), "PORT": "0", "NAPOLEON_LOG_LEVEL": "error"}
        found = subprocess.run(
            [*GUNICORN, *WEB],
            cwd=ROOT,
            env={**os.environ, **env, "METRICS_PORT": str(taken.getsockname()[1])},
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )
    assert found.returncode == 1
    assert found.stderr == "The metrics cannot be served: Address already in use.\n"


@pytest.mark.parametrize(
    ("host", "bound"), [("", "127.0.0.1"), ("0.0.0.0", "0.0.0.0"), ("::1", "[::1]")]
)
def test_the_server_listens_where_it_is_told_to(read: Read, host: str, bound: str) -> None:
    assert read("web_settings", HOST=host, PORT="80")["bind"] == f"{bound}:80"
    assert read("live_settings", HOST=host, LIVE_PORT="81")["bind"] == f"{bound}:81"


LOADED = """
import sys
import api.server.web_settings, api.server.live_settings
print({"eventsourcing", "flask", "gevent", "psycopg", "redis"} & sys.modules.keys())
"""


def test_the_settings_load_no_application() -> None:
    command = [sys.executable, "-c", LOADED]
    found = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert found.stdout == "set()\n"
