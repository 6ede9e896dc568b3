"""The variables that choose a Redis; they can be read without loading its client."""

from __future__ import annotations

import msgspec

REDIS_URL = "REDIS_URL"
"""Address of a Redis or Valkey, ``redis://user:password@host:port/number``."""

PREFIX = "NAPOLEON_REDIS_PREFIX"
"""What all keys begin with, ``napoleon`` unless set: several installations may share a Redis."""

REDIS_CLUSTER = "REDIS_CLUSTER"
"""Whether that is a node of a Redis Cluster: on or off, off unless set."""


class RedisSettings(msgspec.Struct, frozen=True):
    """What kind of Redis it is."""

    cluster: bool = msgspec.field(default=False, name=REDIS_CLUSTER)
