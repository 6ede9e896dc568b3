"""A player at his seat, who sees the page of a game and clicks on it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, NamedTuple

from playwright.sync_api import Locator, Page, expect

from tests.browser.chromium import Window
from tests.browser.house import Table


class Offer(NamedTuple):
    """A button of the page that gives an order."""

    order: dict[str, Any]
    button: Locator

    @property
    def verb(self) -> str:
        """What kind of order it is."""
        return str(self.order["order"])


def keep_token(page: Page, table: Table, holder: str) -> None:
    """Let the browser keep a token, as when its link has been followed."""
    page.request.post(
        f"{table.page}/session",
        form={"token": table.tokens[holder]},
        headers={"Accept": "application/json", "Sec-Fetch-Site": "same-origin"},
        fail_on_status_code=True,
        # The server may close a connection that it kept in the moment in which it is used again.
        max_retries=3,
    )


class Chair:
    """The page of a game in a window, for the seat that the window holds."""

    def __init__(self, window: Window, table: Table, seat: str | None) -> None:
        self.window = window
        self.page: Page = window.page
        self.table = table
        self.seat = seat

    def sit(self) -> Chair:
        """Open the page, as whoever holds the seat, until it follows the game."""
        if self.seat is None:
            self.page.goto(self.table.page)
        else:
            keep_token(self.page, self.table, self.seat)
            self.page.goto(f"{self.table.page}?seat={self.seat}")
        self.is_live()
        return self

    def is_live(self) -> None:
        """Wait until the page shows the newest position and says so."""
        expect(self.page.locator("#live")).to_have_attribute("data-state", "live")

    @property
    def version(self) -> int:
        """The version that the page shows."""
        return int(self.page.locator("body").get_attribute("data-at") or 0)

    def shows(self, version: int) -> None:
        """Wait until the page shows that version."""
        expect(self.page.locator("body")).to_have_attribute("data-at", str(version))

    def text(self, section: str) -> str:
        """What can be read in a section of the page."""
        return self.page.locator(f"#{section}").inner_text()

    @property
    def is_asked(self) -> bool:
        """Whether the page asks the seat for an order."""
        return self.page.locator("#orders .question").count() > 0

    def legal_orders(self) -> list[Offer]:
        """Every order that can be clicked on."""
        found = self.page.locator("#orders button[name=order]")
        # All at once: there may be hundreds.
        values = found.evaluate_all("(them) => them.map((it) => it.value)")
        return [Offer(json.loads(it), found.nth(at)) for at, it in enumerate(values)]

    def give(self, offer: Offer) -> int:
        """Click on an order, and say yes if asked; the version that this has come to."""
        before = self.version
        offer.button.click()
        self.confirm()
        expect(self.page.locator("body")).not_to_have_attribute("data-at", str(before))
        return self.version

    def confirm(self) -> None:
        """Say yes, and for good, if the page asks whether an order is meant."""
        dialog = self.page.locator("dialog.confirm")
        # It is there before the click is over, or not at all.
        if dialog.is_visible():
            for box in dialog.get_by_role("checkbox").all():
                box.check()
            dialog.get_by_role("button", name="Give the order").click()

    def march(self, pieces: Sequence[str], goal: str) -> None:
        """Tick pieces in the list of those who may march, and click on where they go."""
        boxes = [self.page.locator(f"form.party input[value='{it}']") for it in pieces]
        stand = self.page.locator("details.stand", has=boxes[0])
        if stand.get_attribute("open") is None:
            stand.locator("summary").first.click()
        if (who := stand.locator("details.who")).get_attribute("open") is None:
            who.locator("summary").click()
        for box in boxes:
            box.check()
        stand.locator(f"button[name=goal][value='{goal}']").click()


def in_sight(page: Page, piece: str, board: str = "board-of-map") -> Locator:
    """A piece of a board; of a folded stack it is in the list that opens at the stack."""
    row = page.locator(f"#{board} .fan [data-piece='{piece}']")
    if row.count():
        place = row.locator("xpath=ancestor::*[@data-fan]").get_attribute("data-fan")
        page.locator(f"#{board} [data-place='{place}'] .plate").first.hover(force=True)
        row.wait_for(state="visible")
    return page.locator(f"#{board} [data-piece='{piece}']")


def point_at_piece(page: Page, piece: str) -> None:
    """Point at a piece of the map; one of a folded stack in the list that pointing at it opens."""
    in_sight(page, piece).click(force=True)
