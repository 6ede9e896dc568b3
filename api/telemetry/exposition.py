"""Serving the metrics: on a port of their own, which only this machine reaches.

They are off unless ``METRICS_PORT`` is set. That is the port of the web server's metrics; those of
the live server are on the next one, and those of the worker on the one after it. They are at no
address of the service itself, so no proxy in front of it publishes them by mistake.
``METRICS_HOST`` names another address than the loopback one, for a private network.
"""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile
from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated

from msgspec import Meta, Struct, field

from napoleon.environment import read

if TYPE_CHECKING:
    from wsgiref.simple_server import WSGIServer

    from prometheus_client import CollectorRegistry
    from prometheus_client.registry import Collector

PORT = "METRICS_PORT"
HOST = "METRICS_HOST"

WEB, LIVE, WORKER = range(3)
"""How far the port for a kind of process is from ``METRICS_PORT``."""

_LAST_PORT = 65535 - WORKER

_FOLDER = "PROMETHEUS_MULTIPROC_DIR"
"""Names the folder in which processes count together. The client library reads it when it is first
imported, which this module therefore puts off."""


class Exposition(Struct, frozen=True):
    """Where metrics are served."""

    port: Annotated[int, Meta(ge=1, le=_LAST_PORT)] = field(default=0, name=PORT)
    """That of the web server's; 0 if they are off."""
    host: str = field(default="127.0.0.1", name=HOST)


def port(env: Mapping[str, str], kind: int) -> int | None:
    """The port for the metrics of a `kind` of process; None if they are off.

    Raises BadSetting if ``METRICS_PORT`` is not a port.
    """
    first = read(Exposition, env).port
    return first + kind if first else None


class ServerMetrics:
    """The metrics of a web server, which its processes count together in files.

    It lives in the process that starts the others; see `api.server.hooks`.
    """

    def __init__(self) -> None:
        self._folder: str | None = None
        self._server: WSGIServer | None = None

    def begin(self) -> None:
        """Make the folder, which is removed when this process ends.

        To be called before any other process of the server is there.
        """
        self._folder = tempfile.mkdtemp(prefix="napoleon-metrics-")
        os.environ[_FOLDER] = self._folder
        # However it ends, of which the server does not always tell; forked processes inherit this.
        atexit.register(_remove, self._folder, os.getpid())

    def serve(self, number: int) -> None:
        """Serve what has been counted, at that port. Raises OSError if it is taken."""
        from prometheus_client import CollectorRegistry
        from prometheus_client.multiprocess import MultiProcessCollector

        registry = CollectorRegistry()
        MultiProcessCollector(registry, path=self._folder)
        self._server = _serve(number, registry)

    def leave(self) -> None:
        """Let go of the port in a process that has just been forked."""
        if self._server is not None:
            self._server.socket.close()

    def forget(self, process: int) -> None:
        """Stop counting what an ended process had open."""
        if self._folder is not None:
            from prometheus_client.multiprocess import mark_process_dead

            mark_process_dead(process, self._folder)


def serve_alone(number: int, *collectors: Collector) -> None:
    """Serve the metrics of this process, which is the only one of its kind, at that port.

    `collectors` are measured whenever they are asked for. Raises OSError if the port is taken.
    """
    from prometheus_client import REGISTRY

    _serve(number, REGISTRY)
    for collector in collectors:
        REGISTRY.register(collector)


def _remove(folder: str, process: int) -> None:
    if os.getpid() == process:
        shutil.rmtree(folder, ignore_errors=True)


def _serve(number: int, registry: CollectorRegistry) -> WSGIServer:
    from prometheus_client import start_http_server

    server, _ = start_http_server(number, read(Exposition, os.environ).host, registry)
    return server
