"""Clients of a Redis, or of a Redis Cluster where ``REDIS_CLUSTER`` says that it is one."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from contextlib import suppress
from threading import Lock
from typing import Any
from urllib.parse import urlsplit

import redis
from redis.backoff import NoBackoff
from redis.cluster import RedisCluster
from redis.exceptions import NoScriptError, RedisClusterException
from redis.retry import Retry

CONNECTING = 0.25
"""Seconds after which connecting to a Redis that does not answer is given up."""

ANSWERING = 0.5
"""Seconds after which a node of a cluster that says nothing is passed over for another."""

FAILURES = (redis.RedisError, RedisClusterException)
"""What a client raises if Redis does not do its work."""


def client_at(url: str, *, seconds: float, cluster: bool) -> Any:
    """A client of a Redis, or of the cluster that it belongs to; it gives up after `seconds`.

    Of a cluster `url` may name several nodes, with blanks between them: the first that answers
    tells of the others. It connects when it is first used. Raises ValueError for what is no address
    of a Redis.
    """
    options: dict[str, Any] = {
        "socket_connect_timeout": CONNECTING,
        "socket_timeout": seconds,
        # The caller knows what to do instead; a retry here would make them wait.
        "retry": Retry(NoBackoff(), 0),
    }
    if cluster:
        return ClusterClient(url, options)
    if len(url.split()) > 1:
        raise ValueError("only a cluster has several nodes")
    return redis.Redis.from_url(url, **options)


class ClusterClient:
    """A `RedisCluster` that asks for the nodes of its cluster when it is first used."""

    def __init__(self, url: str, options: Mapping[str, Any]) -> None:
        # Raises ValueError now, and not when it is first used.
        self._urls = url.split() or [url]
        for it in self._urls:
            redis.Redis.from_url(it)
        if len({_opened_by(it) for it in self._urls}) > 1:
            raise ValueError("all nodes of a cluster are opened by the same words")
        self._options = dict(options)
        self._lock = Lock()
        self._connected: Any = None

    def __getattr__(self, name: str) -> Any:
        with self._lock:
            if self._connected is None:
                # One attempt more, as a node that has taken over is found by asking again.
                again = {"retry": Retry(NoBackoff(), 1)}
                self._connected = RedisCluster.from_url(self._found(), **self._options | again)
        return getattr(self._connected, name)

    def _found(self) -> str:
        """The address of the first node that answers soon, which tells of all others."""
        soon = min(ANSWERING, self._options["socket_timeout"])
        for url in self._urls[:-1]:
            with (
                suppress(redis.RedisError),
                redis.Redis.from_url(url, **self._options | {"socket_timeout": soon}) as node,
            ):
                node.ping()
                return url
        return self._urls[-1]


def _opened_by(url: str) -> tuple[str, str | None, str | None]:
    at = urlsplit(url)
    return at.scheme, at.username, at.password


class Script:
    """A script of Lua, which a server that does not know it yet is told with the call."""

    def __init__(self, client: Any, text: str) -> None:
        self._client, self._text = client, text
        self._digest = hashlib.sha1(text.encode(), usedforsecurity=False).hexdigest()

    def __call__(self, keys: Sequence[str], args: Sequence[str | bytes | int]) -> Any:
        """What the script answers. Raises `FAILURES`."""
        words = (len(keys), *keys, *args)
        try:
            return self._client.evalsha(self._digest, *words)
        except NoScriptError:
            return self._client.eval(self._text, *words)
