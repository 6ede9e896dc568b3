"""Settings of the web server, for ``gunicorn --config python:api.server.web_settings``.

On SQLite each worker answers one request at a time: a file is read without waiting, and threads
would only take turns at the interpreter. A database server is waited for, in threads. Either way
a proxy has to stand before it, which takes slow clients upon itself.

Nothing is loaded before the fork, so no connection is shared by two processes.
"""

from __future__ import annotations

import os

from api.server.hooks import ServerLog, begin, serve_metrics
from api.server.hooks import child_exit as child_exit
from api.server.hooks import post_fork as post_fork
from api.server.hooks import worker_exit as worker_exit
from api.telemetry.exposition import WEB
from napoleon.store.chosen import DATABASE_URL

bind = f"{os.environ.get('HOST', '127.0.0.1')}:{os.environ.get('PORT', '8000')}"
workers = int(os.environ.get("WEB_CONCURRENCY", "2"))
waits = bool(os.environ.get(DATABASE_URL))
worker_class = "gthread" if waits else "sync"
# With more than one the server would take threads whatever the class.
threads = int(os.environ.get("WEB_THREADS", "8")) if waits else 1
preload_app = False
timeout = 30
graceful_timeout = 10
keepalive = 5
accesslog = None
logger_class = ServerLog
control_socket_disable = True
# What a proxy says is taken up by the application, for as many proxies as it is told to trust.
secure_scheme_headers: dict[str, str] = {}
forwarder_headers = ""
when_ready = serve_metrics(WEB)


def on_starting(server: object) -> None:
    """Called by the web server before it starts its workers."""
    begin()
