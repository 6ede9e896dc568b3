"""A service, browsers, and the worker that sends mails."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.api.conftest import desk_at
from tests.api.desk import Desk
from tests.clocks import Clock
from tests.people.walks import Worker
from tests.web.browser import Browser


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def desk(tmp_path: Path, clock: Clock) -> Desk:
    """A service with the toy ruleset."""
    return desk_at(tmp_path, clock=clock)


@pytest.fixture
def worker(desk: Desk) -> Worker:
    """Its worker, without a mail server."""
    return Worker(desk)


@pytest.fixture
def make_browser(desk: Desk) -> Callable[..., Browser]:
    """Makes browsers, each with cookies of its own."""
    return lambda **options: Browser(desk.app, **options)


@pytest.fixture
def browser(make_browser: Callable[..., Browser]) -> Browser:
    """Somebody's browser."""
    return make_browser()
