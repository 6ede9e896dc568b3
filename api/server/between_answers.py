"""Garbage is looked for once an answer has gone out, so that nobody waits for it."""

from __future__ import annotations

import gc
from collections.abc import Iterable
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

from werkzeug.wsgi import ClosingIterator

from api.server.garbage import OFTEN

BETWEEN = 5_000
"""Young values from which on it looks between two answers: that takes less than a millisecond."""

AT_LAST = 500_000
"""Young values after which it looks in the middle of an answer, as there is no end of answers."""


class LooksBetween:
    """A WSGI application whose process looks for garbage once an answer has gone out.

    In the middle of one it would take up to 20 ms.
    """

    def __init__(self, inner: WSGIApplication) -> None:
        self._inner = inner
        gc.set_threshold(AT_LAST, *OFTEN[1:])

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """The answer of the inner application."""
        return ClosingIterator(self._inner(environ, start_response), _look)


def _look() -> None:
    young, middle, old = gc.get_count()
    if young >= BETWEEN:
        gc.collect(0 if middle < OFTEN[1] else 1 if old < OFTEN[2] else 2)
