"""The variables that choose a Redis; they can be read without loading its client."""

from __future__ import annotations

from typing import Annotated
from urllib.parse import SplitResult, parse_qs, urlsplit

import msgspec
from msgspec import Meta

from napoleon.log.store.home import machine

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

_HERE = (None, "localhost", "127.0.0.1", "::1")

IdleDays = Annotated[int, Meta(ge=0, le=3650)]


class RedisSettings(msgspec.Struct, frozen=True):
    """What kind of Redis it is, and what stays in it."""

    cluster: bool = msgspec.field(default=False, name=REDIS_CLUSTER)
    idle_days: IdleDays = msgspec.field(default=IDLE_DAYS, name=REDIS_IDLE_DAYS)


def place_of(url: str) -> str:
    """What the Redis at an address is called, without the words that open it.

    An address that leads nowhere but to the machine itself is another place on each machine. Of a
    cluster it is the same whatever the order of its nodes. Raises ValueError for what is no
    address.
    """
    nodes = [urlsplit(it) for it in url.split()]
    here = f"{machine()} " if any(it.hostname in _HERE for it in nodes) else ""
    return here + " ".join(sorted(map(_node, nodes)))


def _node(address: SplitResult) -> str:
    chosen = parse_qs(address.query).get("db", [""])[0]
    if address.scheme == "unix":
        return f"{address.path} {chosen or 0}"
    at = f"{address.hostname or 'localhost'}:{address.port or 6379}"
    return f"{at} {chosen or address.path[1:] or 0}"
