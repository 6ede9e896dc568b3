"""How many processes a web server has, and where it listens: the environment says."""

from __future__ import annotations

from collections.abc import Mapping

from napoleon.environment import number

HOST = "HOST"
"""Address that the servers listen at; only this machine reaches it unless it is set."""

MOST_PROCESSES = 512
MOST_THREADS = 1000
_LAST_PORT = 65535


def web_processes(env: Mapping[str, str]) -> int:
    """How many answer requests. Raises BadSetting."""
    return number(env, "WEB_CONCURRENCY", 2, 1, MOST_PROCESSES)


def web_threads(env: Mapping[str, str]) -> int:
    """How many requests each of them answers at a time, on a database server. Raises BadSetting."""
    return number(env, "WEB_THREADS", 8, 1, MOST_THREADS)


def live_processes(env: Mapping[str, str]) -> int:
    """How many give live streams. Raises BadSetting."""
    return number(env, "LIVE_CONCURRENCY", 1, 1, MOST_PROCESSES)


def web_address(env: Mapping[str, str]) -> str:
    """Where the web server listens. Raises BadSetting."""
    return f"{_host(env)}:{number(env, 'PORT', 8000, 0, _LAST_PORT)}"


def live_address(env: Mapping[str, str]) -> str:
    """Where the live server listens. Raises BadSetting."""
    return f"{_host(env)}:{number(env, 'LIVE_PORT', 8001, 0, _LAST_PORT)}"


def _host(env: Mapping[str, str]) -> str:
    host = env.get(HOST) or "127.0.0.1"
    return f"[{host}]" if ":" in host else host
