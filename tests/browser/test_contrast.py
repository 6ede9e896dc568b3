"""What is written on the maps can be read: its colour against its ground, by day and by night."""

from __future__ import annotations

from io import BytesIO
from statistics import median
from typing import Any

import pytest
from PIL import Image
from playwright.sync_api import Page, expect

from tests.browser.chromium import Window
from tests.browser.house import House
from tests.browser.pages import PAGES
from tests.picture.test_style import contrast

WRITTEN = """
() => {
  const seen = document.querySelector("#map .map:not([hidden])").getBoundingClientRect();
  return [...document.querySelectorAll("#map .map:not([hidden]) svg text")]
    .filter((it) => it.checkVisibility() && it.textContent.trim())
    .map((it) => {
      const style = getComputedStyle(it);
      const { left, top, right, bottom } = it.getBoundingClientRect();
      let shines = Number(style.fillOpacity);
      for (let up = it; up; up = up.parentElement) shines *= Number(getComputedStyle(up).opacity);
      const isHaloed = style.paintOrder.startsWith("stroke") && style.stroke !== "none"
        && parseFloat(style.strokeWidth) >= 3;
      return {
        words: it.textContent, fill: style.fill, shines, halo: isHaloed ? style.stroke : null,
        size: parseFloat(style.fontSize) * it.getScreenCTM().d,
        bold: Number(style.fontWeight) >= 700,
        box: [left, top, right, bottom],
        name: it.getAttribute("class") ?? it.parentElement.getAttribute("class"),
      };
    })
    .filter(({ box: [left, top, right, bottom] }) => (
      left >= seen.left && top >= seen.top && right <= seen.right && bottom <= seen.bottom));
}
"""
"""What is written on the board that is seen: colour, halo, pixels of its letters, where it is."""

SHOW = """
(visibility) => {
  for (const it of document.querySelectorAll("#map svg text")) it.style.visibility = visibility;
}
"""

LARGE, LARGE_AND_BOLD = 24.0, 18.66
"""Pixels from which letters are large, as WCAG has it: 3 to 1 is enough for them."""

GAMES = ("game-1815", "game-empire", "game-columbia", "game-wars")

Colour = tuple[int, int, int]


def colour(said: str) -> Colour:
    """Of ``rgb(1, 2, 3)``."""
    red, green, blue = (int(it) for it in said.removeprefix("rgb(").rstrip(")").split(","))
    return red, green, blue


def written(it: Colour) -> str:
    return "#" + "".join(f"{part:02x}" for part in it)


def ground(picture: Image.Image, it: dict[str, Any]) -> Colour:
    """What most of the ground is like on which something is written."""
    if it["halo"]:
        return colour(it["halo"])
    left, top, right, bottom = map(round, it["box"])
    # Letters stand in the middle of what they are written on.
    width, height = right - left, bottom - top
    box = (left + width // 5, top + height // 4, right - width // 5, bottom - height // 4)
    part = picture.crop((box[0], box[1], max(box[0] + 1, box[2]), max(box[1] + 1, box[3])))
    raw = part.tobytes()
    red, green, blue = (round(median(raw[start::3])) for start in range(3))
    return red, green, blue


@pytest.mark.parametrize("name", GAMES)
def test_all_that_is_written_on_a_map_is_told_from_its_ground(
    house: House, window: Window, name: str
) -> None:
    page = window.page
    PAGES[name](house).open(page, house.address)
    expect(page.locator("#map svg text").first).to_be_attached()
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        assert too_faint(page) == [], scheme


def too_faint(page: Page) -> list[tuple[Any, ...]]:
    """What is written and too like its ground: what it is, its words, its contrast, its colours."""
    page.evaluate(SHOW, "")
    found = page.evaluate(WRITTEN)
    assert len(found) > 20
    page.evaluate(SHOW, "hidden")
    picture = Image.open(BytesIO(page.screenshot())).convert("RGB")
    faint = []
    for it in found:
        under, ink = ground(picture, it), colour(it["fill"])
        seen: Colour = tuple(  # type: ignore[assignment]
            round(part * it["shines"] + below * (1 - it["shines"]))
            for part, below in zip(ink, under, strict=True)
        )
        large = it["size"] >= (LARGE_AND_BOLD if it["bold"] else LARGE)
        told = contrast(written(seen), written(under))
        if told < (3 if large else 4.5):
            faint.append((it["name"], it["words"], round(told, 2), written(seen), written(under)))
    return faint
