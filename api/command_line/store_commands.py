"""``napoleon migrate``, ``worker`` and ``serve``: the store, and the processes on it."""

from __future__ import annotations

import os

import click

from api.command_line.output import as_json, fail, print_json
from api.command_line.service import Service, address, listening
from api.command_line.stores import local_games, opened_store
from api.lifeline import end_with_service
from napoleon.games import Games
from napoleon.record.keys import signing_key
from napoleon.store.home import home
from projections.store import open_views
from projections.worker import run


@click.command()
@as_json
def migrate(json: bool) -> None:
    """Create the store, or bring it up to this release. Nothing else creates tables."""
    create_store()
    folder = home(os.environ).absolute()
    if json:
        print_json({"home": str(folder)})
    else:
        click.echo(f"The store in {folder} is ready.")


@click.command()
def worker() -> None:
    """Draw the read models as the log grows, until it is told to stop."""
    end_with_service(os.environ)
    with local_games() as games:
        # Without a key nothing can be kept of the record: better said now than at a turn's end.
        signing_key(os.environ)
        run(games, open_views())


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
    """Serve the REST API on the embedded store: web server and projection worker together."""
    create_store()
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
