"""The first game is played by hand: each of its prompts is reached, and does what it says."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from napoleon.rules.contract import Ruleset
from napoleon.rules.lessons import Step
from napoleon.rulesets.napoleon1815 import RULES as NAPOLEON_1815
from napoleon.rulesets.napoleonic_wars import RULES as NAPOLEONIC_WARS
from tests.browser.chromium import Window
from tests.browser.house import House
from tests.patience import PATIENCE

MILLISECONDS = 1000 * PATIENCE


def parts(shared: Mapping[str, Any], path: tuple[str, ...] = ()) -> Iterator[tuple[str, int]]:
    """The rows of plus and minus, by the paths that they are known by, with what each gets."""
    for name, value in shared.items():
        if isinstance(value, Mapping):
            yield from parts(value, (*path, name))
        else:
            yield " ".join((*path, name)), value


def share_out(page: Page, shared: Mapping[str, Any]) -> None:
    """Click plus until each has what the prompt says, and give it."""
    for path, wanted in parts(shared):
        row = page.locator("#orders .shares li", has=page.locator(f"[data-step='{path} 1']"))
        for _ in range(wanted - int(row.locator("output").inner_text())):
            row.locator(f"[data-step='{path} 1']").click()
        expect(row.locator("output")).to_have_text(str(wanted))
    page.locator("#orders .chooser .ready").click()


def follow(page: Page, step: Step) -> None:
    """Do what the prompt of a step says, which is shown by now."""
    shared = [it for it in step.order.values() if isinstance(it, Mapping)]
    if shared and page.locator("#orders .shares").is_visible():
        share_out(page, shared[0])
        return
    prompt = page.locator("aside.lesson").inner_text()
    [words] = re.findall("Your order: “(.+?)”", prompt)
    orders = page.locator("#orders button[name=order]")
    does = page.locator(".does", has_text=re.compile(f"^{re.escape(words)}$"))
    # Where only a number is chosen, that is all that can be read on the button.
    button = orders.filter(has=does).or_(page.locator(f"#orders [aria-label='{words}']")).first
    closed = button.locator("xpath=ancestor::details[not(@open)]/summary")
    if closed.count():
        closed.click()
    seals = button.get_attribute("data-final") is not None
    button.click()
    if seals:
        page.get_by_role("dialog").get_by_role("button", name="Give the order").click()


@pytest.mark.parametrize("rules", [NAPOLEON_1815, NAPOLEONIC_WARS], ids=lambda it: it.name)
def test_the_first_game_is_followed_to_its_end(
    house: House, open_window: Callable[..., Window], rules: Ruleset
) -> None:
    assert rules.lesson is not None
    steps, end = rules.lesson.steps, (rules.lesson.end or rules.lesson.done).text
    page = open_window(viewport={"width": 1280, "height": 720}).page
    page.goto(house.address)
    page.get_by_role("button", name=f"Play your first game: {rules.title}").click()
    # Before the script is there, orders are sent as forms, and asked about on a page of its own.
    page.locator("#live[data-state]").wait_for()
    prompt = page.locator("aside.lesson")
    for step, after in zip(steps, [*(it.text.text for it in steps[1:]), end], strict=True):
        # The bot may be asked in between.
        expect(prompt).to_contain_text(step.text.text, timeout=MILLISECONDS)
        # Where none of the player's cards fits, they are not asked.
        said = prompt.inner_text()
        if "Your order:" in said and after not in said:
            follow(page, step)
    expect(prompt).to_contain_text(end, timeout=MILLISECONDS)


def test_the_first_lesson_is_nine_clicks(house: House, open_window: Callable[..., Window]) -> None:
    lesson = NAPOLEON_1815.lesson
    assert lesson is not None
    assert lesson.end is not None
    page = open_window(viewport={"width": 360, "height": 740}).page
    page.goto(house.address)
    page.get_by_role("button", name="Play your first game", exact=True).click()
    page.locator("#live[data-state]").wait_for()
    prompt, clicks = page.locator("aside.lesson"), 0
    give = prompt.get_by_role("button", name="Give this order")
    end = prompt.get_by_role("link", name="See the battle")
    while True:
        # The bot may be asked in between.
        expect(give.or_(end)).to_be_visible(timeout=MILLISECONDS)
        if end.is_visible():
            break
        told = prompt.inner_text()
        give.click()
        clicks += 1
        expect(prompt).not_to_have_text(told, timeout=MILLISECONDS)
        expect(page.locator("dialog.confirm")).to_have_count(0)
    assert clicks == 9
    expect(prompt).to_contain_text(lesson.end.text)
    end.click()
    expect(page.get_by_role("heading", name="Quatre-Bras").first).to_be_visible()
