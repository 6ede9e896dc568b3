"""Opens the read models in Redis."""

from __future__ import annotations

from collections.abc import Mapping

import redis
from eventsourcing import persistence
from redis.backoff import NoBackoff
from redis.retry import Retry

from napoleon.log.store.settings import may_create
from projections.redis_settings import PREFIX, REDIS_URL
from projections.store.contract import ViewsMissing
from projections.store.redis.store import RedisViewStore

OLDEST = (6, 2)
"""The oldest Redis that has everything that is used here."""

CONNECTING = 0.25
"""Seconds after which connecting to a Redis that does not answer is given up."""

READING = 1.0
"""Seconds after which a reader, or anybody who asks how the store is, gives up and asks the log."""

WRITING = 10.0
"""Seconds after which the worker gives up, and tries again."""


def open_redis(env: Mapping[str, str]) -> RedisViewStore:
    """The read models in the Redis that ``REDIS_URL`` names.

    Nothing is asked of it before it is used, so that a service starts without it and no connection
    is shared by forked processes; it is looked at only where ``CREATE_TABLE`` says so. Raises
    ViewsMissing if it is not suitable, and OperationalError if it cannot be reached then.
    """
    try:
        reader, writer = (_client(env[REDIS_URL], seconds) for seconds in (READING, WRITING))
    except ValueError:
        # The error would show part of the address, which may hold a password.
        raise ViewsMissing(f"{REDIS_URL} is not the address of a Redis") from None
    if may_create(env):
        _check(writer)
    return RedisViewStore(reader, writer, env.get(PREFIX) or "napoleon")


def _client(url: str, seconds: float) -> redis.Redis:
    return redis.Redis.from_url(
        url,
        socket_connect_timeout=CONNECTING,
        socket_timeout=seconds,
        # The caller knows what to do instead; a retry here would make them wait.
        retry=Retry(NoBackoff(), 0),
    )


def _check(client: redis.Redis) -> None:
    try:
        found = {**client.info("server"), **client.info("memory")}
    except redis.RedisError as error:
        raise persistence.OperationalError(f"Redis cannot be reached: {error}") from error
    version = found["redis_version"]
    if tuple(int(number) for number in version.split(".")[:2]) < OLDEST:
        raise ViewsMissing(f"Redis {version} is too old, it has to be 6.2 or later")
    if found.get("redis_mode") == "cluster":
        raise ViewsMissing("the read models are kept in one Redis, not in a Redis Cluster")
    policy = found.get("maxmemory_policy", "")
    if policy.startswith("allkeys"):
        raise ViewsMissing(f"Redis throws keys away (maxmemory-policy {policy}): set noeviction")
