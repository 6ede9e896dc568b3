"""A shell in which the commands of a page are run, one after the other, as a reader would."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from tests.command_line.server import ROOT

BIN = Path(sys.executable).parent
"""Where the command ``napoleon`` is installed."""

END = "--- the end of a command:"


class Ran(NamedTuple):
    """What a command printed, and the status that it ended with."""

    output: str
    errors: str
    status: int


class Shell:
    """Bash in `folder`, with no more in its environment than `env` and what any user has."""

    def __init__(self, folder: Path, env: Mapping[str, str], programs: Path) -> None:
        self._errors = folder.with_name("errors")
        self._process = subprocess.Popen(
            ["bash", "--norc", "--noprofile"],
            cwd=folder,
            env=plain_environment(folder, programs) | env,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )

    def run(self, command: str) -> Ran:
        """Run a command to its end; what it sets is set for the next one.

        Raises EOFError if it ends the shell.
        """
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        run = f"{{ {command}\n}} </dev/null 2>{shlex.quote(str(self._errors))}"
        script = f"{run}; printf '\\n%s %s\\n' '{END}' $?\n"
        self._process.stdin.write(script)
        self._process.stdin.flush()
        output = ""
        for line in self._process.stdout:
            if line.startswith(END):
                errors = self._errors.read_text()
                return Ran(output.removesuffix("\n"), errors, int(line.removeprefix(END)))
            output += line
        raise EOFError(f"the shell has ended: {output}")

    def close(self) -> None:
        """End the shell; it may be in the midst of a command."""
        self._process.kill()
        self._process.communicate()


def plain_environment(folder: Path, programs: Path) -> dict[str, str]:
    """What a user has in the environment, with a home in `folder`, `programs` and ``napoleon``."""
    return {
        "HOME": str(folder),
        "LANG": "C.UTF-8",
        "NO_PROXY": "*",
        "PATH": os.pathsep.join([str(programs), str(BIN), os.environ["PATH"]]),
        "TMPDIR": tempfile.gettempdir(),
    }


def linked_checkout(folder: Path) -> Path:
    """`folder` as a checkout of the project: all of its files are there, and none has to be new."""
    folder.mkdir()
    for entry in ROOT.iterdir():
        if not entry.name.startswith(".") or entry.name == ".ci":
            (folder / entry.name).symlink_to(entry)
    return folder
