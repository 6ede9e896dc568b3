"""The web server and the projection worker, run together at one address.

Nothing stands in front of this server, so it does by itself what a proxy would do for it: it
answers in threads, of which a slow client holds only one, and it serves the live stream too, which
holds one for as long as it lasts. So there are many threads, and a few are kept free of streams.
"""

from __future__ import annotations

import errno
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Mapping
from types import FrameType

import click

from api.server.lifeline import VARIABLE
from api.telemetry.logs import LEVEL

THREADS = 96
"""Requests that each web process answers at a time; a thread begins when it is needed."""

STREAMS = 80
"""How many of them may be live streams.

One that a browser has left is noticed at its next heartbeat, so whoever turns from page to page
holds many for a moment.
"""

DEFAULTS = {"WEB_STREAMS": str(STREAMS), LEVEL: "warning"}
"""What the environment may change: on one's own machine only what is wrong is reported."""

RESTART_PAUSE = 1.0
"""Seconds before a projection worker that died is started again."""

PORT_PATIENCE = 3.0
"""Seconds for which a port may still be taken: a service that was killed ends no faster."""


def listening(host: str, port: int) -> socket.socket:
    """A socket that listens at `host` and `port`; 0 takes any free port.

    Raises OSError if that is not possible.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    deadline = time.monotonic() + PORT_PATIENCE
    while True:
        try:
            return socket.create_server((host, port), family=family)
        except OSError as error:
            if error.errno != errno.EADDRINUSE or time.monotonic() > deadline:
                raise
        time.sleep(0.1)


def address(listener: socket.socket) -> str:
    """The URL of a server on `listener`."""
    host, port = listener.getsockname()[:2]
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


class Service:
    """The web server on a listening socket and the projection worker, as child processes.

    A worker that dies is started again. When the web server ends, or the service is told to
    stop, everything ends; and so it does when the service is killed.
    """

    def __init__(self, listener: socket.socket, env: Mapping[str, str]) -> None:
        self._lifeline, self._held = os.pipe()
        self._listener = listener
        self._env = {**DEFAULTS, **env, VARIABLE: str(self._lifeline)}
        self._stopping = False

    def run(self) -> int:
        """Run until a signal says to stop: 0; or until the web server fails: 1."""
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, self._stop)
        bind = f"fd://{self._listener.fileno()}"
        settings = ("--config", "python:api.server.web_settings", "--bind", bind)
        threads = ("--worker-class", "gthread", "--threads", str(THREADS))
        web = self._start("gunicorn", *settings, *threads, "api.wsgi:app")
        projector = self._start("api.command_line", "worker")
        while web.poll() is None and not self._stopping:
            if projector.poll() is not None:
                click.echo(f"The worker ended ({projector.returncode}) and is restarted.", err=True)
                time.sleep(RESTART_PAUSE)
                projector = self._start("api.command_line", "worker")
            time.sleep(0.1)
        for process in (web, projector):
            process.terminate()
        for process in (web, projector):
            process.wait()
        return 0 if self._stopping else 1

    def _start(self, module: str, *arguments: str) -> subprocess.Popen[bytes]:
        return subprocess.Popen(  # noqa: S603
            [sys.executable, "-m", module, *arguments],
            env=self._env,
            pass_fds=(self._lifeline, self._listener.fileno()),
        )

    def _stop(self, number: int, frame: FrameType | None) -> None:
        self._stopping = True
