"""Where the read models are kept: in an SQLite file beside the log, or in Redis."""

from __future__ import annotations

import os
from collections.abc import Mapping

from projections.store.contract import ViewsMissing, ViewStore
from projections.store.sqlite import open_view_file

__all__ = ["ViewStore", "ViewsMissing", "open_views"]


def open_views(env: Mapping[str, str] | None = None) -> ViewStore:
    """The store of the read models that `env` (or else the process environment) chooses.

    Raises ViewsMissing.
    """
    return open_view_file(os.environ if env is None else env)
