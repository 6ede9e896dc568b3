"""Settings of the web server, for ``gunicorn --config python:api.gunicorn_settings``.

Threads keep a few idle or slow connections from stopping everybody else; that each read of the
log fetches one row keeps them from taking turns at every event. Nothing is loaded before the fork,
so no connection is shared by two processes.
"""

from __future__ import annotations

import os

from api.lifeline import end_with_service

bind = f"{os.environ.get('HOST', '127.0.0.1')}:{os.environ.get('PORT', '8000')}"
workers = int(os.environ.get("WEB_CONCURRENCY", "2"))
worker_class = "gthread"
threads = int(os.environ.get("WEB_THREADS", "8"))
preload_app = False
timeout = 30
graceful_timeout = 10
keepalive = 5
accesslog = None
loglevel = "error"
control_socket_disable = True


def on_starting(server: object) -> None:
    """Called by the web server before it starts its workers."""
    end_with_service(os.environ)


def post_fork(server: object, worker: object) -> None:
    """Called by the web server in each of its workers, which else would survive it for a while."""
    end_with_service(os.environ)
