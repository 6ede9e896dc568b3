"""The position as a text: it follows the slider, and is copied as it is shown."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.chair import Chair
from tests.browser.chromium import Window
from tests.browser.house import Table
from tests.browser.shelf import RULESETS


@pytest.mark.parametrize("ruleset", RULESETS)
def test_the_text_that_is_shown_is_copied(
    shelf: Callable[[str], Table], window: Window, ruleset: str
) -> None:
    window.context.grant_permissions(["clipboard-read", "clipboard-write"])
    chair = Chair(window, shelf(ruleset), "french").sit()
    page, newest = chair.page, chair.version
    page.get_by_role("tab", name="Text").click()
    page.locator("#text summary").click()
    lines, copy = page.locator("#text-lines"), page.locator("#text [data-copy]")
    now = lines.text_content()
    copy.click()
    expect(copy).to_have_text("Copied")
    assert page.evaluate("navigator.clipboard.readText()") == now
    copy.focus()
    page.keyboard.press("<")
    expect(page.locator("body")).not_to_have_attribute("data-at", str(newest))
    expect(lines).to_be_visible()
    assert lines.text_content() != now
    copy.click()
    expect(copy).to_have_text("Copied")
    assert page.evaluate("navigator.clipboard.readText()") == lines.text_content()


def test_without_a_script_it_is_read_and_kept(
    shelf: Callable[[str], Table], open_window: Callable[..., Window]
) -> None:
    page = open_window(java_script_enabled=False).page
    page.goto(shelf("napoleon1815").page)
    page.locator("#text summary").click()
    expect(page.locator("#text-lines")).to_contain_text("Position of napoleon1815")
    expect(page.locator("#text [data-copy]")).to_be_hidden()
    with page.expect_download() as kept:
        page.get_by_role("link", name="Download").click()
    assert kept.value.path().read_text(encoding="utf-8") == (
        page.locator("#text-lines").text_content()
    )
