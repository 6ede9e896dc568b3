"""``napoleon migrate``, ``worker`` and ``serve``: the store, and the processes on it."""

from __future__ import annotations

import os
import signal
import sys
from functools import partial

import click

from api.command_line.output import as_json, beneath, fail, print_json
from api.command_line.service import Service, address, listening
from api.command_line.stores import local_games, opened_store
from api.server.checks import check
from api.server.lifeline import end_with_service
from api.server.processes import HOST
from api.telemetry import exposition, logs
from napoleon.environment import BadSetting
from napoleon.log.store.chosen import SQLITE, log_place, persistence_module
from napoleon.log.store.home import home
from napoleon.play.games import Games
from napoleon.record.keys import signing_key
from projections.instructions import give_due_answers
from projections.lag import LagCollector
from projections.metrics import REPLAYS
from projections.store import open_views
from projections.webhooks.delivery import deliver
from projections.webhooks.sending import sender
from projections.worker import run


@click.command()
@as_json
def migrate(json: bool) -> None:
    """Create the store, or bring it up to this release. Nothing else creates tables."""
    create_store()
    place = log_place(os.environ)
    if json:
        print_json({"home": str(home(os.environ).absolute()), "log": place})
    else:
        click.echo(f"The store is ready; its log is {place}.")


@click.command()
@click.option(
    "--metrics-port",
    type=click.IntRange(1, 65535),
    help="Serve metrics there; by default two ports after METRICS_PORT, or not at all.",
)
def worker(metrics_port: int | None) -> None:
    """Draw the read models and tell webhooks as the log grows, until it is told to stop."""
    end_with_service(os.environ)
    try:
        check(os.environ)
        logs.configure(os.environ, beneath(sys.stderr))
        send = sender(os.environ)
        port = metrics_port or exposition.port(os.environ, exposition.WORKER)
    except ValueError as error:
        fail(f"The worker cannot start: {error}.")
    with local_games(replaying=REPLAYS.time) as games:
        # Without a key nothing of the record can be kept: better said now than at a turn's end.
        signing_key(os.environ)
        views = open_views()
        if port is not None:
            try:
                exposition.serve_alone(port, LagCollector(games, views))
            except OSError as error:
                fail(f"The metrics cannot be served: {error.strerror}.")
        run(games, views, beside=[partial(give_due_answers, games), partial(deliver, games, send)])
        # It ends now, whoever else asks it to: that would kill Python itself on its way out.
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, signal.SIG_IGN)


@click.command()
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    envvar="PORT",
    default=8000,
    show_default=True,
    help="0 takes any free one.",
)
@click.option("--host", envvar="HOST", default="127.0.0.1", show_default=True)
@as_json
def serve(port: int, host: str, json: bool) -> None:
    """Serve the REST API at one address: web server and projection worker together.

    The embedded store is made if there is none; on a database server 'napoleon migrate' makes it.
    """
    try:
        check({**os.environ, HOST: host, "PORT": str(port)})
    except BadSetting as error:
        fail(f"The service cannot start: {error}.")
    if persistence_module(os.environ) == SQLITE:
        create_store()
    else:
        with opened_store():
            Games().close()
            open_views()
    try:
        listener = listening(host, port)
    except OSError as error:
        fail(f"The service cannot start: {error.strerror}.")
    url = address(listener)
    if json:
        print_json({"address": url, "api": f"{url}/api/v1", "docs": f"{url}/api/v1/docs/"})
    else:
        click.echo(f"Napoleon listens at {url} (API: /api/v1, docs: /api/v1/docs/)")
    raise SystemExit(Service(listener, os.environ).run())


def create_store() -> None:
    """Make the files and tables that are missing. A store that cannot be used ends the command."""
    env = {**os.environ, "CREATE_TABLE": "yes"}
    try:
        with opened_store():
            Games(env).close()
            open_views(env)
    except OSError as error:
        fail(f"The store cannot be created: {error}.")
