"""How the web servers are set up: the settings that gunicorn is started with."""

from __future__ import annotations

import os
import runpy
from collections.abc import Callable
from typing import Any

import pytest

from tests.command_line.server import ROOT

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


def test_threads_wait_for_a_database_server_and_nothing_waits_for_a_file(read: Read) -> None:
    files = read("web_settings")
    assert (files["worker_class"], files["threads"]) == ("sync", 1)
    server = read("web_settings", DATABASE_URL="postgresql:///napoleon", WEB_THREADS="5")
    assert (server["worker_class"], server["threads"]) == ("gthread", 5)


def test_streams_are_greenlets(read: Read) -> None:
    found = read("live_settings", LIVE_STREAMS="50")
    assert found["worker_class"] == "gevent"
    assert found["worker_connections"] > 50


@pytest.mark.parametrize("name", ["web_settings", "live_settings"])
def test_nothing_is_loaded_before_the_fork(read: Read, name: str) -> None:
    for env in ({}, {"DATABASE_URL": "postgresql:///napoleon"}):
        assert read(name, **env)["preload_app"] is False
