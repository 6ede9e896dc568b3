"""A web server that cannot start says why in a line, not with a traceback."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from gunicorn.errors import AppImportError

from napoleon.environment import BadSetting


@contextmanager
def server_that_fails_in_a_line() -> Iterator[None]:
    """In the process that starts the others: a BadSetting ends it."""
    try:
        yield
    except BadSetting as error:
        raise SystemExit(_line(error)) from None


@contextmanager
def worker_that_fails_in_a_line() -> Iterator[None]:
    """In one that loads the application: a BadSetting ends the whole server.

    If it ended in any other way, it would be started again, for ever.
    """
    try:
        yield
    except BadSetting as error:
        raise AppImportError(_line(error)) from None


def _line(error: BadSetting) -> str:
    return f"The server cannot start: {error}."
