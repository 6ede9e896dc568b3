"""``napoleon health``: whether a process that has no address lives and works."""

from __future__ import annotations

import os

import click

from api.command_line.output import as_json, fail, print_json
from api.server.heartbeat import SILENT, silence


@click.command()
@click.argument("kind", type=click.Choice(("worker", "mail")))
@as_json
def health(kind: str, json: bool) -> None:
    """Say whether the worker, or the process of mail, of this NAPOLEON_HOME is at work.

    Exit status 1 if it has been silent for a minute: it hangs, or is not there. For the health
    check of a container; systemd is told by the process itself.
    """
    seconds = silence(os.environ, kind)
    if seconds is None:
        fail(f"No {kind} has been at work here.", "SILENT")
    told = {"kind": kind, "silent_seconds": round(seconds, 1)}
    if seconds > SILENT:
        fail(f"The {kind} has been silent for {seconds:.0f} seconds.", "SILENT", told)
    if json:
        print_json(told)
    else:
        click.echo(f"The {kind} is at work.")
