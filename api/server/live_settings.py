"""Settings of the live server, for ``gunicorn --config python:api.server.live_settings``.

Its clients stay for hours and do next to nothing, so one process holds thousands of them, each in
a greenlet. Nothing else is served there: a request that computes would keep all of them waiting.
"""

from __future__ import annotations

import gc
import os
from typing import Any

from api.live.capacity import live_capacity
from api.server import hooks
from api.server.common_settings import *  # noqa: F403
from api.server.failing import server_that_fails_in_a_line
from api.server.hooks import begin, serve_metrics
from api.server.processes import Processes
from api.telemetry.exposition import LIVE
from napoleon.environment import read

worker_class = "gevent"
graceful_timeout = 5
with server_that_fails_in_a_line():
    chosen = read(Processes, os.environ)
    bind = chosen.live_address
    workers = chosen.live
    # More than the number of streams, so that a client that finds no place is told so.
    worker_connections = live_capacity(os.environ) + 1000
    when_ready = serve_metrics(LIVE)


def post_worker_init(worker: Any) -> None:  # type: ignore[no-redef]
    """Called by the web server in a worker that has loaded its application."""
    # Not to be loaded by the process that imports this module; see `api.telemetry.logs`.
    from api.live.rehearsal import rehearse

    hooks.post_worker_init(worker)
    if chosen.ahead:
        rehearse(worker.wsgi)
        gc.freeze()


def on_starting(server: object) -> None:
    """Called by the web server before it starts its workers, which inherit what they may open."""
    begin(worker_connections)
