"""Each request: its id, its line in the log, and its metrics."""

from __future__ import annotations

import logging
import re
import secrets
import time
from collections.abc import Callable, Iterable
from typing import Any
from urllib.parse import quote
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from flask import Flask, request
from werkzeug.wsgi import ClosingIterator

from api.telemetry.logs import forget, note
from api.telemetry.metrics import REQUEST_SECONDS, REQUESTS

REQUEST_ID = "X-Request-Id"

_GIVEN_ID = re.compile(r"[0-9A-Fa-f-]{8,64}")
"""An id that comes with a request and is adopted, such as proxies make. No token looks like it."""

_ID_BYTES = 8

_LONGEST_SEGMENT = 31
"""A longer part of an address is not logged: a token, or the secret of one, is at least 32 long."""

_ROUTE = "napoleon.route"

_AFTERWARDS = "napoleon.afterwards"

_UNKNOWN = "unknown"

_METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})

_EVENT_STREAM = "text/event-stream"

_HEALTH = "/health"

_log = logging.getLogger(__name__)


class _Watched:
    """A request under way."""

    def __init__(self, environ: WSGIEnvironment) -> None:
        given = environ.get("HTTP_X_REQUEST_ID", "")
        self.id = given if _GIVEN_ID.fullmatch(given) else secrets.token_hex(_ID_BYTES)
        self.status = 500
        self.streams = False
        self._environ = environ
        environ[_AFTERWARDS] = []
        self._started = time.perf_counter()

    def end(self) -> None:
        """Report what has become of it."""
        seconds = time.perf_counter() - self._started
        for act in self._environ.pop(_AFTERWARDS, ()):
            try:
                act()
            except Exception:
                # The answer has gone out, and the report has to be made all the same.
                _log.exception("what was left to do after the answer failed")
        method = self._environ["REQUEST_METHOD"]
        method = method if method in _METHODS else _UNKNOWN
        route = self._environ.get(_ROUTE, _UNKNOWN)
        REQUESTS.labels(method, route, self.status).inc()
        if not self.streams:
            REQUEST_SECONDS.labels(method, route).observe(seconds)
        _log.log(
            logging.DEBUG if _HEALTH in route else logging.INFO,
            "request",
            extra={
                "method": method,
                "route": route,
                "path": _told(self._environ["PATH_INFO"]),
                "status": self.status,
                "ms": milliseconds(seconds),
            },
        )
        forget()


class WatchedRequests:
    """WSGI middleware that reports each request when its answer has ended."""

    def __init__(self, inner: WSGIApplication) -> None:
        self._inner = inner

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """The answer of the inner application."""
        watched = _Watched(environ)
        forget()
        note(request_id=watched.id)

        def start(
            status: str, headers: list[tuple[str, str]], exc_info: Any = None
        ) -> Callable[[bytes], object]:
            watched.status = int(status.split(maxsplit=1)[0])
            kinds = (value for name, value in headers if name.lower() == "content-type")
            watched.streams = any(kind.startswith(_EVENT_STREAM) for kind in kinds)
            return start_response(status, [*headers, (REQUEST_ID, watched.id)], exc_info)

        return ClosingIterator(self._inner(environ, start), watched.end)


def afterwards(act: Callable[[], object]) -> None:
    """Let `act` be called once the answer to this request has gone out, so that it need not wait.

    What is noted of the request is still known then. If it fails, that is logged and nothing else
    suffers. Without a process around it that watches requests, it is called now.
    """
    if (waiting := request.environ.get(_AFTERWARDS)) is None:
        act()
    else:
        waiting.append(act)


def watch(app: Flask) -> None:
    """Report every request to `app`, whatever answers it; to be called once all else is there."""
    app.url_value_preprocessor(_note_route)
    app.wsgi_app = WatchedRequests(app.wsgi_app)  # type: ignore[method-assign]


def milliseconds(seconds: float) -> float:
    """`seconds` as lines have them."""
    return round(seconds * 1000, 1)


def _note_route(_: str | None, values: dict[str, Any] | None) -> None:
    # Before anything that may refuse a request, so that what was refused is known too.
    if request.url_rule is not None:
        request.environ[_ROUTE] = request.url_rule.rule
        if values and "game_id" in values:
            note(game=_told(values["game_id"]))


def _told(path: str) -> str:
    """A path as it may be logged: whatever has been sent, it is one word without secrets."""
    segments = path.encode("latin-1", "replace").split(b"/")
    return "/".join(
        quote(segment) if len(segment) <= _LONGEST_SEGMENT else "…" for segment in segments
    )
