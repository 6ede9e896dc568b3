"""Which pages of other web sites may call the API from a browser: none, unless they are named.

Nothing here opens a game: that takes a token, and what a browser sends by itself is not one, as the
cookies of the pages count only with a header that no other site may send. So no site is ever
allowed to send credentials of the browser.
"""

from __future__ import annotations

from collections.abc import Sequence

from flask import Flask, Response, request
from flask_cors import CORS

ASKED_WITH = (
    "Authorization",
    "Content-Type",
    "Idempotency-Key",
    "If-Match",
    "If-None-Match",
    "Last-Event-ID",
)
"""Headers that a page may send."""

TOLD = (
    "Content-Disposition",
    "ETag",
    "Location",
    "Napoleon-Receipt",
    "Retry-After",
    "X-Request-Id",
)
"""Headers that a page may read, besides those that it always may."""

METHODS = ("GET", "HEAD", "POST", "PUT", "DELETE")

REMEMBERED = 600
"""Seconds for which a browser need not ask again."""


def register(app: Flask, prefix: str, origins: Sequence[str]) -> None:
    """Let pages of `origins` call what lies under `prefix`."""
    if not origins:
        return

    def vary(answer: Response) -> Response:
        # Also to those who do not say where they come from: a cache would give their answer to
        # others.
        if request.path.startswith(f"{prefix}/"):
            answer.vary.add("Origin")
        return answer

    app.after_request(vary)
    CORS(
        app,
        resources={f"{prefix}/.*": {}},
        origins=list(origins),
        methods=METHODS,
        allow_headers=ASKED_WITH,
        expose_headers=TOLD,
        max_age=REMEMBERED,
        always_send=False,
        vary_header=False,
    )
