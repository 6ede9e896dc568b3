"""How many bytes a page takes for somebody who comes with an empty cache."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser.chromium import Profiles, Window
from tests.browser.house import House, running_house
from tests.browser.pages import PAGES

MOST = 30_000
"""Bytes of all answers with their headers, without fonts."""

NAMES = ("own-desk", "lobby")
"""A desk with four games, and the lobby with these and one more."""


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A service of its own: other tests leave games in the lobby of theirs."""
    with running_house(tmp_path_factory.mktemp("alone")) as house:
        for name in NAMES:
            PAGES[name](house)
        yield house


def weighed(page: Page, address: str) -> dict[str, int]:
    """Bytes of every answer that a page needs, by its address under that of the service."""
    session = page.context.new_cdp_session(page)
    asked: dict[str, str] = {}
    weights: dict[str, int] = {}

    def answered(event: dict[str, Any]) -> None:
        asked[event["requestId"]] = event["response"]["url"]

    def loaded(event: dict[str, Any]) -> None:
        where = asked.get(event["requestId"], "")
        if where.startswith(address) and ".woff" not in where:
            weights[where.removeprefix(address)] = int(event["encodedDataLength"])

    session.on("Network.responseReceived", answered)
    session.on("Network.loadingFinished", loaded)
    session.send("Network.enable")
    session.send("Network.clearBrowserCache")
    page.reload()
    page.wait_for_timeout(500)  # what scripts ask for when they have started
    return weights


@pytest.mark.parametrize("name", NAMES)
def test_a_page_is_light(alone: House, profiles: Profiles, name: str) -> None:
    window = Window(profiles, alone.address)
    PAGES[name](alone).open(window.page, alone.address)
    maps = window.page.locator("svg.mini")
    assert maps.count() == {"own-desk": 4, "lobby": 5}[name]
    weights = weighed(window.page, alone.address)
    window.close()
    kinds = {it.partition("?")[0].rpartition(".")[2] for it in weights}
    assert {"css", "js"} <= kinds and {"/", "/desk"} & weights.keys()
    assert sum(weights.values()) <= MOST, sorted(weights.items(), key=lambda it: -it[1])
