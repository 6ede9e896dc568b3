"""All settings, looked at before anything listens.

A process looks at those of the others too: they are set in one place for all of them, and it is
better to report a slip at once than when that other process starts.
"""

from __future__ import annotations

import os
import socket
from collections.abc import Mapping

from api.http.settings import settings
from api.live.capacity import Capacity
from api.server.failing import server_that_fails_in_a_line
from api.server.processes import HOST, Processes
from api.telemetry import exposition
from api.telemetry.log_settings import Logging
from napoleon.environment import BadSetting, read
from napoleon.log.store import settings as log_settings
from napoleon.log.store.recorder import StoreMissing


def check(env: Mapping[str, str]) -> None:
    """Raise BadSetting for the first setting in `env` with which a process cannot start."""
    read(Logging, env)
    try:
        log_settings.check(env)
    except StoreMissing as error:
        raise BadSetting(str(error)) from None
    settings(env)
    for part in (Processes, Capacity, exposition.Exposition):
        read(part, env)
    for name in (HOST, exposition.HOST):
        _is_an_address_of_this_machine(env, name)


def _is_an_address_of_this_machine(env: Mapping[str, str], name: str) -> None:
    if host := env.get(name):
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        try:
            socket.create_server((host, 0), family=family).close()
        except (OSError, UnicodeError):
            told = f"{name} says {host!r}, which is not an address of this machine"
            raise BadSetting(told) from None


if __name__ == "__main__":
    with server_that_fails_in_a_line():
        check(os.environ)
