"""Settings of the log: what its databases take from the environment."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Annotated

from eventsourcing.utils import TopicError, resolve_topic
from msgspec import Meta, Struct, field

from napoleon.environment import BadSetting, read
from napoleon.log.store.chosen import (
    DATABASE_URL,
    DIRECT_URL,
    POSTGRES,
    REPLICA_URL,
    SQLITE,
    persistence_module,
)
from napoleon.log.store.home import LOG, home

POOL_SIZE = 8

MOST_CONNECTIONS = 1000
"""No server is configured for more."""

MOST_PARTITIONS = 64
"""Each is followed by itself, with a connection of each process that follows."""

LOCK_TIMEOUT = 5


class Synchronous(StrEnum):
    """How durable a commit to the file is."""

    FULL = "FULL"
    """What was accepted survives a power cut."""
    NORMAL = "NORMAL"
    """A power cut may lose the newest commits."""


class SQLiteSettings(Struct, frozen=True):
    """The settings of a log in a file."""

    lock_timeout: Annotated[int, Meta(ge=0, le=3600)] = field(
        default=LOCK_TIMEOUT, name="SQLITE_LOCK_TIMEOUT"
    )
    """Seconds that a writer waits for another process to finish its transaction."""
    synchronous: Synchronous = field(default=Synchronous.FULL, name="NAPOLEON_SQLITE_SYNCHRONOUS")


class PostgresSettings(Struct, frozen=True):
    """The settings of a log on PostgreSQL."""

    pool_size: Annotated[int, Meta(ge=1, le=MOST_CONNECTIONS)] = field(
        default=POOL_SIZE, name="DATABASE_POOL"
    )
    """How many connections a process has at most, besides one for each subscription."""
    partitions: Annotated[int, Meta(ge=1, le=MOST_PARTITIONS)] = field(
        default=0, name="DATABASE_PARTITIONS"
    )
    """Into how many partitions a new log is divided; 0 if that is not said."""


class Creation(Struct, frozen=True):
    """Whether what is missing of a store is made: only ``napoleon migrate`` says so."""

    wanted: bool = field(default=False, name="CREATE_TABLE")


def may_create(env: Mapping[str, str]) -> bool:
    """Whether the process of this environment makes tables. Raises BadSetting."""
    return read(Creation, env).wanted


def log_place(env: Mapping[str, str]) -> str:
    """Where the log is, in words for people: an address is given without its password."""
    module = persistence_module(env)
    if module == SQLITE:
        return str((home(env) / LOG).absolute())
    if module == POSTGRES:
        # Only here: without such a database its driver is not loaded.
        from napoleon.log.store.address import place

        return place(env.get(DATABASE_URL, ""))
    return module


def check(env: Mapping[str, str]) -> None:
    """Check all settings of the log, and open nothing.

    Raises BadSetting; StoreMissing for what is not the address of a database.
    """
    for part in (PostgresSettings, SQLiteSettings, Creation):
        read(part, env)
    folder = home(env)
    if folder.exists() and not folder.is_dir():
        raise BadSetting(f"NAPOLEON_HOME has to name a folder, and {folder} is not one")
    module = persistence_module(env)
    try:
        resolve_topic(module)
    except TopicError:
        raise BadSetting(f"PERSISTENCE_MODULE says {module!r}, which cannot be loaded") from None
    if module == POSTGRES:
        # Only here: without such a database its driver is not loaded.
        from napoleon.log.store.address import Addresses, replicas

        Addresses.of(env)
        replicas(env)
    for beside in (DIRECT_URL, REPLICA_URL):
        if module != POSTGRES and env.get(beside):
            raise BadSetting(f"{beside} is set without DATABASE_URL")
