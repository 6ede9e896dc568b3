"""The variables that choose a Redis; they can be read without loading its client."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

REDIS_URL = "REDIS_URL"
"""Address of a Redis or Valkey, ``redis://user:password@host:port/number``.

Of a Redis Cluster it may be several of its nodes, with blanks between their addresses.
"""

PREFIX = "NAPOLEON_REDIS_PREFIX"
"""What all keys begin with, ``napoleon`` unless set: several installations may share a Redis."""

REDIS_CLUSTER = "REDIS_CLUSTER"
"""Whether that is a node of a Redis Cluster: on or off, off unless set."""


REDIS_IDLE_DAYS = "REDIS_IDLE_DAYS"
"""After how many days without an event a game leaves Redis, but for the lists; 0 if all stay."""

IDLE_DAYS = 14

IdleDays = Annotated[int, Meta(ge=0, le=3650)]


class RedisSettings(msgspec.Struct, frozen=True):
    """What kind of Redis it is, and what stays in it."""

    cluster: bool = msgspec.field(default=False, name=REDIS_CLUSTER)
    idle_days: IdleDays = msgspec.field(default=IDLE_DAYS, name=REDIS_IDLE_DAYS)
