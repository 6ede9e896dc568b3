"""Settings of the live server, for ``gunicorn --config python:api.server.live_settings``.

Its clients stay for hours and do next to nothing, so one process holds thousands of them, each in
a greenlet. Nothing else is served there: a request that computes would keep all of them waiting.
"""

from __future__ import annotations

import os
import resource

from api.server.hooks import ServerLog, begin, serve_metrics
from api.server.hooks import child_exit as child_exit
from api.server.hooks import post_fork as post_fork
from api.server.hooks import worker_exit as worker_exit
from api.telemetry.exposition import LIVE

bind = f"{os.environ.get('HOST', '127.0.0.1')}:{os.environ.get('LIVE_PORT', '8001')}"
workers = int(os.environ.get("LIVE_CONCURRENCY", "1"))
worker_class = "gevent"
# More than there may be streams, so that who finds no place is told so.
worker_connections = int(os.environ.get("LIVE_STREAMS") or 2000) + 1000
preload_app = False
timeout = 30
graceful_timeout = 5
accesslog = None
logger_class = ServerLog
control_socket_disable = True
# What a proxy says is taken up by the application, for as many proxies as it is told to trust.
secure_scheme_headers: dict[str, str] = {}
forwarder_headers = ""
when_ready = serve_metrics(LIVE)


def on_starting(server: object) -> None:
    """Called by the web server before it starts its workers, which inherit what they may open."""
    begin()
    # Usually a process may open only a thousand files unless it asks for more.
    now, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = max(now, worker_connections + 1000)
    if most != resource.RLIM_INFINITY:
        wanted = min(wanted, most)
    resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))
