"""Throwing away the builds that nobody has touched for a long time."""

from __future__ import annotations

import time
from typing import Any

from projections.store.redis.keys import Keys, Shared, literal

FORGOTTEN = 3600
"""Seconds after which a build on which no worker has worked is thrown away."""

_PORTION = 1000
"""How many keys are removed at once, so that nobody waits for long."""


def touch(client: Any, shared: Shared, build: str) -> None:
    """Say that a worker is at work on `build`, unless it has been thrown away."""
    client.zadd(shared.builds, {build: int(time.time())}, xx=True)


def forget(client: Any, shared: Shared) -> None:
    """Throw away the builds that no worker has touched for an hour."""
    before = time.time() - FORGOTTEN
    for build in client.zrangebyscore(shared.builds, "-inf", before):

        def give_up(pipe: Any, build: bytes = build) -> None:
            touched = pipe.zscore(shared.builds, build)
            if touched is None or touched > before:
                return
            shown = pipe.hgetall(shared.shown)
            pipe.multi()
            drop(pipe, shared, build)
            for field in shown:
                if shown[field] == build:
                    pipe.hdel(shared.shown, field)

        client.transaction(give_up, shared.builds, shared.shown)
    remove(client, shared)


def leave_behind(client: Any, former: Shared) -> None:
    """Throw away what releases before 0.8.0 kept, once none of their workers has drawn for an hour.

    Each key is removed by itself, as they lie on many servers of a cluster.
    """
    forget(client, former)
    if not client.zcard(former.builds):
        for key in (former.shown, former.dropped, former.distrusted, former.marks, former.last):
            client.unlink(key)


def drop(client: Any, shared: Shared, build: str | bytes) -> None:
    """Mark a build as one that is to be removed. Nothing may point to it any more."""
    client.zrem(shared.builds, build)
    client.sadd(shared.dropped, build)


def remove(client: Any, shared: Shared) -> None:
    """Remove what has been dropped, and what a worker that was ended meanwhile has left behind."""
    for build in client.smembers(shared.dropped):
        _remove(client, shared.keys(build.decode(errors="replace")))
        client.srem(shared.dropped, build)


def _remove(client: Any, keys: Keys) -> None:
    # The versions first: without them nothing is shown of a game, so nobody reads half of one.
    for begin in (f"{keys.games}version:", f"{keys.games}mini:", keys.games, keys.root):
        portion: list[bytes] = []
        for key in client.scan_iter(match=f"{literal(begin)}*", count=_PORTION):
            portion.append(key)
            if len(portion) == _PORTION:
                client.unlink(*portion)
                portion.clear()
        if portion:
            client.unlink(*portion)
