"""The current map over HTTP, against the same bytes from an empty view function."""

from __future__ import annotations

import os
import socket
import statistics
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from flask import Flask, Response

from api.app import create_app
from tools.bench.processes import free_port, running, wait_for_answer
from tools.bench.rows import Row
from tools.bench.stores import Store

ROUNDS = 12
ROUND_SECONDS = 0.5
BODY = "NAPOLEON_BENCH_BODY"


def measured_app() -> Flask:
    """The service, and an empty view function with the body that the environment names."""
    app = create_app()
    body = Path(os.environ[BODY]).read_bytes()

    def empty() -> Response:
        return Response(body, mimetype="application/json")

    app.add_url_rule("/empty", view_func=empty)
    return app


def current_map(store: Store, game: str, body: bytes) -> Row:
    """Requests a second for the map of `game`, whose view is `body`, in alternating rounds."""
    file = store.home / "empty.json"
    file.write_bytes(body)
    map_rates, empty_rates = [], []
    with _server(store.env, file) as port:
        for _ in range(ROUNDS):
            map_rates.append(_rate(port, f"/api/v1/games/{game}/map", body))
            empty_rates.append(_rate(port, "/empty", body))
    ratio = statistics.median(m / e for m, e in zip(map_rates, empty_rates, strict=True))
    return Row(
        f"current map over HTTP, {len(body):,} bytes",
        f"{statistics.median(map_rates):,.0f} requests/s",
        f"empty view function {statistics.median(empty_rates):,.0f} requests/s",
        ratio,
        "0.8x",
        ratio >= 0.8,
    )


@contextmanager
def _server(given: Mapping[str, str], body: Path) -> Iterator[int]:
    port = free_port()
    env = {**given, "PORT": str(port), BODY: str(body)}
    env["WEB_CONCURRENCY"] = "1"
    command = (
        "-m gunicorn --log-level warning --config python:api.server.web_settings "
        "tools.bench.http:measured_app()"
    )
    with running([sys.executable, *command.split()], env, log=body.with_name("web.log")):
        wait_for_answer(f"http://127.0.0.1:{port}/empty")
        yield port


def _rate(port: int, path: str, body: bytes) -> float:
    count, started = 0, time.perf_counter()
    while (now := time.perf_counter()) < started + ROUND_SECONDS:
        assert _get(port, path).endswith(body), f"{path} answered something else"
        count += 1
    return count / (now - started)


def _get(port: int, path: str) -> bytes:
    with socket.create_connection(("127.0.0.1", port)) as connection:
        connection.sendall(
            f"GET {path} HTTP/1.1\r\nHost: bench\r\nConnection: close\r\n\r\n".encode()
        )
        parts = []
        while part := connection.recv(65536):
            parts.append(part)
        return b"".join(parts)
