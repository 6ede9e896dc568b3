"""The commands put together."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from functools import partial
from importlib.metadata import entry_points, version
from typing import Any

import click

from api.command_line.backup import backup, restore
from api.command_line.bot import bot
from api.command_line.bundles import export, import_
from api.command_line.log import log
from api.command_line.map import map_
from api.command_line.notation import notation
from api.command_line.output import print_failure, print_plainly
from api.command_line.packs import pack
from api.command_line.play import play
from api.command_line.rebuild import rebuild
from api.command_line.show import show
from api.command_line.store_commands import migrate, serve, worker
from api.command_line.verify import verify

ENTRY_POINTS = "napoleon.commands"
"""Commands of other packages, which the house does not depend on."""

COMMANDS: tuple[click.Command, ...] = (
    serve,
    migrate,
    worker,
    rebuild,
    play,
    bot,
    show,
    map_,
    log,
    export,
    import_,
    backup,
    restore,
    notation,
    pack,
    verify,
    *(entry.load() for entry in entry_points(group=ENTRY_POINTS)),
)


class Program(click.Group):
    """The commands, and how whatever they say is printed."""

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        **extra: Any,
    ) -> Any:
        """Run a command, as the program that this process is unless `standalone_mode` is False."""
        given = list(sys.argv[1:] if args is None else args)
        run = partial(super().main, given, prog_name, complete_var, standalone_mode=False, **extra)
        if not standalone_mode:
            return run()
        print_plainly()
        try:
            ended: object = run()
            sys.exit(ended if isinstance(ended, int) else 0)
        except click.Abort:
            click.echo("Aborted!", err=True)
            sys.exit(1)
        except click.ClickException as error:
            print_failure(error, as_json="--json" in given)
            sys.exit(error.exit_code)


@click.group(cls=Program)
@click.version_option(version("napoleon"), prog_name="napoleon")
def main() -> None:
    """A game log for Napoleonic board wargames that can be trusted."""


for command in COMMANDS:
    main.add_command(command)
