"""Headers that every answer carries, whatever it is."""

from __future__ import annotations

from flask import Flask, Response

HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
}
"""No guessing of types, no frames, no addresses passed on."""

POLICY = "default-src 'none'; frame-ancestors 'none'"
"""Content-Security-Policy of an answer that sets none of its own: data only, nothing to be run."""


def register(app: Flask) -> None:
    """Add the headers to every answer of `app`."""
    app.after_request(_secured)


def _secured(response: Response) -> Response:
    headers = response.headers
    headers.extend(HEADERS)
    if "Content-Security-Policy" not in headers:
        headers["Content-Security-Policy"] = POLICY
    return response
