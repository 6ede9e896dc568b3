"""The browser that is installed, and windows of it whose every step is watched."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    Request,
    expect,
    sync_playwright,
)

from tests.patience import PATIENCE

FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # Whatever a page asks for elsewhere is not found, besides being noticed.
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
)

DESKTOP = {"width": 1280, "height": 800}
PHONE = {"width": 360, "height": 740}

MILLISECONDS = 1000 * PATIENCE
"""In which anything that is waited for has to happen."""


PROGRAMS = ("chromium-headless-shell", "/usr/bin/chromium", "chromium", "google-chrome")
"""The first of them that is installed is used. The one without windows computes a third less."""


def installed() -> str | None:
    """Path of the Chromium that is installed, which ``CHROMIUM`` may name; None without any."""
    names = (os.environ.get("CHROMIUM", ""), *PROGRAMS)
    return next((path for name in names if name and (path := shutil.which(name))), None)


@contextmanager
def running_browser() -> Iterator[Browser]:
    """The installed browser, without a window."""
    path = installed()
    assert path is not None, "no Chromium is installed"
    expect.set_options(timeout=MILLISECONDS)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=Path(path), args=FLAGS)
        try:
            yield browser
        finally:
            browser.close()


class Profiles:
    """Profiles of the browser, with whatever scripts and styles their pages have asked for so far.

    Who takes one finds neither cookies nor anything else that another has left in it.
    """

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._free: dict[str, list[BrowserContext]] = {}

    def taken(self, options: Mapping[str, Any]) -> BrowserContext:
        """A profile with these options, made if none is free."""
        if free := self._free.get(repr(options)):
            return free.pop()
        given = {"viewport": DESKTOP, "locale": "en-GB", "reduced_motion": "reduce", **options}
        context = self._browser.new_context(**given)
        context.set_default_timeout(MILLISECONDS)
        context.set_default_navigation_timeout(MILLISECONDS)
        return context

    def put_back(self, context: BrowserContext, options: Mapping[str, Any], address: str) -> None:
        """Let others take a profile, when all is gone that was kept of the pages of an address."""
        context.set_offline(False)
        blank = context.new_page()
        for page in context.pages:
            if page is not blank:
                page.close()
        context.clear_cookies()
        context.clear_permissions()
        kept = {"origin": address, "storageTypes": "cookies,local_storage,indexeddb"}
        session = context.new_cdp_session(blank)
        session.send("Storage.clearDataForOrigin", kept)
        session.detach()
        self._free.setdefault(repr(options), []).append(context)


class Window:
    """Somebody's window with cookies of its own.

    What its pages must never do is noted: ask for anything of another host, offend against their
    Content-Security-Policy, or complain on the console.
    """

    def __init__(self, profiles: Profiles, address: str, **options: Any) -> None:
        self._profiles, self._options = profiles, options
        self.context = profiles.taken(options)
        # A profile that others have had has a blank page: each takes a process of its own.
        self.page: Page = next(iter(self.context.pages), None) or self.context.new_page()
        self.requests: list[str] = []
        self.complaints: list[str] = []
        self._address = address
        self._host = urlsplit(address).netloc
        self._expected: list[str] = []
        self._listens = {
            "request": self._request,
            "console": self._console,
            "weberror": lambda it: self.complaints.append(str(it.error)),
        }
        for event, hears in self._listens.items():
            self.context.on(event, hears)

    def expect(self, complaint: str) -> None:
        """What matches this regular expression may be on the console."""
        self._expected.append(complaint)

    def close(self) -> None:
        """Close it. Raises AssertionError if its pages did what they must not."""
        for event, hears in self._listens.items():
            self.context.remove_listener(event, hears)
        self._profiles.put_back(self.context, self._options, self._address)
        self.check()

    def check(self) -> None:
        """Raises AssertionError if its pages did what they must not."""
        foreign = [url for url in self.requests if self._is_foreign(url)]
        assert not foreign, f"requests left the host: {foreign}"
        unexpected = [it for it in self.complaints if not self._is_expected(it)]
        assert not unexpected, f"the browser complained: {unexpected}"

    def _request(self, request: Request) -> None:
        self.requests.append(request.url)

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.complaints.append(f"{message.text} ({message.location['url']})")

    def _is_foreign(self, url: str) -> bool:
        parts = urlsplit(url)
        return parts.netloc != self._host and parts.scheme not in ("data", "blob", "about")

    def _is_expected(self, complaint: str) -> bool:
        return any(re.search(it, complaint) for it in self._expected)
