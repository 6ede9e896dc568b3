"""Who has something made: requests, which wait for it without keeping others from being answered.

The process that makes it is begun when it is first needed. It has a low priority, makes one thing
at a time, and ends with the process that began it, or when nothing was asked of it for a while.
"""

from __future__ import annotations

import os
import pickle
import socket
import subprocess
import sys
from collections.abc import Mapping
from contextlib import suppress
from tempfile import TemporaryFile
from threading import Lock
from typing import IO

import msgspec
from flask import Flask, current_app

from api.apart.jobs import Job, do
from api.apart.maker import SOCKET, Reply
from api.http.problems import Problem
from api.http.protection import places
from api.http.stores import stores

_EXTENSION = "napoleon-maker"

BUDGET = 60.0
"""Seconds that one thing may take: a proxy waits no longer either."""

RETRY_AFTER = 5
"""Seconds after which to ask again for what could not be made in time."""

_ATTEMPTS = 2
"""A process that has just ended, as nothing was asked of it, is begun again."""


class Ended(Exception):
    """The process has ended before it answered."""


class Maker:
    """A process that makes things on the stores that `env` names."""

    def __init__(self, env: Mapping[str, str]) -> None:
        self._env = env
        self._lock = Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._socket: socket.socket | None = None

    def make(self, job: Job, given: bytes, target: IO[bytes]) -> None:
        """Have `job` done with what is `given` for it, and the outcome written to `target`.

        Raises Problem 503 ``BUSY`` if it takes longer than it may, and what the job raises.
        """
        with self._lock:
            for _ in range(_ATTEMPTS):
                try:
                    _put(given, target)
                    return self._ask(job, target)
                except TimeoutError:
                    self._end()
                    break
                except (Ended, OSError):
                    self._end()
        detail = "It takes longer to make than the service has time for now; ask again in a moment."
        raise Problem("BUSY", detail, headers={"Retry-After": str(RETRY_AFTER)})

    def _ask(self, job: Job, target: IO[bytes]) -> None:
        asked = self._socket or self._begin()
        socket.send_fds(asked, [msgspec.json.encode(job) + b"\n"], [target.fileno()])
        with asked.makefile("rb") as answers:
            line = answers.readline()
        if not line:
            raise Ended
        reply = msgspec.json.decode(line, type=Reply)
        if reply.failed:
            # From a process of our own, by a socket that nobody else has.
            raise pickle.loads(reply.failed)  # noqa: S301

    def _begin(self) -> socket.socket:
        ours, theirs = socket.socketpair()
        ours.settimeout(BUDGET)
        with theirs:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "api.apart.maker"],
                env={**self._env, SOCKET: str(theirs.fileno())},
                pass_fds=(theirs.fileno(),),
            )
        self._socket = ours
        return ours

    def _end(self) -> None:
        if self._socket is not None:
            self._socket.close()
        if self._process is not None:
            self._process.kill()
            self._process.wait()
        self._socket = self._process = None


def register(app: Flask, env: Mapping[str, str] | None, *, apart: bool) -> None:
    """Let `app` have things made by a process `apart`, which opens the stores that `env` names.

    Otherwise they are made where they are asked for, as by an application that was handed stores.
    """
    app.extensions[_EXTENSION] = Maker(os.environ if env is None else env) if apart else None


def made(job: Job, given: bytes = b"") -> IO[bytes]:
    """A file with what comes of `job`, at its beginning, which the caller closes.

    What is `given` is what the job is about, if its own members do not say so.

    Raises Problem 503 ``BUSY`` if enough is being made already, and what the job raises.
    """
    with places.expensive():
        return made_in_place(job, given)


def made_in_place(job: Job, given: bytes = b"") -> IO[bytes]:
    """The same for somebody who has a place already; see `api.http.protection.places`."""
    maker: Maker | None = current_app.extensions[_EXTENSION]
    file = TemporaryFile()  # noqa: SIM115 - the caller closes it
    try:
        if maker is None:
            _put(given, file)
            do(job, stores().games, file)
        else:
            maker.make(job, given, file)
    except BaseException:
        with suppress(OSError):
            file.close()
        raise
    file.seek(0)
    return file


def _put(given: bytes, target: IO[bytes]) -> None:
    """Have a file hold what is given, and nothing that an earlier attempt has left in it."""
    target.seek(0)
    target.truncate()
    target.write(given)
    target.flush()
    target.seek(0)
