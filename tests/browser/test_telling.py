"""A browser is told that a game waits, and shows it; a page that is in sight needs no telling."""

from __future__ import annotations

import json
import time
from collections.abc import Callable

from playwright.sync_api import expect

from tests.browser.chromium import Window
from tests.browser.house import House
from tests.patience import PATIENCE

TOLD = {"body": "It is your move in Napoléon 1815.", "path": "games/abc", "tag": "abc"}

NOTE = """() => {
  self.shown = [];
  self.registration.showNotification = async (title, it) => {
    self.shown.push([title, it.body, it.tag, it.data.address]);
  };
}"""
"""Notes what would be shown: a browser without a screen shows nothing."""


def at_desk(house: House, window: Window, name: str) -> None:
    """A desk is begun in a window, and its settings are shown."""
    page = window.page
    page.goto(f"{house.address}/sign-in")
    page.locator("input[name=name]").first.fill(name)
    page.locator("form[action$='/sign-in/new'] button").click()
    expect(page.locator("h1")).to_be_visible()
    page.goto(f"{house.address}/desk/settings")


def test_the_worker_of_messages_shows_what_it_is_told(
    house: House, open_window: Callable[..., Window]
) -> None:
    window = open_window()
    window.context.grant_permissions(["notifications"], origin=house.address)
    page = window.page
    at_desk(house, window, "Ney")
    expect(page.locator("#tell-browser")).to_be_visible()
    page.evaluate(
        "async () => { await navigator.serviceWorker.register("
        "document.getElementById('telling').dataset.worker);"
        " await navigator.serviceWorker.ready; }"
    )
    page.goto(f"{house.address}/desk")
    session = window.context.new_cdp_session(page)
    found: dict[str, str] = {}

    def note(event: dict[str, object]) -> None:
        for it in event["registrations"]:  # type: ignore[attr-defined]
            found[it["scopeURL"]] = it["registrationId"]

    session.on("ServiceWorker.workerRegistrationUpdated", note)
    session.send("ServiceWorker.enable")
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    assert list(found) == [f"{house.address}/"], "its scope is the whole site"

    def push(told: dict[str, str]) -> None:
        session.send(
            "ServiceWorker.deliverPushMessage",
            {
                "origin": house.address,
                "registrationId": found[f"{house.address}/"],
                "data": json.dumps(told),
            },
        )

    [worker] = window.context.service_workers
    worker.evaluate(NOTE)
    address = f"{house.address}/games/abc"
    push(TOLD)
    # The page that this leads to is in sight: nobody has to be told.
    push({**TOLD, "path": "desk", "tag": "desk"})
    push({**TOLD, "path": "games/other", "tag": "other"})
    deadline = time.monotonic() + PATIENCE
    while len(shown := worker.evaluate("() => self.shown")) < 2:
        assert time.monotonic() < deadline
        page.wait_for_timeout(50)
    assert shown == [
        ["Napoleon", TOLD["body"], "abc", address],
        ["Napoleon", TOLD["body"], "other", f"{house.address}/games/other"],
    ]
    page.evaluate("async () => (await navigator.serviceWorker.getRegistration()).unregister()")


def test_a_browser_that_refuses_says_so(house: House, open_window: Callable[..., Window]) -> None:
    window = open_window()
    window.expect("Push API in incognito mode")
    page = window.page
    at_desk(house, window, "Soult")
    page.locator("#tell-browser button").click()
    expect(page.locator("#tell-browser [role=alert]")).to_be_visible()
    page.evaluate("async () => (await navigator.serviceWorker.getRegistration())?.unregister()")


def test_without_scripts_the_settings_say_that_they_are_needed_for_it(
    house: House, open_window: Callable[..., Window]
) -> None:
    window = open_window(java_script_enabled=False)
    page = window.page
    at_desk(house, window, "Davout")
    expect(page.locator("#tell-browser")).to_be_hidden()
    page.locator("#telling summary").click()
    page.locator("#webhook-url").fill("https://discord.com/api/webhooks/1/secret")
    page.locator("#telling details button").click()
    expect(page.locator(".channels")).to_contain_text("discord.com")
