"""What the applications of all processes have in common."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flask import Flask

from api.http import versions
from api.http.protection.guard import guard
from api.http.settings import Settings
from api.telemetry.requests import watch

PREFIX = "/api/v1"
"""What every address of the API begins with."""


def surround(app: Flask, chosen: Settings) -> None:
    """What every request to `app` passes through; to be put around it once all is there."""
    app.ensure_sync = _is_no_coroutine  # type: ignore[method-assign,assignment]
    versions.register_receipts(app, PREFIX)
    guard(app, PREFIX, chosen)
    watch(app)


def _is_no_coroutine(function: Callable[..., Any]) -> Callable[..., Any]:
    """As none of this service is; otherwise Flask finds that out fifteen times in a request."""
    return function
