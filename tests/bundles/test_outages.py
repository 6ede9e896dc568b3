"""The store is away, hangs, refuses or is full: readers have their bundle, and do not wait."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

import pytest

from api.bundles import store as bundle_store
from tests.api.desk import Desk, Table
from tests.bundles.conftest import finished, of
from tests.operations.test_metrics import counted
from tools.servers import S3Server

__all__ = ["counted"]

Opens = Callable[[Mapping[str, str]], Desk]


class Unwilling(BaseHTTPRequestHandler):
    """A store that answers each question with a status, or byte by byte."""

    reading, writing = 404, 200
    asked: list[str]
    told: list[str]

    def _answer(self, status: int) -> None:
        self.asked.append(self.command)
        self.told.append(str(self.headers))
        self.rfile.read(int(self.headers.get("Content-Length") or 0))
        self.send_response(status)
        if status == 200 and self.command == "GET":
            self._drip()
            return
        self.send_header("Content-Length", "0")
        self.end_headers()

    def _drip(self) -> None:
        """Never be done with the answer."""
        self.send_header("Content-Length", "1000000")
        self.send_header("Last-Modified", "Tue, 01 Dec 2026 03:02:38 GMT")
        self.send_header("ETag", '"x"')
        self.end_headers()
        try:
            for _ in range(1000):
                self.wfile.write(b"x")
                self.wfile.flush()
                time.sleep(0.05)
        except OSError:
            return

    def do_GET(self) -> None:
        self._answer(self.reading)

    def do_PUT(self) -> None:
        self._answer(self.writing)

    def log_message(self, *_: Any) -> None:
        """It says nothing."""


@contextmanager
def unwilling(
    reading: int, writing: int, told: list[str] | None = None
) -> Iterator[tuple[dict[str, str], list[str]]]:
    """The settings of such a store, and what it was asked so far; `told` takes the headers."""
    asked: list[str] = []
    heard = [] if told is None else told
    how = {"reading": reading, "writing": writing, "asked": asked, "told": heard}
    server = ThreadingHTTPServer(("127.0.0.1", 0), type("Handler", (Unwilling,), how))
    server.daemon_threads = True
    thread = Thread(target=server.serve_forever)
    thread.start()
    try:
        yield {"BUNDLES_ENDPOINT": f"http://127.0.0.1:{server.server_port}"}, asked
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def bundle(table: Table) -> bytes:
    answer = table.get("/bundle")
    assert answer.status_code == 200, answer.text
    return answer.data


def state(desk: Desk) -> Any:
    return desk.get("/health").json.get("bundles")


def test_without_a_store_nothing_is_said_of_it(open_desk: Opens) -> None:
    assert state(open_desk({})) is None


def test_while_it_is_away_bundles_are_made_and_it_is_left_alone(
    over: Table,
    own_s3: S3Server,
    counted: Any,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    made = bundle(over)
    assert state(over.desk) == "ok"
    own_s3.stop()
    with caplog.at_level(logging.INFO):
        for _ in range(3):
            assert bundle(over) == made
        assert state(over.desk) == "away"
        assert counted("napoleon_bundle_reads_total", outcome="failed") == 1
        assert counted("napoleon_bundle_writes_total", outcome="failed") == 0, "it waits once"
        own_s3.start()
        assert bundle(over) == made
        assert own_s3.names() == [], "it is left alone for a while"
        _forget_pause(monkeypatch)
        assert bundle(over) == made
    assert len(of(own_s3, over)) == 1
    assert state(over.desk) == "ok"
    said = "".join(it.getMessage() for it in caplog.records if it.name.startswith("api."))
    assert (said.count("failed at"), said.count("answers again")) == (1, 1)
    assert own_s3.url not in said
    assert own_s3.env["BUNDLES_SECRET_KEY"] not in said


def test_one_that_hangs_is_waited_for_once(
    open_desk: Opens, s3: S3Server, counted: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bundle_store, "TIMEOUT", timedelta(seconds=0.5))
    table = finished(open_desk(s3.env))
    made = bundle(table)
    with s3.hung():
        for _ in range(3):
            assert bundle(table) == made
    assert counted("napoleon_bundle_reads_total", outcome="failed") == 1
    assert counted("napoleon_bundle_writes_total", outcome="failed") == 0
    assert state(table.desk) == "away"


def test_one_that_answers_byte_by_byte_is_given_up(
    open_desk: Opens, s3: S3Server, counted: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bundle_store, "TIMEOUT", timedelta(seconds=0.5))
    with unwilling(200, 200) as (where, _):
        table = finished(open_desk({**s3.env, **where}))
        started = time.monotonic()
        assert bundle(table)
        # It would take a minute.
        assert time.monotonic() - started < 30
    assert counted("napoleon_bundle_reads_total", outcome="failed") == 1


@pytest.mark.parametrize(
    ("reading", "writing", "asked"),
    [
        pytest.param(403, 403, ["GET"], id="refusing"),
        pytest.param(404, 403, ["GET", "PUT", "GET", "GET"], id="read only"),
        pytest.param(404, 507, ["GET", "PUT", "GET", "GET"], id="full"),
        pytest.param(503, 503, ["GET"], id="busy"),
        pytest.param(500, 500, ["GET"], id="broken"),
    ],
)
def test_one_that_refuses_or_is_full(
    open_desk: Opens,
    s3: S3Server,
    counted: Any,
    reading: int,
    writing: int,
    asked: list[str],
) -> None:
    with unwilling(reading, writing) as (where, questions):
        table = finished(open_desk({**s3.env, **where}))
        files = {bundle(table) for _ in range(3)}
        assert len(files) == 1
        assert state(table.desk) == "away"
    assert questions == asked, "what has failed is left alone for a while"
    assert counted("napoleon_bundle_writes_total", outcome="failed") == questions.count("PUT")
    assert counted("napoleon_bundle_writes_total", outcome="kept") == 0


def test_a_bucket_that_is_not_there_is_told(
    open_desk: Opens, s3: S3Server, caplog: pytest.LogCaptureFixture
) -> None:
    table = finished(open_desk({**s3.env, "BUNDLES_URL": "s3://another-bucket"}))
    with caplog.at_level(logging.WARNING):
        assert bundle(table) == bundle(table)
    assert "there is no such bucket" in caplog.text
    assert state(table.desk) == "away"


def test_what_the_environment_says_to_other_programs_does_not_matter(
    open_desk: Opens, s3: S3Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The client reads variables of Amazon's own tools, which may be there for another program."""
    others = {
        "AWS_ACCESS_KEY_ID": "another",
        "AWS_SESSION_TOKEN": "another-token",
        "AWS_SKIP_SIGNATURE": "true",
        "AWS_ENDPOINT_URL": "http://127.0.0.1:1",
        "AWS_REGION": "another-region",
        "AWS_VIRTUAL_HOSTED_STYLE_REQUEST": "true",
        "AWS_REQUEST_PAYER": "true",
    }
    for name, it in others.items():
        monkeypatch.setenv(name, it)
    told: list[str] = []
    with unwilling(404, 200, told) as (where, asked):
        bundle(finished(open_desk({**s3.env, **where})))
    assert asked[:2] == ["GET", "PUT"]
    for headers in told:
        assert "Credential=marmont/" in headers
        assert "another" not in headers
        assert "payer" not in headers


def _forget_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let so much time have passed."""
    now = time.monotonic()
    monkeypatch.setattr(bundle_store.time, "monotonic", lambda: now + bundle_store.PAUSE + 1)
