"""Headers that every answer carries, whatever it is."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from flask import request

FIXED = [
    ("X-Content-Type-Options", "nosniff"),
    ("X-Frame-Options", "DENY"),
    ("Referrer-Policy", "no-referrer"),
    ("Cross-Origin-Opener-Policy", "same-origin"),
    ("Cross-Origin-Resource-Policy", "same-origin"),
    ("Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()"),
]
"""No guessing of types, no frames, no addresses passed on; other sites neither hold on to a page
of the service nor embed anything of it, and it asks for nothing of the device."""

POLICY = (
    "Content-Security-Policy",
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
)
"""It is data, none of which is to be run."""


OF_PARTS = ("X-Content-Type-Options", "Cross-Origin-Resource-Policy")
"""Those of `FIXED` that mean something for a script or a style. The others are about documents,
and a part of one lives under the policies of the page that has loaded it."""

_NO_DOCUMENT = "napoleon.no_document"


def is_no_document() -> None:
    """Let the answer to this request do without what is said of documents.

    It is a script or a style for pages. What runs by itself, as a worker does, is none: policies
    of its own hold for that.
    """
    request.environ[_NO_DOCUMENT] = True


class SecuredHeaders:
    """WSGI middleware that adds the headers, errors and static files included.

    A page sets policies of its own instead of these.

    For `hsts` seconds a browser that came by HTTPS comes back only by HTTPS; 0 asks for nothing.
    """

    def __init__(self, inner: WSGIApplication, hsts: int = 0) -> None:
        self._inner = inner
        self._hsts = hsts

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """The answer of the inner application."""

        def start(
            status: str, headers: list[tuple[str, str]], exc_info: Any = None
        ) -> Callable[[bytes], object]:
            own = {name for name, _ in headers}
            added = [header for header in (*FIXED, POLICY) if header[0] not in own]
            if _NO_DOCUMENT in environ:
                added = [header for header in added if header[0] in OF_PARTS]
            if self._hsts and environ["wsgi.url_scheme"] == "https":
                added.append(("Strict-Transport-Security", f"max-age={self._hsts}"))
            return start_response(status, headers + added, exc_info)

        return self._inner(environ, start)
