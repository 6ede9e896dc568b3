"""Headers that every answer carries, whatever it is."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

FIXED = [
    ("X-Content-Type-Options", "nosniff"),
    ("X-Frame-Options", "DENY"),
    ("Referrer-Policy", "no-referrer"),
]
"""No guessing of types, no frames, no addresses passed on."""

POLICY = ("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'")
"""For an answer that sets no policy of its own: it is data, nothing of it is to be run."""


class SecuredHeaders:
    """WSGI middleware that adds the headers, errors and static files included."""

    def __init__(self, inner: WSGIApplication) -> None:
        self._inner = inner

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """The answer of the inner application."""

        def start(
            status: str, headers: list[tuple[str, str]], exc_info: Any = None
        ) -> Callable[[bytes], object]:
            own = any(name == POLICY[0] for name, _ in headers)
            headers = headers + FIXED if own else [*headers, *FIXED, POLICY]
            return start_response(status, headers, exc_info)

        return self._inner(environ, start)
