"""All settings, looked at before anything listens.

A process looks at those of the others too: they are set in one place for all of them, and a slip
is better told at once than when that other process is started some day.
"""

from __future__ import annotations

import os
import socket
import sys
from collections.abc import Mapping

from api.http.settings import settings
from api.live.capacity import live_capacity, web_capacity
from api.server.failing import server_that_fails_in_a_line
from api.server.processes import (
    HOST,
    live_address,
    live_processes,
    web_address,
    web_processes,
    web_threads,
)
from api.telemetry import exposition, logs
from napoleon.environment import BadSetting
from napoleon.log.store import settings as log_settings
from napoleon.log.store.recorder import StoreMissing


def check(env: Mapping[str, str]) -> None:
    """Raises BadSetting for the first setting in `env` that a process cannot start with."""
    logs.chosen_level(env)
    logs.chosen_format(env, sys.stderr)
    try:
        log_settings.check(env)
    except StoreMissing as error:
        raise BadSetting(str(error)) from None
    settings(env)
    for number in (web_processes, web_threads, web_capacity, live_processes, live_capacity):
        number(env)
    web_address(env)
    live_address(env)
    exposition.port(env, exposition.WEB)
    for name in (HOST, exposition.HOST):
        _is_an_address_of_this_machine(env, name)


def _is_an_address_of_this_machine(env: Mapping[str, str], name: str) -> None:
    if host := env.get(name):
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        try:
            socket.create_server((host, 0), family=family).close()
        except (OSError, UnicodeError):
            told = f"{name} says {host!r}, which is no address of this machine"
            raise BadSetting(told) from None


if __name__ == "__main__":
    with server_that_fails_in_a_line():
        check(os.environ)
