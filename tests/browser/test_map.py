"""The map of the page: what is painted on it, and how it is looked at."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable

import pytest
from PIL import Image, ImageChops
from playwright.sync_api import Locator, Page, expect

from tests.browser.chair import Chair
from tests.browser.chromium import PHONE, Window
from tests.browser.house import House, Table
from tests.browser.test_phone import LETTERS, READ
from tests.command_line.server import wait_until

LEAST_PAINTED = 0.4
"""Share of the box of a piece that the piece has to cover; a plate covers nearly all of it."""

ROOMY = {"width": 2200, "height": 1800}
"""Pixels in which the whole map is seen, and nothing lies upon it."""


@pytest.fixture
def foggy(house: House) -> Table:
    """Napoléon 1815 in fog of war, with pieces of both sides on the map."""
    return house.table(
        "a game in fog",
        "napoleon1815",
        "historical_invasion",
        players={"french": "Ney", "allied": "Arthur"},
        rules="grognard",
    )


def picture(map_: Locator) -> Image.Image:
    """The map as it is on the screen."""
    return Image.open(io.BytesIO(map_.screenshot())).convert("RGB")


def painted(map_: Locator) -> dict[str, float]:
    """By piece of the map the share of its box that would look different without any piece."""
    pieces = map_.locator(".plate")
    show = "(all, visibility) => { for (const it of all) it.style.visibility = visibility; }"
    with_pieces = picture(map_)
    pieces.evaluate_all(show, "hidden")
    difference = ImageChops.difference(with_pieces, picture(map_)).convert("L")
    pieces.evaluate_all(show, "visible")
    frame = map_.bounding_box()
    assert frame is not None
    found = {}
    for number, piece in enumerate(pieces.all()):
        box = piece.bounding_box()
        assert box is not None, "a piece has no box"
        left, top = box["x"] - frame["x"], box["y"] - frame["y"]
        corners = left, top, left + box["width"], top + box["height"]
        area = difference.crop(tuple(map(int, corners)))
        share = 1 - area.histogram()[0] / (area.width * area.height)
        found[f"{number}: {piece.get_attribute('class')}"] = share
    return found


def faint(found: dict[str, float]) -> dict[str, float]:
    """What of `painted` is hardly painted, of a map where some pieces are hidden and some seen."""
    assert any("unseen" in name for name in found), "nothing is hidden"
    assert any("unseen" not in name for name in found), "everything is hidden"
    return {name: share for name, share in found.items() if share < LEAST_PAINTED}


def test_every_piece_in_fog_of_war_is_painted(
    foggy: Table, open_window: Callable[..., Window]
) -> None:
    window = open_window(viewport=ROOMY)
    page = Chair(window, foggy, "french").sit().page
    page.get_by_role("button", name="Whole map").click()
    assert faint(painted(page.locator("#map svg.picture"))) == {}


def test_every_piece_in_fog_of_war_is_painted_in_the_replay(
    foggy: Table, open_window: Callable[..., Window]
) -> None:
    window = open_window(viewport=ROOMY)
    bundle = window.page.request.get(
        f"{foggy.address}/api/v1/games/{foggy.id}/bundle",
        headers={"Authorization": f"Bearer {foggy.tokens['french']}"},
        fail_on_status_code=True,
    )
    with zipfile.ZipFile(io.BytesIO(bundle.body())) as parts:
        [name] = [it for it in parts.namelist() if it.endswith("replay.html")]
        window.page.set_content(parts.read(name).decode())
    assert faint(painted(window.page.locator("#map svg.picture"))) == {}


PLACE = "ligny"
"""A place in the midst of the map."""

NEAR = 1.5
"""Pixels by which a point may be off."""


@pytest.fixture
def phone(open_window: Callable[..., Window]) -> Window:
    """A window on a phone."""
    return open_window(viewport=PHONE, has_touch=True, is_mobile=True)


class Map:
    """The map of a page, and what is seen of it."""

    def __init__(self, window: Window, table: Table) -> None:
        self.page: Page = Chair(window, table, "french").sit().page
        self.svg = self.page.locator("#map svg.picture")
        self.svg.scroll_into_view_if_needed()
        # At first the map shows what matters to its reader.
        self.page.get_by_role("button", name="Whole map").click()
        self.whole = self.seen()
        # The browser answers before a page has heard of the wheel, behind the map's own listener.
        self.page.evaluate(
            "() => { window.turned = 0; addEventListener('wheel', (it) => turned += it.deltaY); }"
        )

    def seen(self) -> tuple[float, float, float, float]:
        """Left, top, width and height of what is seen, in units of the picture."""
        left, top, width, height = (self.svg.get_attribute("viewBox") or "").split()
        return float(left), float(top), float(width), float(height)

    @property
    def times(self) -> float:
        """How many times larger than the whole map it is seen."""
        return self.whole[2] / self.seen()[2]

    def box(self) -> tuple[float, float, float, float]:
        """Left, top, width and height of the picture on the screen."""
        found = self.svg.bounding_box()
        assert found is not None
        return found["x"], found["y"], found["width"], found["height"]

    def at(self, across: float = 0.5, down: float = 0.5) -> tuple[float, float]:
        """A point of the screen, by shares of the box."""
        left, top, width, height = self.box()
        return left + across * width, top + down * height

    def place(self) -> tuple[float, float]:
        """Where the middle of `PLACE` is on the screen."""
        x, y = self.svg.locator(f"[data-place={PLACE}] .mark").evaluate(
            "it => { const { x, y, width, height } = it.getBoundingClientRect();"
            " return [x + width / 2, y + height / 2]; }"
        )
        return x, y

    def under(self, at: tuple[float, float]) -> tuple[float, float]:
        """What lies under a point of the screen, in units of the picture."""
        (left, top, width, height), (x, y, across, down) = self.box(), self.seen()
        return x + (at[0] - left) / width * across, y + (at[1] - top) / height * down

    def wheel(self, at: tuple[float, float], by: float) -> None:
        """Turn the wheel with Ctrl; upwards is a negative number."""
        self.page.mouse.move(*at)
        before = self.page.evaluate("() => turned")
        self.page.keyboard.down("Control")
        self.page.mouse.wheel(0, by)
        self.page.keyboard.up("Control")
        wait_until(
            lambda: bool(self.page.evaluate("() => turned") == before + by), "a turn of the wheel"
        )

    def drag(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        self.page.mouse.move(*start)
        self.page.mouse.down()
        self.page.mouse.move(*end, steps=5)
        self.page.mouse.up()

    def touch(self, *steps: list[tuple[float, float]]) -> None:
        """Put fingers down, move them from one of `steps` to the next, and lift them."""
        session = self.page.context.new_cdp_session(self.page)
        kinds = ("touchStart", *["touchMove"] * (len(steps) - 1), "touchEnd")
        for kind, fingers in zip(kinds, [*steps, []], strict=True):
            points = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(fingers)]
            session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    def shows_no_blank_paper(self) -> None:
        """Raises AssertionError if anything beyond the edges of the map is seen."""
        whole, seen = self.whole, self.seen()
        for axis in (0, 1):
            assert seen[axis] >= whole[axis] - 0.01
            assert seen[axis] + seen[axis + 2] <= whole[axis] + whole[axis + 2] + 0.01


def test_the_wheel_keeps_what_is_under_the_pointer(foggy: Table, window: Window) -> None:
    it = Map(window, foggy)
    scrolled = it.page.evaluate("scrollY")
    pointer = 500.0, 400.0
    before = it.under(pointer)
    for _ in range(3):
        it.wheel(pointer, -120)
    expect(it.page.locator("#map")).to_have_attribute("data-enlarged", "")
    assert it.times > 2
    assert it.under(pointer) == pytest.approx(before, abs=0.1)
    it.wheel(pointer, 120)
    assert it.under(pointer) == pytest.approx(before, abs=0.1)
    assert it.page.evaluate("scrollY") == scrolled


def test_the_wheel_alone_enlarges_the_map_where_there_is_no_page_to_scroll(
    foggy: Table, window: Window
) -> None:
    it = Map(window, foggy)
    assert it.page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    it.page.mouse.move(*it.at())
    it.page.mouse.wheel(0, -120)
    expect(it.page.locator("#map")).to_have_attribute("data-enlarged", "")
    assert it.times > 1.2


def test_the_wheel_alone_scrolls_a_page_that_is_longer_than_the_screen(
    foggy: Table, open_window: Callable[..., Window]
) -> None:
    it = Map(open_window(viewport={"width": 700, "height": 400}), foggy)
    it.page.get_by_role("button", name="Larger map").click()
    scrolled = it.page.evaluate("scrollY")
    it.page.mouse.move(*it.at())
    it.page.mouse.wheel(0, 100)
    wait_until(lambda: it.page.evaluate("scrollY") > scrolled, "the page to scroll")
    assert it.times == pytest.approx(1.5)


def test_buttons_and_keys_keep_the_centre(foggy: Table, window: Window) -> None:
    it = Map(window, foggy)
    left, top, width, height = it.whole
    centre = left + width / 2, top + height / 2

    def seen_centre() -> tuple[float, float]:
        left, top, width, height = it.seen()
        return left + width / 2, top + height / 2

    it.page.get_by_role("button", name="Larger map").click()
    assert it.times == pytest.approx(1.5)
    it.page.keyboard.press("+")
    assert it.times == pytest.approx(1.5**2)
    assert seen_centre() == pytest.approx(centre, abs=0.1)
    it.page.keyboard.press("ArrowRight")
    it.page.keyboard.press("ArrowUp")
    assert seen_centre()[0] > centre[0]
    assert seen_centre()[1] < centre[1]
    it.page.keyboard.press("-")
    assert it.times == pytest.approx(1.5)
    it.page.keyboard.press("0")
    assert it.seen() == pytest.approx(it.whole)
    it.page.keyboard.press("+")
    it.page.get_by_role("button", name="Whole map").click()
    assert it.seen() == pytest.approx(it.whole)
    it.page.get_by_role("button", name="Smaller map").click()
    assert it.seen() == pytest.approx(it.whole)


def test_the_map_is_dragged_up_to_its_edges(foggy: Table, window: Window) -> None:
    it = Map(window, foggy)
    it.wheel(it.place(), -400)
    before = it.place()
    middle = it.at()
    it.drag(middle, (middle[0] - 60, middle[1] - 40))
    assert it.place() == pytest.approx((before[0] - 60, before[1] - 40), abs=NEAR)
    for across, down in ((0, 0), (1, 0), (1, 1), (0, 1)):
        seen = None
        # As far as it goes.
        while seen != it.seen():
            seen = it.seen()
            it.drag(it.at(), it.at(across, down))
            it.shows_no_blank_paper()
    for _ in range(4):
        # Half way down, as what stands still on the page may lie over the rest of the map.
        it.wheel(it.at(0.1, 0.5), 150)
        it.shows_no_blank_paper()
    assert it.seen() == pytest.approx(it.whole)


def test_dragging_from_a_place_is_no_click_on_it(foggy: Table, window: Window) -> None:
    it = Map(window, foggy)
    it.wheel(it.place(), -400)
    x, y = it.place()
    it.drag((x, y), (x + 50, y + 30))
    assert "#" not in it.page.url
    expect(it.page.locator("tr.looked-at")).to_have_count(0)


def test_what_is_enlarged_stays_so_in_another_position(foggy: Table, window: Window) -> None:
    it = Map(window, foggy)
    it.wheel(it.place(), -400)
    seen = it.seen()
    it.page.locator("#previous").click()
    expect(it.page.locator("#past")).to_be_visible()
    assert it.seen() == pytest.approx(seen)


def test_a_place_that_gets_the_focus_is_seen(foggy: Table, window: Window) -> None:
    it = Map(window, foggy)
    it.wheel(it.at(0.02, 0.02), -1000)
    it.svg.locator(f"[data-place={PLACE}]").focus()
    assert it.place() == pytest.approx(it.at(), abs=NEAR)


def test_a_phone_shows_the_whole_map_and_enlarges_it_by_two_fingers(
    foggy: Table, phone: Window
) -> None:
    it = Map(phone, foggy)
    left, _, width, _ = it.box()
    assert left >= 0
    assert left + width <= PHONE["width"]
    assert it.page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    page_scale = it.page.evaluate("visualViewport.scale")
    x, y = before = it.place()
    it.touch([(x - 20, y), (x + 20, y)], [(x - 30, y), (x + 30, y)], [(x - 50, y), (x + 50, y)])
    assert it.times == pytest.approx(2.5, rel=0.02)
    assert it.place() == pytest.approx(before, abs=NEAR)
    assert it.page.evaluate("visualViewport.scale") == page_scale
    # One finger moves what is enlarged.
    it.touch([(x, y)], [(x + 10, y + 10)], [(x + 30, y + 20)])
    assert it.place() == pytest.approx((x + 30, y + 20), abs=NEAR)
    it.shows_no_blank_paper()


def test_one_finger_on_the_whole_map_scrolls_the_page(foggy: Table, phone: Window) -> None:
    phone.page.set_viewport_size({"width": PHONE["width"], "height": 400})
    it = Map(phone, foggy)
    scrolled = it.page.evaluate("scrollY")
    x, y = it.at()
    it.touch([(x, y)], [(x, y - 20)], [(x, y - 40)], [(x, y - 80)])
    wait_until(lambda: it.page.evaluate("scrollY") > scrolled, "the page to scroll")
    assert it.times == pytest.approx(1)


def test_without_a_script_the_whole_map_is_scrolled_to(
    foggy: Table, open_window: Callable[..., Window]
) -> None:
    """It is no smaller on a phone, it scrolls in its own box, and the page is no wider for it."""
    page = open_window(viewport=PHONE, java_script_enabled=False).page
    page.goto(foggy.page)
    board = page.locator("#board-of-map")
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    assert min(page.evaluate(LETTERS)) >= READ
    frame = board.bounding_box()
    assert frame is not None and frame["x"] >= 0
    assert frame["x"] + frame["width"] <= PHONE["width"]
    board.evaluate("it => it.scrollTo(it.scrollWidth, it.scrollHeight)")
    box = page.locator("#map svg.picture").bounding_box()
    assert box is not None
    assert box["x"] + box["width"] <= PHONE["width"]
    assert box["y"] + box["height"] <= frame["y"] + frame["height"] + 1


@pytest.mark.parametrize("on", ["desktop", "phone"])
def test_a_click_on_a_place_without_orders_tells_of_it_and_stays(
    foggy: Table, open_window: Callable[..., Window], on: str
) -> None:
    window = open_window(viewport=PHONE, has_touch=True) if on == "phone" else open_window()
    it = Map(window, foggy)
    place = it.svg.locator(f"a[data-place={PLACE}]")
    assert place.get_attribute("role") == "link", "it has orders"
    scrolled = it.page.evaluate("scrollY")
    it.page.mouse.click(*it.place())
    words = place.locator("> title").text_content() or ""
    expect(it.page.locator("#notices p")).to_have_text(words)
    expect(it.page.locator("#notices p")).to_be_in_viewport()
    expect(it.page.locator(f"tr#area-{PLACE}")).to_have_class("looked-at")
    assert it.page.evaluate("scrollY") == scrolled
    assert "#" not in it.page.url


def test_without_a_script_a_place_leads_to_its_row(
    foggy: Table, open_window: Callable[..., Window]
) -> None:
    page = open_window(java_script_enabled=False).page
    page.goto(foggy.page)
    place = page.locator(f"#map a[data-place={PLACE}]")
    assert place.get_attribute("href") == f"#area-{PLACE}"
