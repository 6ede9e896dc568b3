"""The process that makes what takes long: ``python -m api.apart.maker``, begun by a web process.

It reads jobs from a socket, each with the file that it writes to, and answers each in a line.
"""

from __future__ import annotations

import gc
import logging
import os
import pickle
import signal
import socket
from collections.abc import Mapping
from typing import BinaryIO

import msgspec

SOCKET = "NAPOLEON_MAKER"
"""Names the file descriptor of the socket that jobs come by."""

NICENESS = 5
"""How much others come first: a player who waits for an order feels a millisecond."""

IDLE = 300.0
"""Seconds without a job after which the process ends."""

GARBAGE = (50_000, 20, 50)
"""Values after which it looks for garbage: a record is many values, and none of them is any."""

_LONGEST_JOB = 4096
"""Bytes of a message."""

_log = logging.getLogger(__name__)


class Reply(msgspec.Struct):
    """The answer to a job: what it failed with, as it is pickled; empty if it is done."""

    failed: bytes = b""


def main(env: Mapping[str, str]) -> None:
    """Do jobs until the process that began this one is gone, or asks nothing for long."""
    # Only here: who begins it loads none of that for it.
    from api.apart.jobs import Job, do
    from api.http.stores import Stores
    from api.telemetry import logs

    logs.configure(env)
    # Ctrl-C in a terminal ends the process that began this one, which is enough.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.nice(NICENESS)
    gc.freeze()
    gc.set_threshold(*GARBAGE)
    stores = Stores(None, None, env)
    with socket.socket(fileno=int(env[SOCKET])) as asked:
        asked.settimeout(IDLE)
        while (received := _received(asked)) is not None:
            message, file = received
            reply = Reply()
            with file:
                try:
                    do(msgspec.json.decode(message, type=Job), stores.games, file)
                except Exception as error:
                    _log.warning("something could not be made: %s", type(error).__name__)
                    reply = Reply(_pickled(error))
            asked.sendall(msgspec.json.encode(reply) + b"\n")


def _received(asked: socket.socket) -> tuple[bytes, BinaryIO] | None:
    """A job and the file for it; None if there is nothing more to do."""
    try:
        message, files, _, _ = socket.recv_fds(asked, _LONGEST_JOB, 1)
    except (TimeoutError, ConnectionError):
        return None
    return (message, os.fdopen(files[0], "r+b")) if files else None


def _pickled(error: Exception) -> bytes:
    """An error as the process that asked raises it; one that cannot be sent by its text alone."""
    try:
        pickled = pickle.dumps(error)
        pickle.loads(pickled)  # noqa: S301 - it was made a line before
    except Exception:
        return pickle.dumps(RuntimeError(f"{type(error).__name__}: {error}"))
    return pickled


if __name__ == "__main__":
    main(os.environ)
