"""``napoleon migrate``: the store."""

from __future__ import annotations

import os

import click

from api.command_line.output import as_json, fail, print_json
from api.command_line.stores import opened_store
from api.people.store import create_people
from napoleon.log.store.home import home
from napoleon.log.store.settings import log_place
from napoleon.play.games import Games
from projections.store import open_views


@click.command()
@as_json
def migrate(json: bool) -> None:
    """Create the store, or bring it up to this release. No other command creates tables."""
    create_store()
    place = log_place(os.environ)
    if json:
        print_json({"home": str(home(os.environ).absolute()), "log": place})
    else:
        click.echo(f"The store is ready; its log is {place}.")


def create_store() -> None:
    """Make the files and tables that are missing. A store that cannot be used ends the command."""
    env = {**os.environ, "CREATE_TABLE": "yes"}
    try:
        with opened_store():
            Games(env).close()
            open_views(env)
            create_people(env).close()
    except OSError as error:
        fail(
            f"The store cannot be created in {home(os.environ)}: {error.strerror or error}. "
            "NAPOLEON_HOME names another folder."
        )
