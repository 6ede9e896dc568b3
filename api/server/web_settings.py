"""Settings of the web server, for ``gunicorn --config python:api.server.web_settings``.

A database server is waited for, in threads. On SQLite there are just as many threads for requests
as keep one free: a file is read without waiting, but a request may wait for what another process
makes for it. Either way each live stream that the process gives has a thread and a connection
besides, and a proxy has to stand in front of it, to deal with slow clients.
"""

from __future__ import annotations

import gc
import os
import sys
from importlib import import_module
from typing import Any

from api.live.capacity import web_capacity
from api.server import hooks
from api.server.common_settings import *  # noqa: F403
from api.server.failing import server_that_fails_in_a_line
from api.server.hooks import begin, serve_metrics
from api.server.processes import Processes
from api.telemetry.exposition import WEB
from napoleon.environment import read
from napoleon.log.store.chosen import DATABASE_URL
from napoleon.rules.contract import installed

FILE_THREADS = 3
"""Threads on SQLite: one more than `api.http.rates.EXPENSIVE_AT_ONCE`, which wait."""

TURN = 0.0005
"""Seconds after which whatever computes lets another thread of its process go on.

An order lets go of the interpreter some thirty times, and has to wait so long for it each time that
a page is made, or prepared, beside it. By default that is ten times as long.
"""

waits = bool(os.environ.get(DATABASE_URL))
worker_class = "gthread"
graceful_timeout = 10
keepalive = 5
with server_that_fails_in_a_line():
    chosen = read(Processes, os.environ)
    bind = chosen.web_address
    workers = chosen.web
    # Each live stream holds a thread for as long as it lasts, which no request may lack.
    threads = (chosen.threads if waits else FILE_THREADS) + web_capacity(os.environ)
    serve = serve_metrics(WEB)
    # A stream has a connection, too. The others are waiting, or kept for the next request.
    worker_connections = threads + 1000


def when_ready(server: object) -> None:
    """Called by the web server when it listens, before it starts its workers.

    All code is loaded here once, for all of them: so the first answer comes sooner, and a worker
    that takes the place of one that ended is there at once. No application is made and nothing is
    opened.
    """
    # Loading makes no garbage, and what is loaded stays.
    gc.disable()
    import_module("api.app")
    for rules in installed().values():
        assert rules
    gc.freeze()
    gc.enable()
    serve(server)


def post_worker_init(worker: Any) -> None:  # type: ignore[no-redef]
    """Called by the web server in a worker that has loaded its application."""
    # Not to be loaded by the process that imports this module; see `api.telemetry.logs`.
    from api.http.stores import stores_of
    from api.server.between_answers import LooksBetween
    from api.server.garbage import keep_all
    from api.web.ahead import prepare_beside
    from api.web.compiled import keep_compiled
    from api.web.rehearsal import rehearse_in

    app = worker.wsgi
    sys.setswitchinterval(TURN)
    hooks.post_worker_init(worker)
    if waits:
        stores_of(app).reach()
    if chosen.ahead:
        rehearse_in(worker.tpool, min(FILE_THREADS, worker.cfg.threads), app)
        # What it has found out stays; to look through it takes longer than to keep all.
        gc.freeze()
        keep_compiled(app, os.environ)
        prepare_beside(app, keep_all)
    app.wsgi_app = LooksBetween(app.wsgi_app)


def on_starting(server: object) -> None:
    """Called by the web server before it starts its workers, which inherit what they may open."""
    begin(worker_connections)
