"""The service with an embedded store of its own, and what its operators read."""

from __future__ import annotations

import io
import logging
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from api.telemetry import log_settings, logs
from napoleon.rules.contract import Ruleset
from tests.api.conftest import desk_at
from tests.api.desk import Desk
from tests.operations.formation import migrate


class Lines:
    """The log of this process, as JSON."""

    def __init__(self, stream: io.StringIO) -> None:
        self._stream = stream

    @property
    def text(self) -> str:
        return self._stream.getvalue()

    def all(self, event: str | None = None) -> list[dict[str, Any]]:
        """Every line, or those that tell of `event`."""
        found = [msgspec.json.decode(line) for line in self.text.splitlines()]
        return [line for line in found if event in (None, line["event"])]


@pytest.fixture
def lines() -> Iterator[Lines]:
    """What this process logs from now on, from the level debug on."""
    root, stream = logging.getLogger(), io.StringIO()
    before = root.handlers, root.level
    logs.configure({log_settings.FORMAT: "json", log_settings.LEVEL: "debug"}, stream)
    yield Lines(stream)
    root.handlers, level = before
    root.setLevel(level)
    logs.forget()


class Reading(FlaskClient):
    """A client that reads each answer to its end, as one on a network does."""

    def open(self, *args: Any, buffered: bool = True, **options: Any) -> TestResponse:
        return super().open(*args, buffered=buffered, **options)


@pytest.fixture
def make_desk(tmp_path: Path) -> Callable[..., Desk]:
    """Makes a service of these rules, by default the toy's."""

    def make(rules: Ruleset | None = None) -> Desk:
        desk = desk_at(tmp_path, rules)
        desk.app.test_client_class = Reading
        return desk

    return make


@pytest.fixture
def desk(make_desk: Callable[..., Desk]) -> Desk:
    """A service on an empty store."""
    return make_desk()


@pytest.fixture(params=["files", "servers"])
def env(request: pytest.FixtureRequest, tmp_path: Path) -> dict[str, str]:
    """A store that ``napoleon migrate`` has made, and nothing but what names it."""
    env = {"NAPOLEON_HOME": str(tmp_path / "home")}
    if request.param == "servers":
        env["DATABASE_URL"] = request.getfixturevalue("database_url")
        env["REDIS_URL"] = request.getfixturevalue("redis_url")
        env["NAPOLEON_SECRET"] = "correct horse battery staple"
    migrate(env)
    return env
