"""Pictures of the main pages: ``python -m tools.screenshots`` writes build/screenshots.

The games in them are those that the tests look at, so they come out the same each time. The
pictures of the README are written to docs/images.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from PIL import Image
from playwright.sync_api import Browser, Page

from tests.browser.chromium import DESKTOP, PHONE, Profiles, Window, installed, running_browser
from tests.browser.house import House, running_house
from tests.browser.pages import PAGES
from tests.command_line.server import ROOT

FOLDER = ROOT / "build" / "screenshots"
IMAGES = ROOT / "docs" / "images"

README = {
    "game-1815-1280-window": "napoleon1815.png",
    "game-1815-360-window": "napoleon1815-phone.png",
    "game-empire-earlier-1280-dark": "napoleonic_empire.png",
    "battle-empire-1280": "napoleonic_empire-battle.png",
    "game-wars-1280-window": "napoleonic_wars.png",
    "game-wars-360-window": "napoleonic_wars-phone.png",
}
"""What the pictures of the README are called in `IMAGES`, by the name of the picture."""


class Shot(NamedTuple):
    """A page as it is looked at, and what the picture of it is called."""

    name: str
    page: str
    width: int
    scheme: str
    whole: bool
    """Whether all of the page is in the picture, or what a window shows of it."""


def shots() -> Iterator[Shot]:
    """Every page on a desktop and on a phone, and those of a game in dark as well."""
    for page in PAGES:
        for size in (DESKTOP, PHONE):
            width, of_game = size["width"], page.startswith("game-")
            yield Shot(f"{page}-{width}", page, width, "light", not page.startswith("rules-"))
            if of_game:
                yield Shot(f"{page}-{width}-window", page, width, "light", whole=False)
                yield Shot(f"{page}-{width}-dark", page, width, "dark", whole=False)


def main(names: list[str]) -> int:
    """Take the pictures of these names, or all; 1 without a browser, 2 for a name of none."""
    wanted = [shot for shot in shots() if not names or shot.name in names]
    if unknown := set(names) - {shot.name for shot in wanted}:
        sys.stderr.write(f"There is no picture {', '.join(sorted(unknown))}.\n")
        return 2
    if installed() is None:
        sys.stderr.write("No Chromium is installed, and CHROMIUM names none.\n")
        return 1
    for folder in (FOLDER, IMAGES):
        folder.mkdir(parents=True, exist_ok=True)
    with (
        TemporaryDirectory(prefix="napoleon-") as home,
        running_house(Path(home)) as house,
        running_browser() as browser,
    ):
        for shot in wanted:
            picture = taken(browser, house, shot)
            written(FOLDER / f"{shot.name}.png", picture)
            if shot.name in README:
                written(IMAGES / README[shot.name], in_few_colours(picture))
    return 0


def taken(browser: Browser, house: House, shot: Shot) -> bytes:
    """A picture, as PNG."""
    size = DESKTOP if shot.width == DESKTOP["width"] else PHONE
    window = Window(Profiles(browser), house.address, viewport=size, color_scheme=shot.scheme)
    PAGES[shot.page](house).open(window.page, house.address)
    settled(window.page)
    picture = window.page.screenshot(full_page=shot.whole)
    window.close()
    return picture


def in_few_colours(picture: bytes) -> bytes:
    """A picture so small that it can be kept with the sources."""
    with Image.open(BytesIO(picture)) as image:
        few = image.convert("RGB").quantize(256, method=Image.Quantize.FASTOCTREE)
    small = BytesIO()
    few.save(small, "PNG", optimize=True)
    return small.getvalue()


def written(file: Path, picture: bytes) -> None:
    """Write a picture, and say so."""
    file.write_bytes(picture)
    sys.stdout.write(f"{file.relative_to(ROOT)}\n")


def settled(page: Page) -> None:
    """Wait until the line of time has been drawn, if there is one."""
    if page.locator("#time.scripted").count():
        page.locator("#time .ticks").wait_for(state="attached")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
