"""The page keeps what it was shown of the log, and says loudly if the log is another one later."""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from napoleon.record.tree import root
from tests.browser.chair import Chair
from tests.browser.chromium import Window
from tests.browser.house import Table
from tests.command_line.server import wait_until


def kept(page: Page, game: str) -> dict[str, Any] | None:
    found = page.evaluate("it => localStorage.getItem(it)", f"napoleon.record.{game}")
    return None if found is None else dict(json.loads(found))


def keep(page: Page, game: str, **checkpoint: object) -> None:
    page.evaluate(
        "([key, value]) => localStorage.setItem(key, value)",
        [f"napoleon.record.{game}", json.dumps(checkpoint)],
    )


def hashes(page: Page, game: str, size: int) -> list[bytes]:
    """The hashes of the first leaves, as anybody is told them."""
    origin = page.url.split("/games/")[0]
    found = [
        page.request.get(f"{origin}/api/v1/games/{game}/proof?version={version}&size={size}").json()
        for version in range(1, size + 1)
    ]
    return [bytes.fromhex(it["leaf_hash"]) for it in found]


def test_a_log_that_was_only_added_to_is_no_news(
    shelf: Callable[[str], Table], window: Window
) -> None:
    """From every size up to one beyond a power of two, and the newest."""
    table = shelf("napoleon1815")
    chair = Chair(window, table, None).sit()
    page, newest = chair.page, chair.version
    wait_until(lambda: kept(page, table.id) is not None, "the checkpoint to be kept")
    known = kept(page, table.id)
    assert known is not None
    assert known["size"] == newest
    leaves = hashes(page, table.id, 17)
    for size in (1, 2, 3, 4, 7, 8, 15, 16, 17):
        keep(page, table.id, size=size, root=b64encode(root(leaves[:size])).decode())
        page.reload()
        wait_until(lambda: (kept(page, table.id) or {}).get("size") == newest, f"size {size}")
        expect(page.locator("#broken-record")).to_have_count(0)


@pytest.mark.sampled(1)
@pytest.mark.parametrize("what", ["another root", "another newest", "more than there is"])
def test_another_log_is_told_loudly_until_that_is_accepted(
    shelf: Callable[[str], Table], window: Window, what: str
) -> None:
    table = shelf("napoleon1815")
    chair = Chair(window, table, None).sit()
    page, newest = chair.page, chair.version
    wait_until(lambda: kept(page, table.id) is not None, "the checkpoint to be kept")
    other = b64encode(bytes(32)).decode()
    size = {"another root": 9, "another newest": newest, "more than there is": newest + 1}[what]
    keep(page, table.id, size=size, root=other)
    for _ in range(2):
        page.reload()
        expect(page.locator("#broken-record")).to_be_visible()
        assert kept(page, table.id) == {"size": size, "root": other}, (
            "it is not healed out of sight"
        )
    page.get_by_role("button", name="Go on from what is there now").click()
    expect(page.locator("#broken-record")).to_have_count(0)
    page.reload()
    chair.shows(newest)
    expect(page.locator("#broken-record")).to_have_count(0)


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("status", "is_told"), [(404, True), (500, True), (429, False), (503, False)]
)
def test_a_service_that_denies_the_proof_is_told_of_and_one_that_is_away_is_not(
    shelf: Callable[[str], Table], window: Window, status: int, is_told: bool
) -> None:
    table = shelf("napoleon1815")
    page = Chair(window, table, None).sit().page
    wait_until(lambda: kept(page, table.id) is not None, "the checkpoint to be kept")
    known = {"size": 9, "root": b64encode(root(hashes(page, table.id, 9))).decode()}
    keep(page, table.id, **known)
    denial = json.dumps({"code": "DENIED", "detail": "There is no proof."})
    page.route("**/proof?*", lambda it: it.fulfill(status=status, body=denial))
    window.expect(f"status of {status}")
    with page.expect_response("**/proof?*"):
        page.reload()
    if is_told:
        expect(page.locator("#broken-record")).to_be_visible()
    else:
        page.wait_for_timeout(300)
        expect(page.locator("#broken-record")).to_have_count(0)
    assert kept(page, table.id) == known


def test_what_another_tab_keeps_meanwhile_is_no_alarm_and_stays(
    shelf: Callable[[str], Table], window: Window
) -> None:
    """The game has gone on after this tab had asked, and before it was answered."""
    table = shelf("napoleon1815")
    chair = Chair(window, table, None).sit()
    page, newer = chair.page, {"size": chair.version + 5, "root": b64encode(bytes(32)).decode()}
    wait_until(lambda: kept(page, table.id) is not None, "the checkpoint to be kept")
    key, value = json.dumps(f"napoleon.record.{table.id}"), json.dumps(json.dumps(newer))
    page.add_init_script(
        f"""
        const asked = window.fetch;
        window.fetch = async (address, options) => {{
          const answer = await asked(address, options);
          if (String(address).includes("/checkpoint")) {{
            localStorage.setItem({key}, {value});
            window.hasKept = true;
          }}
          return answer;
        }};
        """
    )
    page.reload()
    # Not wait_for_function: what it runs again and again, the page's own policy may refuse.
    wait_until(lambda: page.evaluate("window.hasKept === true"), "the answer to be kept")
    page.wait_for_timeout(300)
    expect(page.locator("#broken-record")).to_have_count(0)
    assert kept(page, table.id) == newer
