"""Places: how much may go on at once in one process.

A live stream takes a place for as long as it is open; an audit, a bundle or a picture in pixels
while it is made.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from threading import Lock

from flask import Flask, current_app

from api.http.problems import Problem
from api.http.protection import client

_EXTENSION = "napoleon-places"

RETRY_AFTER = 5
"""Seconds after which a place may be free again."""


class Places:
    """A number of places for each key; None for any number."""

    def __init__(self, most: int | None) -> None:
        self._most = most
        self._taken: Counter[str] = Counter()
        self._lock = Lock()

    def take(self, key: str) -> Callable[[], None] | None:
        """Take a place; None if there is none left.

        The result gives it back. It may be called more than once, and by any thread.
        """
        with self._lock:
            if self._most is not None and self._taken[key] >= self._most:
                return None
            self._taken[key] += 1
        held = [key]

        def give_back() -> None:
            with self._lock:
                if held:
                    self._taken[held.pop()] -= 1
                    self._taken += Counter()  # forget those that hold none

        return give_back


def register(app: Flask, at_once: Mapping[str, int | None]) -> None:
    """Give `app` these places, by name."""
    app.extensions[_EXTENSION] = {name: Places(most) for name, most in at_once.items()}


def take_stream() -> Callable[[], None]:
    """A place for a live stream of the client; the result gives it back, when the stream is closed.

    Raises Problem 429 ``TOO_MANY_STREAMS`` if too many of its address are open in this process.
    """
    if client.is_exempt():
        return lambda: None
    give_back = _places("streams_at_once").take(client.address())
    if give_back is None:
        raise Problem(
            "TOO_MANY_STREAMS",
            "Too many live streams are open from your address; close one of them first.",
            headers={"Retry-After": str(RETRY_AFTER)},
        )
    return give_back


@contextmanager
def expensive() -> Iterator[None]:
    """While something expensive is made. Raises Problem 503 ``BUSY`` if enough already is."""
    give_back = _places("expensive_at_once").take("")
    if give_back is None:
        raise Problem(
            "BUSY",
            "The service is busy with audits, bundles and pictures; ask again in a moment.",
            headers={"Retry-After": str(RETRY_AFTER)},
        )
    try:
        yield
    finally:
        give_back()


def _places(name: str) -> Places:
    found: Places = current_app.extensions[_EXTENSION][name]
    return found
