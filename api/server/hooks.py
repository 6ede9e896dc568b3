"""What the web servers do as their processes come and go, for their settings."""

from __future__ import annotations

import gc
import os
import resource
import subprocess
import sys
from collections.abc import Callable
from typing import Any

from gunicorn.glogging import Logger

from api.server.failing import server_that_fails_in_a_line
from api.server.garbage import look_seldom
from api.server.gate import wait_until_open
from api.server.lifeline import VARIABLE, end_with_service
from api.telemetry import exposition, logs

_metrics = exposition.ServerMetrics()


class ServerLog(Logger):
    """The web server's own log, which goes where all others go."""

    def setup(self, cfg: Any) -> None:
        """Called by the web server when it starts."""
        with server_that_fails_in_a_line():
            logs.configure(os.environ)
        self.cfg = cfg
        self.error_log.propagate = True

    def warning(self, msg: str, *args: Any, **kwargs: Any) -> None:
        """Called by the web server, which would also repeat what a client sent it."""
        if msg.startswith("Invalid request from ip="):
            msg = "a request was refused that is not HTTP"
        super().warning(msg, *args, **kwargs)


def begin(connections: int) -> None:
    """What is done before the web server listens and starts its workers.

    Each of these takes up to `connections`.
    """
    _check_settings()
    end_with_service(os.environ)
    _let_open(connections + 1000)
    if os.environ.get(exposition.PORT):
        _metrics.begin()


def _let_open(files: int) -> None:
    """Let this process and its workers open so many each, or as many as they may."""
    # A process can usually open only a thousand unless it asks for more.
    now, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = max(now, files)
    if most != resource.RLIM_INFINITY:
        wanted = min(wanted, most)
    resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))


def _check_settings() -> None:
    """End the server unless all settings are as they should be."""
    if VARIABLE in os.environ:
        return  # The service that has started it has looked at them.
    # In another process: it loads what this one must not.
    checked = subprocess.run([sys.executable, "-m", "api.server.checks"], check=False)
    if checked.returncode:
        raise SystemExit(checked.returncode)


def serve_metrics(kind: int) -> Callable[[object], None]:
    """What the web server calls when it listens; `kind` is one of `exposition`.

    Raises BadSetting.
    """
    port = exposition.port(os.environ, kind)

    def when_ready(server: object) -> None:
        if port is not None:
            try:
                _metrics.serve(port)
            except OSError as error:
                raise SystemExit(f"The metrics cannot be served: {error.strerror}.") from None

    return when_ready


def post_fork(server: object, worker: object) -> None:
    """Called by the web server in each of its workers, which could outlive it for a while."""
    # Loading the application makes no garbage, and looking for it takes a tenth of the time.
    gc.disable()
    end_with_service(os.environ)
    _metrics.leave()


def post_worker_init(worker: object) -> None:
    """Called by the web server in a worker that has loaded its application, which stays."""
    gc.freeze()
    look_seldom()
    gc.enable()
    wait_until_open(os.environ)


def worker_exit(server: object, worker: Any) -> None:
    """Called by the web server in a worker that ends; its application may not have been loaded.

    A pool of connections has threads of its own, which can no longer be stopped when Python itself
    ends.
    """
    if (app := getattr(worker, "wsgi", None)) is not None:
        # Not to be loaded by the process that imports this module; see `api.telemetry.logs`.
        from api.http.stores import stores_of

        stores_of(app).close()


def child_exit(server: object, worker: Any) -> None:
    """Called by the web server when a worker has ended."""
    _metrics.forget(worker.pid)
