"""How many streams a process gives: the environment says."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from msgspec import Meta, Struct, field

from napoleon.environment import read

WEB_STREAMS = "WEB_STREAMS"
LIVE_STREAMS = "LIVE_STREAMS"

Count = Annotated[int, Meta(ge=0, le=100_000)]


class Capacity(Struct, frozen=True):
    """The settings of each kind of process."""

    web: Count = field(default=0, name=WEB_STREAMS)
    """How many streams a web process gives, each of which holds a thread for as long as it
    lasts."""
    live: Count = field(default=2000, name=LIVE_STREAMS)
    """How many streams a live process gives, each of which holds a greenlet."""


def web_capacity(env: Mapping[str, str]) -> int:
    """How many streams `env` gives to a web process. Raises BadSetting."""
    return read(Capacity, env).web


def live_capacity(env: Mapping[str, str]) -> int:
    """How many streams `env` gives to a live process. Raises BadSetting."""
    return read(Capacity, env).live
