"""Forms of the site, filled in wrongly in a browser: what is wrong stands beside the field."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.chromium import Window
from tests.browser.house import House
from tests.browser.pages import PAGES

MARK = "Grouchy marches to the guns"

WITH_FORMS = (
    "own-desk",
    "desk-settings",
    "sign-in",
    "press",
    "disputes",
    "people",
    "clock-referee",
)
"""Pages with forms in which something is typed."""

FORMS = """
  [...document.querySelectorAll("form[method=post]")].map((form, number) => ({
    number,
    typed: [...form.elements].filter((it) => it.checkVisibility?.({ checkOpacity: true })
      && it.name && it.matches("input:not([type]), input[type=text], input[type=email], textarea")
      && !["link", "token", "key"].includes(it.name)).map((it) => it.name),
  })).filter((it) => it.typed.length)
"""
"""The forms of a page with something to be typed in, by their numbers."""

VALUES = """
  (it, names) => names.map((name) => [...it.closest("form").elements]
    .find((field) => field.name === name).value)
"""
"""What stands in the fields of the form with a sentence in it."""

SENDS = """
  ({ number, mark }) => {
    const form = document.querySelectorAll("form[method=post]")[number];
    for (const it of form.elements) {
      if (it.matches("input:not([type]), input[type=text], input[type=email], textarea")) {
        it.value = mark.repeat(200);
      }
    }
    form.noValidate = true;
    form.requestSubmit();
  }
"""
"""Fills a form with words that are too long, as one might paste them, and sends it."""


def test_what_is_wrong_with_a_form_stands_beside_its_field(
    house: House, open_window: Callable[..., Window]
) -> None:
    window, tried = open_window(), 0
    window.expect("status of 4")
    page = window.page
    for name in WITH_FORMS:
        shown = PAGES[name](house)
        shown.open(page, house.address)
        for form in page.evaluate(FORMS):
            _open_again(page, shown, house)
            with page.expect_navigation():
                page.evaluate(SENDS, {"number": form["number"], "mark": MARK})
            wrong = page.locator(".wrong-field, .why").first
            if not page.locator("[role=alert]").first.is_visible():
                continue  # it was taken as it is
            tried += 1
            expect(wrong, f"{name}: {form}").to_be_visible()
            field = page.locator(f"[aria-describedby~='{wrong.get_attribute('id')}']")
            expect(field).to_have_count(1)
            values = wrong.evaluate(VALUES, form["typed"])
            assert all(MARK in it for it in values), f"{name}: {form}: {values}"
    assert tried > 5


def _open_again(page: Page, shown: object, house: House) -> None:
    page.goto(f"{house.address}{shown.path}")  # type: ignore[attr-defined]
