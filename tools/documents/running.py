"""The ``console`` blocks of a page, run in their order in one shell, and the page as it is then."""

from __future__ import annotations

import re
import signal
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.command_line.server import Server, wait_until
from tests.operations.formation import free_ports, is_ready
from tools.documents.databases import Databases
from tools.documents.page import Step, blocks, steps
from tools.documents.shell import Ran, Shell, linked_checkout
from tools.documents.shown import documents, shown_anew

FIXED = Path(__file__).parent / "fixed"
ENTROPY = "1812"

ADDRESS = "localhost:8000"
"""Where a page says that the service is."""

STAYS = ("honcho start", "napoleon serve", "napoleon worker")
"""What goes on until its reader ends it, and what follows is done elsewhere meanwhile."""

CUT_OFF = 28
"""Status of a curl that was told to listen for some seconds only."""


DATABASES = ("postgresql://", "redis://")


class WentWrong(Exception):
    """A command did not do what a reader would expect of it."""


def console(page: Path) -> list[Step]:
    """The commands of a page that are run."""
    return [step for block in blocks(page) if block.language == "console" for step in steps(block)]


def needs_databases(page: Path) -> bool:
    """Whether the commands of a page need PostgreSQL or Redis."""
    return any(place in step.command for step in console(page) for place in DATABASES)


def written_anew(page: Path, folder: Path, own: Databases) -> str:
    """The text of a page with all outputs as they come out now, by commands run below `folder`.

    Raises WentWrong if a command fails, or is refused where the page does not show that.
    """
    lines = page.read_text().splitlines(keepends=True)
    # From the last to the first, so that the numbers of the lines before stay right.
    for step, output in reversed(list(_outputs(page, folder, own))):
        lines[step.line : step.line + len(step.output)] = output
    return "".join(lines)


def _outputs(page: Path, folder: Path, own: Databases) -> Iterator[tuple[Step, list[str]]]:
    wanted = console(page)
    port = free_ports(2)
    env = {
        **own.env,
        "NAPOLEON_HOME": str(folder / "home"),
        "NAPOLEON_TEST_ENTROPY": ENTROPY,
        "PYTHONPATH": str(FIXED),
        "WEB_CONCURRENCY": "1",
        "PORT": str(port),
        "LIVE_PORT": str(port + 1),
    }
    here = dict(own.places)
    with _served(env, [step.command for step in wanted]) as address:
        here[ADDRESS] = address
        shell = Shell(linked_checkout(folder / "checkout"), env, own.programs)
        try:
            for step in wanted:
                yield step, _output(shell, step, here, f"http://127.0.0.1:{port}")
        except WentWrong as error:
            error.add_note(f"in {page.name}, {step}")
            raise
        finally:
            shell.close()


@contextmanager
def _served(env: Mapping[str, str], commands: list[str]) -> Iterator[str]:
    """Where the service is, if one of the commands asks it for anything."""
    if not any(ADDRESS in command for command in commands):
        yield ADDRESS
        return
    server = Server(env)
    try:
        # Nothing is asked of it before the page does.
        yield server.listens().address.removeprefix("http://").replace("127.0.0.1", "localhost")
        server.end(signal.SIGTERM)
    finally:
        server.clear_away()


def _output(shell: Shell, step: Step, here: Mapping[str, str], own_address: str) -> list[str]:
    command = step.command
    for shown, actual in here.items():
        command = command.replace(shown, actual)
    stays = command.startswith(STAYS)
    ran = _until_ready(shell, command, own_address) if stays else shell.run(command)
    if ran.status not in (0, CUT_OFF if "--max-time" in command else 0):
        raise WentWrong(f"It ended with {ran.status}: {ran.output}{ran.errors}")
    # Tables of a terminal are as wide as their widest line.
    output = re.sub(" +$", "", ran.output, flags=re.MULTILINE)
    for shown, actual in here.items():
        output = output.replace(actual, shown)
    shown = "\n".join(step.output)
    if _refusals(output) and not _refusals(shown):
        raise WentWrong(f"It was refused: {output}")
    return [f"{line}\n" for line in shown_anew(shown, output).splitlines()]


def _until_ready(shell: Shell, command: str, address: str) -> Ran:
    """Run what stays until it is ready, and end it, as its reader does some day."""
    log = '"$HOME/log"'
    shell.run(f"{command} >{log} 2>&1 & it=$!")
    wait_until(
        lambda: is_ready(address) or shell.run("kill -0 $it").status != 0, command, every=0.1
    )
    status = shell.run("kill -TERM $it && wait $it").status
    # What had ended by itself was there no more; 143 is the end that was asked for.
    return Ran("", shell.run(f"cat {log}").output, 0 if status == 143 else status)


def _refusals(output: str) -> list[Any]:
    """The problems among the answers in an output."""
    return [it for it in documents(output) if isinstance(it, dict) and "code" in it]
