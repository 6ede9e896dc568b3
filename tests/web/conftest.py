"""The service with an embedded store, and browsers without scripts to look at its pages with."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from napoleon.rules.contract import Ruleset
from tests.api.conftest import desk_at
from tests.api.desk import Desk
from tests.web.browser import Browser


@pytest.fixture
def make_desk(tmp_path: Path) -> Callable[..., Desk]:
    """Makes services, each on an empty store of its own."""
    made: list[Desk] = []

    def make(rules: Ruleset | None = None, **options: Any) -> Desk:
        made.append(desk_at(tmp_path / str(len(made)), rules, **options))
        return made[-1]

    return make


@pytest.fixture
def desk(make_desk: Callable[..., Desk]) -> Desk:
    """A service with the toy ruleset."""
    return make_desk()


@pytest.fixture
def make_browser(desk: Desk) -> Callable[..., Browser]:
    """Makes browsers, each with cookies of its own."""
    return lambda **options: Browser(desk.app, **options)


@pytest.fixture
def browser(make_browser: Callable[..., Browser]) -> Browser:
    """Somebody's browser."""
    return make_browser()
