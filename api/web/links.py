"""Links: addresses of the service, built once for each thing that is linked to."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

import flask
from flask import Flask, current_app, request

MOST = 20_000
"""Addresses that are kept, some hundred bytes each; a page has about ninety."""

_OF_THE_REQUEST = {"_external", "_scheme", "_method"}
"""What has more of the request go into an address than where the service is mounted."""


def register(app: Flask) -> None:
    """Let the templates of `app` link by ``url_for``."""
    app.jinja_env.globals["url_for"] = _linking()


def address(endpoint: str, **values: object) -> str:
    """What a template links to by ``url_for``."""
    found: str = current_app.jinja_env.globals["url_for"](endpoint, **values)  # type: ignore[operator]
    return found


def _linking() -> Callable[..., str]:
    """Flask's ``url_for``, which takes a twentieth of a millisecond, for pages that ask again."""

    @lru_cache(maxsize=MOST)
    def built(root: str, endpoint: str, values: tuple[tuple[str, Any], ...]) -> str:
        return flask.url_for(endpoint, **dict(values))

    def url_for(endpoint: str, **values: Any) -> str:
        if _OF_THE_REQUEST.isdisjoint(values):
            return built(request.script_root, endpoint, tuple(values.items()))
        return flask.url_for(endpoint, **values)

    return url_for
