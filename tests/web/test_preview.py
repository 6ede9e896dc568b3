"""What other sites and devices show of a page: previews of links, and the app."""

from __future__ import annotations

from collections.abc import Callable

from napoleon.rulesets.napoleon1815 import RULES as NAPOLEON_1815
from tests.api.desk import Desk
from tests.web.browser import HOST, Browser, parsed
from tests.web.tables import table_of


def preview(browser: Browser, address: str) -> dict[str, str]:
    metas = parsed(browser.get(address)).iter("meta")
    return {
        it.get("property", it.get("name", "")): it.attrib["content"]
        for it in metas
        if "content" in it.attrib
    }


def test_a_link_is_previewed_as_a_spectator_sees_the_game(make_desk: Callable[..., Desk]) -> None:
    desk = make_desk(NAPOLEON_1815)
    table = table_of(desk)
    stranger = Browser(desk.app)
    shown = preview(stranger, f"/games/{table.id}")
    assert shown["og:title"].startswith(NAPOLEON_1815.title)
    assert shown["og:description"].startswith("Turn 1. Waits for ")
    assert shown["og:url"] == f"{HOST}/games/{table.id}"
    assert shown["og:image"] == f"{HOST}/games/{table.id}/map.png?seat=spectator"
    player = Browser(desk.app)
    player.open_seat(table, "french")
    theirs = preview(player, f"/games/{table.id}?seat=french")
    assert {it: theirs[it] for it in theirs if it.startswith("og:")} == {
        it: shown[it] for it in shown if it.startswith("og:")
    }
    address = shown["og:image"].removeprefix(HOST)
    assert player.get(address).data == stranger.get(address).data
    svg = address.replace("map.png", "map.svg")
    assert player.get(svg).data == stranger.get(svg).data


def test_a_game_without_a_table_has_no_map_to_show(desk: Desk, browser: Browser) -> None:
    table = desk.table(awaits_seats=True)
    shown = preview(browser, f"/games/{table.id}")
    assert shown["og:description"] == "Waiting for players"
    assert "og:image" not in shown


def test_the_result_is_previewed(desk: Desk, browser: Browser) -> None:
    table = desk.table()
    table.play_out()
    shown = preview(browser, f"/games/{table.id}")
    assert shown["og:description"].startswith(("Winner:", "Drawn"))


def test_the_app_can_be_installed(browser: Browser) -> None:
    head = parsed(browser.get("/"))
    [link] = [it.attrib["href"] for it in head.iter("link") if it.get("rel") == "manifest"]
    told = browser.get(link)
    assert told.mimetype == "application/manifest+json"
    manifest = told.json
    assert (manifest["start_url"], manifest["display"]) == ("/", "standalone")
    assert {it["sizes"] for it in manifest["icons"]} == {"any", "192x192", "512x512"}
    for icon in manifest["icons"]:
        found = browser.get(icon["src"])
        assert (found.status_code, found.mimetype) == (200, icon["type"])


def test_there_are_icons_of_the_sizes_that_are_named(browser: Browser) -> None:
    assert browser.get("/icon-192.png").data.startswith(b"\x89PNG")
    assert browser.get("/icon-100000.png").status_code == 404
