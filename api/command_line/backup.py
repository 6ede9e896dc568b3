"""``napoleon backup`` and ``restore``: the embedded store as one file."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import click

from api.command_line.migrate import create_store
from api.command_line.output import as_json, fail, print_json
from api.command_line.stores import opened_store
from napoleon.log.store.chosen import SQLITE, persistence_module
from napoleon.log.store.home import home
from napoleon.log.store.sqlite import backup as backups


@click.command()
@click.argument("file", type=click.Path(dir_okay=False, path_type=Path))
@as_json
def backup(file: Path, json: bool) -> None:
    """Write the embedded log, its signing keys and the mail beside it into FILE.

    The service goes on meanwhile.
    """
    _only_embedded()
    _try(lambda: backups.back_up(os.environ, file))
    if json:
        print_json({"file": str(file.absolute()), "bytes": file.stat().st_size})
    else:
        click.echo(f"The store is in {file}. Who can read it can read every game, and sign.")


@click.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@as_json
def restore(file: Path, json: bool) -> None:
    """Make the store of the backup in FILE. There must be none yet."""
    _only_embedded()
    _try(lambda: backups.restore(os.environ, file))
    create_store()
    folder = home(os.environ).absolute()
    if json:
        print_json({"home": str(folder)})
    else:
        click.echo(f"The store in {folder} is ready.")


def _try(act: Callable[[], None]) -> None:
    try:
        with opened_store():
            act()
    except backups.BackupRefused as refused:
        fail(f"Refused: {refused}.")
    except OSError as error:
        fail(f"The file cannot be read or written: {error}.")


def _only_embedded() -> None:
    if persistence_module(os.environ) != SQLITE:
        fail("The log is in a database server: back it up with its own tools, such as pg_dump.")
