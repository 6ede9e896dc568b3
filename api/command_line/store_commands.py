"""``napoleon migrate``, ``worker`` and ``serve``: the store, and the processes on it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from types import FrameType

import click

from api.command_line.stores import local_games
from napoleon.games import Games
from napoleon.store.home import home
from projections.store import open_views
from projections.worker import run

RESTART_PAUSE = 1.0
"""Seconds before a projection worker that died is started again."""


@click.command()
def migrate() -> None:
    """Create the store, or bring it up to this release. Nothing else creates tables."""
    env = {**os.environ, "CREATE_TABLE": "yes"}
    Games(env).close()
    open_views(env)
    click.echo(f"The store in {home(os.environ)} is ready.")


@click.command()
def worker() -> None:
    """Draw the read models as the log grows, until it is told to stop."""
    with local_games() as games:
        run(games, open_views())


@click.command()
@click.option(
    "--port", type=click.IntRange(1, 65535), envvar="PORT", default=8000, show_default=True
)
@click.option("--host", envvar="HOST", default="127.0.0.1", show_default=True)
@click.pass_context
def serve(context: click.Context, port: int, host: str) -> None:
    """Serve the REST API on the embedded store: web server and projection worker together."""
    context.invoke(migrate)
    click.echo(f"Napoleon listens on http://{host}:{port} (API: /api/v1, docs: /api/v1/docs/)")
    raise SystemExit(Service({**os.environ, "HOST": host, "PORT": str(port)}).run())


class Service:
    """The web server and the projection worker, in the process group of the caller.

    A worker that dies is started again. When the web server ends, or the service is told to
    stop, everything ends.
    """

    def __init__(self, env: dict[str, str]) -> None:
        self._env = env
        self._stopping = False

    def run(self) -> int:
        """Run until the web server ends or a signal comes; the exit status of the web server."""
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, self._stop)
        web = self._start("gunicorn", "--config", "python:api.gunicorn_settings", "api.wsgi:app")
        projector = self._start("api.command_line", "worker")
        while web.poll() is None and not self._stopping:
            if projector.poll() is not None:
                time.sleep(RESTART_PAUSE)
                projector = self._start("api.command_line", "worker")
            time.sleep(0.1)
        for process in (web, projector):
            process.terminate()
        for process in (web, projector):
            process.wait()
        return 0 if self._stopping else web.returncode

    def _start(self, module: str, *arguments: str) -> subprocess.Popen[bytes]:
        return subprocess.Popen([sys.executable, "-m", module, *arguments], env=self._env)  # noqa: S603

    def _stop(self, number: int, frame: FrameType | None) -> None:
        self._stopping = True
