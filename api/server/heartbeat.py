"""Heartbeats: how a process without an address says that it lives and works.

It beats in its own loop, so one that hangs falls silent: for systemd as a datagram to the socket
that ``NOTIFY_SOCKET`` names (see sd_notify(3)), for everybody else by the time of a file in its
folder, which ``napoleon health`` looks at.
"""

from __future__ import annotations

import socket
import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from napoleon.log.store.home import home

SOCKET = "NOTIFY_SOCKET"

EVERY = 5.0
"""Seconds between beats."""

SILENT = 60.0
"""Seconds without a beat after which a process counts as hanging; the units say the same."""


class Heartbeat:
    """The heart of one process; `kind` is what it is, such as ``worker``."""

    def __init__(self, env: Mapping[str, str], kind: str) -> None:
        self._socket = env.get(SOCKET, "")
        self._file = file_of(env, kind)
        self._next = 0.0
        self._status = ""

    def begin(self) -> None:
        """Say that the process has started and is at work."""
        self._tell("READY=1")
        self.beat()

    def beat(self, status: str = "") -> None:
        """Say that it lives, every few seconds at most, and what it waits for if it does.

        The process itself is well even if it can tell nobody.
        """
        now = time.monotonic()
        if now < self._next and status == self._status:
            return
        self._next, self._status = now + EVERY, status
        self._tell(f"WATCHDOG=1\nSTATUS={status or 'at work'}")
        with suppress(OSError):
            self._file.touch(mode=0o600)

    def _tell(self, message: str) -> None:
        if not self._socket:
            return
        address = self._socket
        if address.startswith("@"):
            # One that is in no file system.
            address = f"\0{address[1:]}"
        with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as sending:
            sending.sendto(message.encode(), address)


def file_of(env: Mapping[str, str], kind: str) -> Path:
    """The file whose time tells when a process beat last."""
    return home(env) / f"{kind}.alive"


def silence(env: Mapping[str, str], kind: str) -> float | None:
    """For how many seconds a process has been silent; None if it never beat here."""
    try:
        beaten = file_of(env, kind).stat().st_mtime
    except FileNotFoundError:
        return None
    return max(0.0, time.time() - beaten)
