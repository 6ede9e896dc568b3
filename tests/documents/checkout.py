"""A checkout of the project in which ``make`` may be run: what it writes goes nowhere else."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

from tests.command_line.server import ROOT

BIN = Path(sys.executable).parent

SMALL = {
    # All modules take half a minute when there is no cache.
    "mypy": f'#!/bin/sh\nexec "{BIN}/mypy" -m napoleon.rules.endings "$@"\n',
    # What is measured is tested in tests/command_line/test_bench.py; here it is where.
    # As pip writes it, since the path of a program after #! may have no blank in it.
    "napoleon": f"""#!/bin/sh
'''exec' "{sys.executable}" "$0" "$@"
' '''
import sys
from api.command_line.main import main, others
others()
from tools.bench import command, rows
command.measure = lambda servers: [
    rows.Row("nothing", "0 ms", "", None, "0 ms", reached=True, stores=servers.title)
]
sys.exit(main())
""",
}
"""Programs that do less than those that are installed; the recipes call them all the same."""


def checkout(folder: Path, *small: str) -> Path:
    """A copy of the project with an environment in which all is installed; `small` do less.

    Modules that are compiled are copied as such, with the times of their sources.
    """
    shutil.copytree(ROOT, folder, ignore=shutil.ignore_patterns(".*", "build"))
    programs = folder / ".venv" / "bin"
    programs.mkdir(parents=True)
    for program in BIN.iterdir():
        if program.name not in ("python", *small):
            (programs / program.name).symlink_to(program)
    # A link would make Python look for its packages here.
    python = {"python": f'#!/bin/sh\nexec "{sys.executable}" "$@"\n'}
    for name, text in {**python, **{name: SMALL[name] for name in small}}.items():
        (programs / name).write_text(text)
        (programs / name).chmod(0o755)
    installed = time.time()
    for stamp in re.findall(
        r"^\$\(VENV\)/([\w-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE
    ):
        (folder / ".venv" / stamp).touch()
        # None is newer than another.
        os.utime(folder / ".venv" / stamp, (installed, installed))
    return folder


def make(folder: Path, *arguments: str, **env: str) -> subprocess.Popen[str]:
    """Start ``make`` there, in a process group of its own."""
    return subprocess.Popen(
        ["make", *arguments],
        cwd=folder,
        env={**_outside(), **env},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )


def _outside() -> dict[str, str]:
    """The environment without what pytest and another make have put there."""
    kept = os.environ.items()
    return {name: value for name, value in kept if not name.startswith(("PYTEST", "MAKE", "MFLAG"))}
