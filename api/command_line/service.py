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

from api.server import gate, lifeline
from api.telemetry.log_settings import LEVEL

THREADS = 96
"""Requests that each web process answers at a time; a thread begins when it is needed."""

STREAMS = 80
"""How many of them may be live streams.

One that a browser has left is noticed at its next heartbeat, so a reader who turns from page to
page holds many for a moment.
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

    The web server begins to load as soon as there is a service, and answers once it runs. A worker
    that dies is started again. When the web server ends, or the service is told to stop, everything
    ends; also when the service is killed.
    """

    def __init__(self, listener: socket.socket, env: Mapping[str, str]) -> None:
        self._lifeline, self._held = os.pipe()
        self._gate, gatekeeper = os.pipe()
        self._gatekeeper: int | None = gatekeeper
        self._listener = listener
        self._env = {
            **DEFAULTS,
            **env,
            lifeline.VARIABLE: str(self._lifeline),
            gate.VARIABLE: str(self._gate),
        }
        self._stopping = False
        bind = f"fd://{listener.fileno()}"
        settings = ("--config", "python:api.server.web_settings", "--bind", bind)
        threads = ("--worker-class", "gthread", "--threads", str(THREADS))
        self._web = self._start("gunicorn", *settings, *threads, "api.wsgi:app")
        self._projector: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Service:
        return self

    def __exit__(self, *_: object) -> None:
        """Stop everything that runs."""
        # A thread that waits at the gate does not hear that it is to end.
        self._open_gate()
        running = [it for it in (self._web, self._projector) if it is not None]
        for process in running:
            process.terminate()
        for process in running:
            process.wait()

    def run(self) -> int:
        """Run until a signal says to stop: 0; or until the web server fails: 1.

        The store has to be there.
        """
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, self._stop)
        self._open_gate()
        self._projector = self._start("api.command_line", "worker")
        while self._web.poll() is None and not self._stopping:
            if (ended := self._projector.poll()) is not None:
                click.echo(f"The worker ended ({ended}) and is restarted.", err=True)
                time.sleep(RESTART_PAUSE)
                self._projector = self._start("api.command_line", "worker")
            time.sleep(0.1)
        return 0 if self._stopping else 1

    def _open_gate(self) -> None:
        if self._gatekeeper is not None:
            os.close(self._gatekeeper)
            self._gatekeeper = None

    def _start(self, module: str, *arguments: str) -> subprocess.Popen[bytes]:
        return subprocess.Popen(  # noqa: S603
            [sys.executable, "-m", module, *arguments],
            env=self._env,
            pass_fds=(self._lifeline, self._gate, self._listener.fileno()),
        )

    def _stop(self, number: int, frame: FrameType | None) -> None:
        self._stopping = True
