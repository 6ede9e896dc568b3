"""The first game is played by hand: each of its prompts is reached, and does what it says."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from time import monotonic, sleep
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from napoleon.rules.contract import Ruleset
from napoleon.rules.lessons import Step
from napoleon.rulesets.eagles_waterloo import RULES as EAGLES_WATERLOO
from napoleon.rulesets.napoleon1815 import RULES as NAPOLEON_1815
from napoleon.rulesets.napoleon_columbia import RULES as NAPOLEON_COLUMBIA
from napoleon.rulesets.napoleonic_empire import RULES as NAPOLEONIC_EMPIRE
from napoleon.rulesets.napoleonic_wars import RULES as NAPOLEONIC_WARS
from tests.browser.chromium import PHONE, Window
from tests.browser.house import House
from tests.patience import PATIENCE

MILLISECONDS = 1000 * PATIENCE

GAMES = (NAPOLEON_1815, NAPOLEONIC_WARS, NAPOLEONIC_EMPIRE, NAPOLEON_COLUMBIA, EAGLES_WATERLOO)

OF_FEW_ORDERS = (NAPOLEONIC_EMPIRE, NAPOLEON_COLUMBIA, EAGLES_WATERLOO)

COVERED = """
(it) => {
  const { left, top, right, bottom } = it.getBoundingClientRect();
  const seen = (x, y) => {
    const hit = document.elementFromPoint(x, y);
    return it === hit || it.contains(hit) || hit?.contains(it) && hit.closest("aside.lesson");
  };
  const inside = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
  return !(inside && seen((left + right) / 2, (top + bottom) / 2));
}
"""
"""Whether something is out of sight, or something else lies over it."""


def comes_into_sight(locator: Locator) -> None:
    """Wait until something is in sight, as a page that is being changed has it twice or not."""
    deadline = monotonic() + PATIENCE
    while locator.evaluate(COVERED):
        assert monotonic() < deadline, "it is out of sight, or covered"
        sleep(0.1)


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
    button = (
        orders.filter(has=does).or_(page.locator(f"#orders [aria-label={json.dumps(words)}]")).first
    )
    if not button.count():
        # Very many orders are not listed as buttons, and pieces that march together have none of
        # their own; the lesson has one for what it wants.
        page.locator("aside.lesson button[name=order]").click()
        return
    closed = button.locator("xpath=ancestor::details[not(@open)]/summary")
    if closed.count():
        closed.click()
    seals = button.get_attribute("data-final") is not None
    button.click()
    if seals:
        page.get_by_role("dialog").get_by_role("button", name="Give the order").click()


@pytest.mark.sampled(2)
@pytest.mark.parametrize("rules", GAMES, ids=lambda it: it.name)
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


@pytest.mark.sampled(1)
@pytest.mark.parametrize("rules", OF_FEW_ORDERS, ids=lambda it: it.name)
def test_a_lesson_is_followed_on_a_phone(
    house: House, open_window: Callable[..., Window], rules: Ruleset
) -> None:
    """Each step begins in sight, its order is at hand, and the map is not covered."""
    assert rules.lesson is not None
    assert rules.lesson.end is not None
    page = open_window(viewport=PHONE, has_touch=True, is_mobile=True).page
    page.goto(house.address)
    page.locator(f"button[name=ruleset][value={rules.name}]").tap()
    page.locator("#live[data-state]").wait_for()
    prompt, give = page.locator("aside.lesson"), page.locator("aside.lesson button[name=order]")
    for step in rules.lesson.steps:
        expect(prompt).to_contain_text(step.text.text, timeout=MILLISECONDS)
        expect(give).to_be_enabled()
        comes_into_sight(page.locator("aside.lesson > strong"))
        comes_into_sight(give)
        table = page.locator("#map").bounding_box()
        assert table is not None
        assert table["height"] > PHONE["height"] / 4
        give.tap()
    expect(prompt).to_contain_text(rules.lesson.end.text, timeout=MILLISECONDS)
    comes_into_sight(page.locator("aside.lesson > strong"))


@pytest.mark.sampled(1)
@pytest.mark.parametrize("rules", OF_FEW_ORDERS, ids=lambda it: it.name)
def test_a_lesson_is_followed_without_a_script(
    house: House, open_window: Callable[..., Window], rules: Ruleset
) -> None:
    """The forms of every lesson are sent in ``tests/web/lessons``; here by a real browser."""
    assert rules.lesson is not None
    assert rules.lesson.end is not None
    page = open_window(viewport=PHONE, java_script_enabled=False).page
    page.goto(house.address)
    page.locator(f"button[name=ruleset][value={rules.name}]").click()
    wanted = [*(it.text.text for it in rules.lesson.steps), rules.lesson.end.text]
    for at, text in enumerate(wanted):
        # The bot answers in a while, and a page without a script is asked for again by hand.
        deadline = monotonic() + PATIENCE
        while text not in page.locator("aside.lesson").inner_text():
            assert monotonic() < deadline, text
            sleep(0.2)
            page.reload()
        if at < len(rules.lesson.steps):
            page.locator("aside.lesson button[name=order]").click()


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
