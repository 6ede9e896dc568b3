"""``napoleon serve``: the whole service at one address."""

from __future__ import annotations

import os

import click

from api.command_line.output import as_json, fail, print_json
from api.command_line.service import Service, address, listening
from api.server.checks import check
from api.server.processes import HOST
from napoleon.environment import BadSetting
from napoleon.log.store.chosen import SQLITE, persistence_module


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
    try:
        listener = listening(host, port)
    except OSError as error:
        fail(f"The service cannot start: {error.strerror}.")
    with listener, Service(listener, os.environ) as service:
        _prepare_store()
        url = address(listener)
        if json:
            print_json({"address": url, "api": f"{url}/api/v1", "docs": f"{url}/api/v1/docs/"})
        else:
            click.echo(f"Napoleon listens at {url} (API: /api/v1, docs: /api/v1/docs/)")
        raise SystemExit(service.run())


def _prepare_store() -> None:
    """Make the embedded store; on a database server see whether it is there."""
    # Only here: the web server loads meanwhile.
    from api.command_line.migrate import create_store
    from api.command_line.stores import opened_store
    from napoleon.play.games import Games
    from napoleon.record.key_list import signing
    from projections.store import open_views

    if persistence_module(os.environ) == SQLITE:
        create_store()
        return
    with opened_store():
        with Games() as games:
            signing(games)
        open_views()
