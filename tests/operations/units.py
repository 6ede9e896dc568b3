"""The units of systemd, as they are read and as they are run."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from configparser import ConfigParser
from contextlib import contextmanager
from pathlib import Path

from tests.command_line.server import PATIENCE, ROOT
from tests.operations.formation import BIN
from tools.servers import short_folder

UNITS = ROOT / "deploy" / "systemd"

_PASS_ON = """
import os, sys
count = len(sys.argv[1].split(","))
for number, fd in enumerate(map(int, sys.argv[1].split(",")), start=3):
    os.dup2(fd, number)
os.environ.update(LISTEN_PID=str(os.getpid()), LISTEN_FDS=str(count))
os.execv(sys.argv[2], sys.argv[2:])
"""
"""Becomes a command that gets sockets as systemd hands them over."""


def unit(name: str) -> ConfigParser:
    """What the unit of that name says, by section."""
    parser = ConfigParser(interpolation=None, strict=False)
    parser.optionxform = str  # type: ignore[assignment,method-assign]
    parser.read_string((UNITS / name).read_text())
    return parser


def said(name: str) -> list[tuple[str, str]]:
    """Each setting of a unit with its value, in the order in which systemd reads them.

    That is the unit itself first, and then what applies to all units of such a name.
    """
    drop_ins = sorted(
        (
            file
            for folder in ("napoleon-.service.d", f"{name}.d")
            for file in (UNITS / folder).glob("*")
        ),
        key=lambda file: file.name,
    )
    files = [UNITS / name, *(drop_ins if name.endswith(".service") else ())]
    lines = [line for file in files for line in file.read_text().splitlines()]
    settings = (re.fullmatch(r"(\w+)=(.*)", line) for line in lines)
    return [(found[1], found[2]) for found in settings if found]


class Systemd:
    """What systemd does with the units of ``deploy/``, on addresses and in a folder of a test.

    `places` says what stands in the units, and what a test has there.
    """

    def __init__(self, folder: Path, places: Mapping[str, str]) -> None:
        self._folder = folder
        self._notified = short_folder("notify")
        self._places = {"/opt/napoleon/bin": str(BIN), **places}
        self._sockets: dict[str, socket.socket] = {}
        self._running: dict[str, subprocess.Popen[bytes]] = {}
        self._log = (folder / "journal").open("w+b")

    def _said(self, name: str) -> list[tuple[str, str]]:
        return [(setting, self._here(name, value)) for setting, value in said(name)]

    def _command(self, name: str) -> list[str]:
        # In words first: a place on this machine may have a blank in it.
        return [self._here(name, word) for word in dict(said(name))["ExecStart"].split()]

    def _here(self, name: str, text: str) -> str:
        """What a text of a unit comes to on this machine."""
        for there, here in self._places.items():
            text = text.replace(there, here)
        # The last word of the unit's name.
        return text.replace("%j", Path(name).stem.rpartition("-")[2])

    def listen(self, name: str) -> str:
        """Open what a socket unit says; its address."""
        if name not in self._sockets:
            host, port = dict(self._said(name))["ListenStream"].split(":")
            # As many wait as the system lets wait.
            self._sockets[name] = socket.create_server((host, int(port)), backlog=4096)
            self._sockets[name].setblocking(False)
        host, port = self._sockets[name].getsockname()
        return f"http://{host}:{port}"

    def start(self, name: str) -> None:
        """Start a service; returns when it is what systemd takes for started."""
        settings = self._said(name)
        chosen = dict(settings)
        env = {"PATH": "/usr/local/bin:/usr/bin:/bin", "LANG": "C.UTF-8"}
        env |= dict(value.split("=", 1) for it, value in settings if it == "Environment")
        for setting, value in settings:
            if setting == "EnvironmentFile":
                env |= _environment_file(Path(value.removeprefix("-")), value.startswith("-"))
        sockets = [value for setting, value in settings if setting == "Sockets"]
        for it in sockets:
            self.listen(it)
        command = self._command(name)
        fds = [self._sockets[it].fileno() for it in sockets]
        if fds:
            passed = ",".join(map(str, fds))
            command = [sys.executable, "-c", _PASS_ON, passed, *command]
        with self._ready(chosen["Type"], env) as wait:
            self._running[name] = subprocess.Popen(
                command,
                cwd=chosen["WorkingDirectory"],
                env=env,
                stdin=subprocess.DEVNULL,
                stdout=self._log,
                stderr=self._log,
                pass_fds=fds,
                start_new_session=True,
            )
            wait()
        if chosen["Type"] == "oneshot":
            assert self._running.pop(name).wait(PATIENCE) == 0, self.journal()

    @contextmanager
    def _ready(self, kind: str, env: dict[str, str]) -> Iterator[Callable[[], None]]:
        if kind != "notify":
            yield lambda: None
            return
        path = self._notified / "notify"
        path.unlink(missing_ok=True)
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as told:
            told.bind(str(path))
            told.settimeout(PATIENCE)
            env["NOTIFY_SOCKET"] = str(path)

            def wait() -> None:
                while b"READY=1" not in told.recv(4096).splitlines():
                    pass

            yield wait

    def stop(self, name: str) -> None:
        """Stop a service as ``systemctl stop`` does; its sockets stay open."""
        process = self._running.pop(name)
        process.send_signal(signal.SIGTERM)
        # All its processes would be killed then.
        process.wait(int(dict(self._said(name))["TimeoutStopSec"]))

    def restart(self, name: str) -> None:
        """What ``systemctl restart`` does."""
        self.stop(name)
        self.start(name)

    def main_process(self, name: str) -> int:
        """Id of the process that a service was started as."""
        return self._running[name].pid

    def journal(self) -> str:
        """What the services have written so far."""
        self._log.flush()
        return Path(self._log.name).read_text()

    def clear_away(self) -> None:
        """Leave nothing behind."""
        for process in self._running.values():
            os.killpg(process.pid, signal.SIGKILL)
            process.wait(PATIENCE)
        for listening in self._sockets.values():
            listening.close()
        self._log.close()


def _environment_file(path: Path, optional: bool) -> dict[str, str]:
    if optional and not path.exists():
        return {}
    lines = path.read_text().splitlines()
    return dict(line.split("=", 1) for line in lines if line and not line.startswith("#"))
