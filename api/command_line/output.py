"""What commands print: tables and text for people, JSON for programs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NoReturn

import click
import msgspec
from rich.console import Console
from rich.table import Table
from rich.text import Text

as_json = click.option("--json", "json", is_flag=True, help="Print JSON for programs.")
"""The option of every command that prints."""


def print_json(answer: Any) -> None:
    """One JSON document on standard output."""
    click.echo(msgspec.json.format(msgspec.json.encode(answer), indent=2))


def print_table(title: str, columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
    """A text table; None is shown as an empty cell. Numbers stand to the right."""
    table = Table(title=title, title_justify="left", title_style="bold")
    lines = [["" if cell is None else cell for cell in row] for row in rows]
    for number, column in enumerate(columns):
        numeric = lines and all(
            isinstance(line[number], int) or line[number] == "" for line in lines
        )
        table.add_column(column, justify="right" if numeric else "left", overflow="fold")
    for line in lines:
        table.add_row(*(Text(str(cell)) for cell in line))
    console().print(table)


def console() -> Console:
    """Standard output. Where it is no terminal, tables are as wide as they need to be."""
    plain = Console()
    return plain if plain.is_terminal else Console(width=160)


def progress_console() -> Console:
    """Standard error, for progress bars, so that the output of a command stays clean."""
    return Console(stderr=True)


def fail(message: str) -> NoReturn:
    """End the command with status 1: what was asked was refused, or a check failed."""
    click.echo(message, err=True)
    raise SystemExit(1)
