"""Options of games as they are written on the command line."""

from __future__ import annotations

import click


def option(text: str) -> tuple[str, str | int | bool]:
    """Name and value of an option, out of ``NAME=VALUE``. Raises click.UsageError."""
    name, equals, value = text.partition("=")
    if not equals:
        raise click.UsageError(f"An option is NAME=VALUE, not {text}.")
    if value in ("true", "false"):
        return name, value == "true"
    return name, int(value) if value.isdigit() else value
