"""The command ``napoleon``, run on stores in folders of their own."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Any

import click
import msgspec
import pytest
from click.testing import CliRunner, Result

from api.command_line.main import main


class Shell:
    """A user with a store of his own."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.env = {"NAPOLEON_HOME": str(home), "NAPOLEON_SQLITE_SYNCHRONOUS": "NORMAL"}

    def run(self, *arguments: str, status: int = 0, **env: str) -> Result:
        """Run ``napoleon`` and assert its exit status. An exception is an error of the test."""
        root = logging.getLogger()
        before = root.handlers[:], root.level
        try:
            result = CliRunner().invoke(main, arguments, env={**self.env, **env})
        finally:
            # A worker logs to the standard error of its process, which here ends with the command.
            root.handlers[:], level = before
            root.setLevel(level)
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise result.exception
        assert result.exit_code == status, result.output
        return result

    def json(self, *arguments: str, status: int = 0) -> Any:
        """The JSON document that a command prints, which is all of its standard output."""
        return msgspec.json.decode(self.run(*arguments, "--json", status=status).stdout)


def every_command() -> dict[str, click.Command]:
    """The commands of ``napoleon`` by name, those of other packages too."""
    context = click.Context(main)
    found = {name: main.get_command(context, name) for name in main.list_commands(context)}
    assert None not in found.values()
    return {name: command for name, command in found.items() if command is not None}


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    """A user whose store is empty."""
    shell = Shell(tmp_path / "store")
    shell.run("migrate")
    return shell


@pytest.fixture(scope="session")
def veteran(tmp_path_factory: pytest.TempPathFactory) -> Shell:
    """A user whose store is not to be written to; see `game`."""
    shell = Shell(tmp_path_factory.mktemp("veteran"))
    shell.run("migrate")
    return shell


@pytest.fixture(scope="session")
def game(veteran: Shell) -> str:
    """Id of a game in the store of `veteran` that was played to its fifth turn."""
    scenario = ("--scenario", "historical_invasion", "--seed", "1815", "--to-turn", "5")
    return veteran.run("play", "napoleon1815", *scenario).stdout.strip()


@pytest.fixture(scope="session")
def finished(veteran: Shell) -> str:
    """Id of a short game in the store of `veteran` that was played to its end by its bots."""
    scenario = ("--scenario", "ligny_quatre_bras", "--seed", "4")
    return veteran.run("play", "napoleon1815", *scenario).stdout.strip()
