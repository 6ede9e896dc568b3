"""A browser, a service for it to look at, and windows; all skip where no browser is installed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager

import pytest
from playwright.sync_api import Browser

from tests.browser.chromium import Profiles, Window, installed, running_browser
from tests.browser.house import House, Table, running_house
from tests.browser.shelf import MAKERS


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """The browser that is installed."""
    if installed() is None:
        pytest.skip("No Chromium is installed, and CHROMIUM names none.")
    with running_browser() as browser:
        yield browser


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """The service as it is run, with a store that all tests share."""
    with running_house(tmp_path_factory.mktemp("house")) as house:
        yield house


@pytest.fixture(scope="session")
def shelf(house: House) -> Callable[[str], Table]:
    """Gives the game of a ruleset that is only looked at."""
    return lambda ruleset: MAKERS[ruleset](house)


@pytest.fixture(scope="session")
def profiles(browser: Browser) -> Profiles:
    """What windows of the browser are opened with."""
    return Profiles(browser)


@contextmanager
def telling(house: House) -> Iterator[None]:
    """Let a complaint of a browser come with what the service has written about it."""
    before = len(house.server.errors())
    try:
        yield
    except AssertionError as error:
        error.add_note(f"The service wrote: {house.server.errors()[before:]}")
        raise


@pytest.fixture
def open_window(profiles: Profiles, house: House) -> Iterator[Callable[..., Window]]:
    """Opens windows, which are closed in the end; see `Window` for what then fails a test."""
    with telling(house), ExitStack() as closing:

        def open_(**options: object) -> Window:
            window = Window(profiles, house.address, **options)
            closing.callback(window.close)
            return window

        yield open_


@pytest.fixture
def window(open_window: Callable[..., Window]) -> Window:
    """A window on a desktop."""
    return open_window()
