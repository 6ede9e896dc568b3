"""``napoleon export --all``, and ``napoleon import`` of its file: the whole store moves."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

import click
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from api.command_line.confined import within_memory
from api.command_line.output import fail, print_json
from api.command_line.stores import opened_store
from api.command_line.tables import progress_console
from api.moving.archive import Manifest, is_store
from api.moving.exporting import export_all
from api.moving.importing import import_all
from api.moving.stores import STAYS, TABLES
from napoleon.log.store.moved import MoveRefused
from napoleon.log.store.settings import log_place

SECRETS = (
    "Warning: this file holds all secrets of the store: every game and hand, the addresses of "
    "players, and what gives access to their seats. Keep it as safe as the store."
)

MOMENT = (
    "It is the store as it was at one moment. If the service is to move, stop it before, and never "
    "start it again on the old store: two would send the same mails and tell the same webhooks."
)

MADE_FROM_IT = (
    "NAPOLEON_SECRET stays behind: the key that signs is made from it, and the new service needs "
    "the same one."
)


def export_store(output: Path | None, *, json: bool) -> None:
    """Write the whole local store to a file, and say what is in it and what is not."""
    path = output or Path(f"napoleon-store-{datetime.now(tz=UTC):%Y-%m-%d}.zip")
    with _moving("exporting", json=json) as watch:
        try:
            manifest = export_all(os.environ, path, watch)
        except MoveRefused as refused:
            fail(f"Nothing was exported. {refused}", "MOVE_REFUSED")
        except OSError as error:
            fail(f"{path} cannot be written: {error.strerror}.")
    click.echo(SECRETS, err=True)
    if json:
        print_json({"file": str(path), "bytes": path.stat().st_size, **_facts(manifest)})
        return
    _tell("In the file", manifest)
    click.echo(MOMENT)
    click.echo(path)


def is_file_of_a_store(path: Path) -> bool:
    """Whether that is the file of a whole store, or the beginning of one."""
    try:
        with path.open("rb") as file:
            return is_store(file)
    except OSError:
        return False


def import_store(path: Path, *, json: bool) -> None:
    """Take a whole store in, and say what has come and what has not."""
    with _moving("importing", json=json) as watch, within_memory():
        try:
            with path.open("rb") as file:
                found = import_all(os.environ, file, watch)
        except MoveRefused as refused:
            fail(f"Nothing was recorded. {refused}", "MOVE_REFUSED")
        except OSError as error:
            fail(f"{path} cannot be read: {error.strerror}.")
    place = log_place(os.environ)
    if json:
        print_json({"log": place, **_facts(found.manifest), "notes": found.notes})
        return
    _tell("Taken in", found.manifest)
    for sentence in found.notes:
        click.echo(sentence)
    click.echo(f"The store is ready; its log is {place}.")


@contextmanager
def _moving(what: str, *, json: bool) -> Iterator[Callable[[int, int], None]]:
    """A progress bar on a terminal, unless a program asks; store errors end the command."""
    console = progress_console()
    with (
        opened_store(),
        Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TextColumn("rows"),
            TimeElapsedColumn(),
            console=console,
            transient=True,
            disable=json or not console.is_terminal,
        ) as bar,
    ):
        task = bar.add_task(what, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)


def _tell(words: str, manifest: Manifest) -> None:
    for table in (it for it in TABLES if it.name in manifest.tables):
        click.echo(f"{words}: {manifest.tables[table.name].rows} {table.what}")
    click.echo(f"{words}: which keys sign and have signed{_OF_FILES[manifest.secret]}")
    for sentence in _stays(manifest):
        click.echo(sentence)


_OF_FILES = {False: ", and the private ones", True: ""}


def _stays(manifest: Manifest) -> list[str]:
    return [MADE_FROM_IT, *STAYS] if manifest.secret else list(STAYS)


def _facts(manifest: Manifest) -> Mapping[str, object]:
    rows = {name: part.rows for name, part in manifest.tables.items()}
    return {"release": manifest.release, "rows": rows, "stays": _stays(manifest)}
