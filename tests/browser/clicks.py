"""Clicks on a page, counted."""

from __future__ import annotations

from playwright.sync_api import Page

from tests.browser.chair import in_sight


class Clicks:
    """Clicks on a page, counted."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.count = 0

    def on(self, selector: str) -> None:
        """Click on the first that the selector finds."""
        self.page.locator(selector).first.click()
        self.count += 1

    def on_drawing(self, selector: str) -> None:
        """Click on something that is drawn, and that letters stand on."""
        self.page.locator(selector).first.click(force=True)
        self.count += 1

    def on_piece(self, piece: str, board: str = "board-of-map") -> None:
        """Click on a piece; the list of a folded stack opens when it is pointed at."""
        in_sight(self.page, piece, board).first.click(force=True)
        self.count += 1
