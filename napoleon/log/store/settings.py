"""Settings of the log: what of the environment its databases go by."""

from __future__ import annotations

from collections.abc import Mapping

from eventsourcing.utils import TopicError, resolve_topic

from napoleon.environment import BadSetting, number, word
from napoleon.log.store.chosen import DATABASE_URL, POSTGRES, persistence_module
from napoleon.log.store.home import home

POOL_SIZE = 8
"""Most connections to PostgreSQL that a process has at a time, beside one for each subscription."""

MOST_CONNECTIONS = 1000
"""More than that no server is set up for."""

LOCK_TIMEOUT = 5
"""Seconds that a writer to the file waits for another process to finish its transaction."""

LONGEST_LOCK_TIMEOUT = 3600

SYNCHRONOUS = ("FULL", "NORMAL")
"""FULL: what was accepted survives a power cut. NORMAL: the newest commits may be lost by one."""


def pool_size(env: Mapping[str, str]) -> int:
    """Most connections to PostgreSQL for each process. Raises BadSetting."""
    return number(env, "DATABASE_POOL", POOL_SIZE, 1, MOST_CONNECTIONS)


def lock_timeout(env: Mapping[str, str]) -> int:
    """Seconds that a writer to the file waits for another process. Raises BadSetting."""
    return number(env, "SQLITE_LOCK_TIMEOUT", LOCK_TIMEOUT, 0, LONGEST_LOCK_TIMEOUT)


def synchronous(env: Mapping[str, str]) -> str:
    """How durable a commit to the file is, one of SYNCHRONOUS. Raises BadSetting."""
    return word(env, "NAPOLEON_SQLITE_SYNCHRONOUS", "FULL", SYNCHRONOUS)


def check(env: Mapping[str, str]) -> None:
    """Look at all settings of the log, and open nothing.

    Raises BadSetting; StoreMissing for what is no address of a database.
    """
    pool_size(env)
    lock_timeout(env)
    synchronous(env)
    folder = home(env)
    if folder.exists() and not folder.is_dir():
        raise BadSetting(f"NAPOLEON_HOME has to name a folder, and {folder} is none")
    module = persistence_module(env)
    try:
        resolve_topic(module)
    except TopicError:
        raise BadSetting(f"PERSISTENCE_MODULE says {module!r}, which cannot be loaded") from None
    if module == POSTGRES:
        # Only here: who has no such database does not load its driver.
        from napoleon.log.store.address import conninfo

        conninfo(env.get(DATABASE_URL, ""))
