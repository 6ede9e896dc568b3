"""The replay in a bundle: a table to look at, the journal beside it, and a button that plays."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser import shelf
from tests.browser.chromium import PHONE
from tests.browser.house import House, Table

SCREEN = {"width": 1280, "height": 720}

GAMES: dict[str, tuple[Callable[[House], Table], str]] = {
    "napoleon1815": (shelf.campaign, "french"),
    "napoleonic_empire": (shelf.europe, "french"),
    "eagles_waterloo": (shelf.over, "french"),
    "napoleonic_wars": (shelf.wars, "fr"),
}

MACHINERY = re.compile(r"[Cc]hance was called|public chain|token|[0-9a-f]{8}|_|\bversion\b")
"""What belongs to the log, and no player has to read."""

QUICK = 1500
"""Milliseconds in which the fastest play has shown some positions."""


@pytest.fixture(params=GAMES)
def file(request: pytest.FixtureRequest, house: House, browser: Browser, tmp_path: Path) -> Path:
    """The replay of a game as one of its seats has it, as a file on a disk."""
    made, seat = GAMES[request.param]
    table = made(house)
    context = browser.new_context()
    bundle = context.request.get(
        f"{table.address}/api/v1/games/{table.id}/bundle",
        headers={"Authorization": f"Bearer {table.tokens[seat]}"},
        fail_on_status_code=True,
    )
    with zipfile.ZipFile(io.BytesIO(bundle.body())) as parts:
        [name] = [it for it in parts.namelist() if it.endswith("replay.html")]
        replay = tmp_path / "replay.html"
        replay.write_bytes(parts.read(name))
    context.close()
    return replay


@pytest.fixture
def opened(browser: Browser, file: Path) -> Iterator[Callable[..., Page]]:
    """Opens the file in a window of a size, and finds no complaint of its script."""
    complaints: list[str] = []
    contexts = []

    def open_(**options: object) -> Page:
        context = browser.new_context(**options)  # type: ignore[arg-type]
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto(file.as_uri())
        return page

    yield open_
    for context in contexts:
        context.close()
    assert complaints == []


@pytest.mark.sampled(2)
def test_it_plays_the_story_until_it_is_paused(opened: Callable[..., Page]) -> None:
    page = opened(viewport=SCREEN)
    slider, news = page.locator("#slider"), page.locator("#news")
    assert slider.input_value() == "0"
    page.get_by_label("Pace").select_option("4")
    page.get_by_role("button", name="Play").click()
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    page.wait_for_timeout(QUICK)
    page.get_by_role("button", name="Pause").click()
    stopped = int(slider.input_value())
    assert stopped > 2
    page.wait_for_timeout(QUICK)
    assert int(slider.input_value()) == stopped
    told = page.locator("#story .told span").all_text_contents()
    assert any(news.inner_text().endswith(sentence) for sentence in told)


def test_it_ends_with_the_last_position_and_begins_again(opened: Callable[..., Page]) -> None:
    page = opened(viewport=SCREEN)
    slider = page.locator("#slider")
    last = int(slider.get_attribute("max") or 0)
    page.evaluate(
        "(it) => { const slider = document.getElementById('slider'); slider.value = it;"
        " slider.dispatchEvent(new Event('input')); }",
        last - 1,
    )
    page.get_by_label("Pace").select_option("4")
    page.get_by_role("button", name="Play").click()
    expect(page.get_by_role("button", name="Play")).to_be_visible()
    assert int(slider.input_value()) == last
    page.get_by_role("button", name="Play").click()
    page.get_by_role("button", name="Pause").click()
    assert int(slider.input_value()) < 3


def test_what_it_tells_is_the_journal_and_not_the_log(opened: Callable[..., Page]) -> None:
    page = opened(viewport=SCREEN)
    told = page.locator("#story .told").all_text_contents()
    assert told and not [it for it in told if MACHINERY.search(it)]
    assert page.locator("h1, #position").all_text_contents() != []
    assert not MACHINERY.search(" ".join(page.locator("h1, #position").all_text_contents()))
    # Event by event all of it is there for who looks for it, and folded until then.
    assert page.locator("#events li").count() > len(told)
    assert not page.locator("#events li").first.is_visible()


def test_it_says_when_it_is_as_the_table_does(opened: Callable[..., Page]) -> None:
    """Phases by their names, and no turn before the first one."""
    told = opened(viewport=SCREEN).evaluate("frames.map(positionText)")
    assert [it for it in told if re.search(r"\bTurn 0\b|\bdeploy\b|_", it)] == []


def test_places_are_called_by_their_names(opened: Callable[..., Page]) -> None:
    names = opened(viewport=SCREEN).locator("svg.picture .name").all_text_contents()
    assert len(names) > 5
    assert [it for it in names if "_" in it or it[0].islower()] == []


@pytest.mark.parametrize("size", [SCREEN, PHONE], ids=["desktop", "phone"])
def test_map_news_and_controls_are_seen_together(
    opened: Callable[..., Page], size: dict[str, int]
) -> None:
    page = opened(viewport=size)
    seen = []
    for part in ("#map", "#news", "#controls"):
        box = page.locator(part).bounding_box()
        assert box is not None
        assert box["x"] >= 0 and box["x"] + box["width"] <= size["width"], part
        assert box["y"] >= 0 and box["y"] + box["height"] <= size["height"], part
        seen.append(box)
    for above, below in pairwise(seen):
        assert above["y"] + above["height"] <= below["y"] + 1
    assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]


def test_it_is_dark_for_who_prefers_that(opened: Callable[..., Page]) -> None:
    grounds = [
        opened(viewport=SCREEN, color_scheme=scheme).evaluate(
            "getComputedStyle(document.body).backgroundColor"
        )
        for scheme in ("light", "dark")
    ]
    assert grounds[0] != grounds[1]


LETTERS = """
() => [...document.querySelectorAll("#map .name")]
  .map((it) => parseFloat(getComputedStyle(it).fontSize) * it.getScreenCTM().d)
"""
"""Pixels of the letters of names."""

IN_SIGHT = """
() => {
  const box = document.getElementById("map").getBoundingClientRect();
  const found = [...document.querySelectorAll("#map .changed .plate, #map .changed .mark")]
    .map((it) => it.getBoundingClientRect()).filter((it) => it.width);
  const inside = found.filter((it) => it.right > box.left && it.left < box.right
    && it.bottom > box.top && it.top < box.bottom);
  return [found.length, inside.length];
}
"""
"""How many signs have changed on the map, and how many of them are seen."""

READ = 9
"""Pixels of letters that are read with ease at arm's length."""


@pytest.mark.parametrize("size", [SCREEN, PHONE], ids=["desktop", "phone"])
def test_names_are_read_and_the_map_is_seen_nearer_farther_and_whole(
    opened: Callable[..., Page], size: dict[str, int]
) -> None:
    page = opened(viewport=size)
    picture, box = page.locator("#map > svg"), page.locator("#map")
    # The map is given its size with the first picture of the page.
    expect(picture).to_have_attribute("style", re.compile("width"))
    assert min(page.evaluate(LETTERS)) >= READ

    def width() -> float:
        found = picture.bounding_box()
        assert found is not None
        return found["width"]

    begun = width()
    page.get_by_role("button", name="Larger map").click()
    assert width() > begun
    page.get_by_role("button", name="Smaller map").click()
    assert width() == pytest.approx(begun, abs=1)
    page.get_by_role("button", name="Whole map").click()
    assert box.evaluate(
        "(it) => it.scrollWidth <= it.clientWidth && it.scrollHeight <= it.clientHeight"
    )
    assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]


@pytest.mark.sampled(2)
def test_what_has_changed_comes_into_sight(opened: Callable[..., Page]) -> None:
    page = opened(viewport=PHONE)
    for _ in range(5):
        page.get_by_role("button", name="Larger map").click()
    changes = 0
    for _ in range(30):
        page.locator("#next-order").click()
        changed, seen = page.evaluate(IN_SIGHT)
        changes += changed > 0
        assert not changed or seen
    assert changes
