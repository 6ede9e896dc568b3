"""Servers that are started to be measured, or shown: on free ports, each ended afterwards."""

from __future__ import annotations

import os
import shlex
import socket
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

import httpx

SOURCE = Path(__file__).parents[2]
"""Where programs find these tools, which are not installed, wherever they are run."""

PROCFILE = SOURCE / "Procfile"

START_UP_SECONDS = 120
EVERY = 0.05
"""Seconds between two looks."""


def free_port() -> int:
    """A port that nothing listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def command(name: str) -> list[str]:
    """The command of a process in the Procfile."""
    for line in PROCFILE.read_text().splitlines():
        process, _, rest = line.partition(":")
        if process == name:
            return shlex.split(rest)
    raise LookupError(f"the Procfile has no process {name}")


def finding_tools(env: Mapping[str, str]) -> dict[str, str]:
    """An environment in which a program of these tools can be started."""
    path = [str(SOURCE), *filter(None, [env.get("PYTHONPATH")])]
    return {**env, "PYTHONPATH": os.pathsep.join(path)}


@contextmanager
def running(
    command: Sequence[str],
    env: Mapping[str, str],
    *,
    folder: Path | None = None,
    output: int | None = None,
    log: Path | None = None,
) -> Iterator[None]:
    """Run a command, in `folder` if one is given, and end it by SIGTERM.

    What it prints goes to `output` as `subprocess` takes it, or to where this process prints.
    What it says on standard error goes to the file `log` if one is given. A TimeoutError, raised
    when waiting for it fails, then shows that too.
    """
    errors = None if log is None else log.open("wb")
    process = subprocess.Popen(
        command, env=finding_tools(env), cwd=folder, stdout=output, stderr=errors
    )
    try:
        yield
    except TimeoutError as error:
        if log is not None:
            error.add_note(log.read_text())
        raise
    finally:
        process.terminate()
        process.wait()
        if errors is not None:
            errors.close()


def spent_by_children() -> float:
    """Milliseconds of the processor that the processes begun here, and by these, have taken.

    Only what still runs counts.
    """
    taken = 0
    for child in _children():
        for task in Path(f"/proc/{child}/task").glob("*/schedstat"):
            taken += int(task.read_text().split()[0])
    return taken / 1_000_000


def held_by_children() -> float:
    """Megabytes that these processes hold; what some of them share is counted once."""
    held = 0
    for child in _children():
        with suppress(FileNotFoundError, ProcessLookupError):
            for line in Path(f"/proc/{child}/smaps_rollup").read_text().splitlines():
                if line.startswith("Pss:"):
                    held += int(line.split()[1])
    return held / 1000


def _children() -> set[int]:
    """Ids of the processes that were begun here, and by these."""
    parents = dict[int, int]()
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(FileNotFoundError, ProcessLookupError):
            parents[int(stat.parent.name)] = int(stat.read_text().rpartition(")")[2].split()[1])
    family = {os.getpid()}
    while found := {it for it, parent in parents.items() if parent in family} - family:
        family |= found
    return family - {os.getpid()}


def wait_for_port(port: int) -> None:
    """Return when something listens there. Raises TimeoutError if nothing does in time."""

    def listens() -> bool:
        try:
            socket.create_connection(("127.0.0.1", port)).close()
        except OSError:
            return False
        return True

    _wait_until(listens, f"nobody listens at port {port}")


def wait_for_answer(url: str, every: float = EVERY) -> None:
    """Return when `url`, asked every so many seconds, answers with 200.

    Raises TimeoutError if it does not in time.
    """
    # What loads certificates takes the time of those who are waited for.
    with httpx.Client(verify=False) as client:

        def answers() -> bool:
            try:
                return client.get(url).status_code == httpx.codes.OK
            except httpx.TransportError:
                return False

        _wait_until(answers, f"no answer from {url}", every)


def _wait_until(true: Callable[[], bool], complaint: str, every: float = EVERY) -> None:
    deadline = time.monotonic() + START_UP_SECONDS
    while not true():
        if time.monotonic() > deadline:
            raise TimeoutError(complaint)
        time.sleep(every)
