"""Opens the read models in Redis."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from eventsourcing import persistence

from napoleon.environment import read
from napoleon.log.store.settings import may_create
from projections.redis_client import FAILURES, client_at
from projections.redis_settings import PREFIX, REDIS_URL, RedisSettings, place_of
from projections.store.contract import ViewsMissing
from projections.store.redis.store import RedisViewStore

OLDEST = (6, 2)
"""The oldest Redis that has everything that is used here."""

READING = 1.0
"""Seconds after which a reader, or anybody who asks how the store is, gives up and asks the log."""

WRITING = 10.0
"""Seconds after which the worker gives up, and tries again."""


_DAY = 24 * 3600 * 1_000_000
"""A day in microseconds."""


def open_redis(env: Mapping[str, str]) -> RedisViewStore:
    """The read models in the Redis that ``REDIS_URL`` names.

    Nothing is asked of it before it is used, so that a service starts without it and no connection
    is shared by forked processes; it is looked at only where ``CREATE_TABLE`` says so. Raises
    ViewsMissing if it is not suitable, and OperationalError if it cannot be reached then.
    """
    chosen = read(RedisSettings, env)
    cluster = chosen.cluster
    try:
        reader, writer = (
            client_at(env[REDIS_URL], seconds=seconds, cluster=cluster)
            for seconds in (READING, WRITING)
        )
    except ValueError:
        # The error would show part of the address, which may hold a password.
        raise ViewsMissing(f"{REDIS_URL} is not the address of a Redis") from None
    if may_create(env):
        _check(writer, in_cluster=cluster)
    idle = chosen.idle_days * _DAY or None
    prefix = env.get(PREFIX) or "napoleon"
    found = RedisViewStore(reader, writer, prefix, idle=idle)
    found.place = f"{place_of(env[REDIS_URL])} {prefix}"
    return found


def _check(client: Any, *, in_cluster: bool) -> None:
    try:
        found = {**client.info("server"), **client.info("memory")}
    except FAILURES as error:
        raise persistence.OperationalError(f"Redis cannot be reached: {error}") from error
    version = found["redis_version"]
    if tuple(int(number) for number in version.split(".")[:2]) < OLDEST:
        raise ViewsMissing(f"Redis {version} is too old, it has to be 6.2 or later")
    # Valkey calls it otherwise.
    mode = found.get("redis_mode") or found.get("server_mode")
    if in_cluster != (mode == "cluster"):
        is_one = "is none" if in_cluster else "is a Redis Cluster"
        raise ViewsMissing(f"what {REDIS_URL} names {is_one}: see REDIS_CLUSTER")
    policy = found.get("maxmemory_policy", "")
    if policy.startswith("allkeys"):
        raise ViewsMissing(f"Redis throws keys away (maxmemory-policy {policy}): set noeviction")
