"""How many streams a process gives: the environment says."""

from __future__ import annotations

from collections.abc import Mapping

from napoleon.environment import number

WEB_STREAMS = "WEB_STREAMS"
"""How many streams a web process gives, each of which holds a thread for as long as it lasts; 0 by
default."""

LIVE_STREAMS = "LIVE_STREAMS"
"""How many streams a live process gives, each of which holds a greenlet."""

LIVE_CAPACITY = 2000
"""As many as that unless said otherwise."""

MOST_STREAMS = 100_000


def web_capacity(env: Mapping[str, str]) -> int:
    """How many streams `env` gives to a web process. Raises BadSetting."""
    return number(env, WEB_STREAMS, 0, 0, MOST_STREAMS)


def live_capacity(env: Mapping[str, str]) -> int:
    """How many streams `env` gives to a live process. Raises BadSetting."""
    return number(env, LIVE_STREAMS, LIVE_CAPACITY, 0, MOST_STREAMS)
