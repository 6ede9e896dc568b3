"""The commands put together."""

from __future__ import annotations

from importlib.metadata import version

import click

from api.command_line.backup import backup, restore
from api.command_line.bench.command import bench
from api.command_line.bot import bot
from api.command_line.bundles import export, import_
from api.command_line.log import log
from api.command_line.map import map_
from api.command_line.notation import notation
from api.command_line.packs import pack
from api.command_line.play import play
from api.command_line.rebuild import rebuild
from api.command_line.show import show
from api.command_line.store_commands import migrate, serve, worker
from api.command_line.verify import verify

COMMANDS = (
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
    bench,
    verify,
)


@click.group()
@click.version_option(version("napoleon"), prog_name="napoleon")
def main() -> None:
    """A game log for Napoleonic board wargames that can be trusted."""


for command in COMMANDS:
    main.add_command(command)
