"""The commands put together."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from functools import partial
from importlib.metadata import EntryPoint, entry_points
from importlib.util import find_spec
from pathlib import Path
from pkgutil import resolve_name
from typing import Any

import click

from api.command_line.output import print_failure, print_plainly
from api.server.garbage import look_seldom

ENTRY_POINTS = "napoleon.commands"
"""Commands of other packages, which the house does not depend on."""

COMMANDS: Mapping[str, str] = {
    "admin": "admin:admin",
    "backup": "backup:backup",
    "bot": "bot:bot",
    "command": "command:command",
    "export": "bundles:export",
    "games": "games:games",
    "health": "health:health",
    "import": "bundles:import_",
    "invite": "invite:invite",
    "keys": "keys:keys",
    "log": "log:log",
    "mail": "mail:mail",
    "map": "map:map_",
    "migrate": "migrate:migrate",
    "move": "move:move",
    "new": "new:new",
    "notation": "notation:notation",
    "pack": "packs:pack",
    "people": "people:people",
    "play": "play:play",
    "rebuild": "rebuild:rebuild",
    "restore": "backup:restore",
    "serve": "serve:serve",
    "show": "show:show",
    "verify": "verify:verify",
    "worker": "worker:worker",
}
"""The commands of the house, and where in this package each of them is.

A command is loaded when it is run or listed: what another needs may take longer to load than
this one to run.
"""

SOURCE = Path(__file__).parents[2]
"""Where the service is run from; in a checkout, its programs lie there under tools/."""


def others() -> dict[str, EntryPoint]:
    """The commands of other packages by their names, as far as these are here."""
    if (SOURCE / "tools").is_dir() and str(SOURCE) not in sys.path:
        sys.path.append(str(SOURCE))
    found = {entry.name: entry for entry in entry_points(group=ENTRY_POINTS)}
    return {name: it for name, it in found.items() if _is_here(it.module)}


def _is_here(module: str) -> bool:
    """Whether there is a module; what else is called as its package is may be somebody else's."""
    try:
        return find_spec(module) is not None
    except ModuleNotFoundError:
        return False


class Program(click.Group):
    """The commands, and how everything that they say is printed."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of all commands, those of other packages too."""
        return sorted([*COMMANDS, *others()])

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """A command by its name; None if there is none of that name."""
        command: click.Command | None = None
        if place := COMMANDS.get(cmd_name):
            command = resolve_name(f"{__package__}.{place}")
        elif entry := others().get(cmd_name):
            command = entry.load()
        elif any(it.name == cmd_name for it in entry_points(group=ENTRY_POINTS)):
            raise click.UsageError(f"Run `make {cmd_name}` in the source: it is not installed.")
        return command

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        **extra: Any,
    ) -> Any:
        """Run a command, as this process's program unless `standalone_mode` is False."""
        given = list(sys.argv[1:] if args is None else args)
        run = partial(super().main, given, prog_name, complete_var, standalone_mode=False, **extra)
        if not standalone_mode:
            return run()
        print_plainly()
        look_seldom()
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
@click.version_option(package_name="napoleon", prog_name="napoleon")
def main() -> None:
    """A game log for Napoleonic board wargames that can be trusted."""
