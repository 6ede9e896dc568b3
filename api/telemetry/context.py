"""What belongs to a whole request, and is in each of its lines."""

from __future__ import annotations

from collections.abc import Mapping
from contextvars import ContextVar

_NOTHING: Mapping[str, str] = {}

_noted: ContextVar[Mapping[str, str]] = ContextVar("noted", default=_NOTHING)


def noted() -> Mapping[str, str]:
    """What has been noted of the current request, by the names that lines give it."""
    return _noted.get()


def note(**facts: str) -> None:
    """Add `facts` to every line about the current request."""
    _noted.set({**_noted.get(), **facts})


def forget() -> None:
    """Note nothing any more: a request has ended, or another one begins."""
    _noted.set(_NOTHING)
