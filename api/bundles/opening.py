"""The store of bundles as an application, or a worker, has it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from flask import Flask, current_app

from api.bundles.settings import bundle_settings

if TYPE_CHECKING:
    from api.bundles.store import BundleStore

_EXTENSION = "napoleon-bundles"


def open_bundles(env: Mapping[str, str]) -> BundleStore | None:
    """The store that `env` chooses; None without one. Nothing is asked of it. Raises BadSetting."""
    settings = bundle_settings(env)
    if not settings.url:
        return None
    # Only here: without a store its client is not loaded, and need not be there.
    from api.bundles.store import BundleStore

    return BundleStore(settings, env)


def register(app: Flask, env: Mapping[str, str]) -> None:
    """Let `app` keep bundles where `env` says. Raises BadSetting."""
    app.extensions[_EXTENSION] = open_bundles(env)


def bundles() -> BundleStore | None:
    """The store of the application that answers the current request; None without one."""
    found: BundleStore | None = current_app.extensions.get(_EXTENSION)
    return found
