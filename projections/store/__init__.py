"""Where the read models are kept: in an SQLite file beside the log, or in Redis."""

from __future__ import annotations

import os
from collections.abc import Mapping

from napoleon.log.store.keys import views_key
from napoleon.log.store.seals import Seals
from projections.redis_settings import REDIS_URL
from projections.store.contract import ViewsMissing, ViewStore
from projections.store.sealed import SealedViews
from projections.store.sqlite.opening import open_view_file

__all__ = ["SealedViews", "ViewStore", "ViewsMissing", "open_views"]


def open_views(env: Mapping[str, str] | None = None) -> SealedViews:
    """The store of the read models that `env` (or else the process environment) chooses.

    Where ``REDIS_URL`` is set they are kept in Redis. Raises ViewsMissing; and the library's
    OperationalError where ``CREATE_TABLE`` asks for Redis to be looked at and it is not there.
    """
    chosen = os.environ if env is None else env
    without = "the read models are not believed, the log is read"
    seals = Seals(chosen, views_key, "napoleon/views/1", without)
    if not chosen.get(REDIS_URL):
        return SealedViews(open_view_file(chosen), seals)
    # Only here: without a Redis its client, which takes long to load, is not loaded.
    from projections.store.redis.server import open_redis

    return SealedViews(open_redis(chosen), seals)
