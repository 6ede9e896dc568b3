"""The first visit: who sees it, what it leads to, and that what moves on it is a recorded game."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from api.web.motion import FILE, FRAMES
from napoleon.rulesets.napoleon1815 import RULES
from tests.api.desk import Desk
from tests.web.browser import Browser, links, parsed, words
from tools import motion

WELCOME = "Napoleonic campaigns, by post or at once"


@pytest.fixture
def desk(make_desk: Callable[..., Desk]) -> Desk:
    """A service with the game that is learnt first."""
    return make_desk(RULES)


def test_who_comes_for_the_first_time_is_welcomed(desk: Desk, browser: Browser) -> None:
    page = browser.get("/")
    told = words(page)
    assert WELCOME in told
    assert "5 minutes against the bot" in told
    assert "2–3 players · 1–3 h" in told  # noqa: RUF001 - from to
    found = set(links(page))
    assert {"/how-it-works", "/sign-in", "/rules/napoleon1815", "/rules/napoleon1815/aid"} <= found
    tree = parsed(page)
    filled = [it for it in tree.iter("button") if "primary" in it.get("class", "")]
    assert [it.get("value") for it in filled] == ["napoleon1815"], "one button decides"
    frames = [it for it in tree.iter() if it.get("class") == "frame"]
    assert len(frames) == 2 * FRAMES, "each position, and when it was"
    assert "14 June 1815, morning" in told


def test_in_french(desk: Desk) -> None:
    told = words(Browser(desk.app, "fr").get("/"))
    assert "Des campagnes napoléoniennes" in told
    assert "14 juin 1815, matin" in told


def test_who_has_a_seat_or_a_desk_or_seeks_is_not(desk: Desk, browser: Browser) -> None:
    table = desk.table(ruleset="napoleon1815", scenario="campaign")
    for query in ("?status=running", "?ruleset=napoleon1815", f"?after={table.id}"):
        assert WELCOME not in words(browser.get(f"/{query}"))
    browser.open_seat(table, "french")
    told = words(browser.get("/"))
    assert WELCOME not in told
    assert "Play your first game: Napoléon 1815" in told
    other = Browser(desk.app)
    other.post("/sign-in/new", {"name": "Louise"})
    assert WELCOME not in words(other.get("/"))


def test_the_first_game_is_a_click_away(desk: Desk, browser: Browser) -> None:
    sent = browser.post("/first-game", {"ruleset": "napoleon1815"})
    assert sent.status_code == 303
    assert "Your first game." in words(browser.get(sent.headers["Location"]))
    assert WELCOME not in words(browser.get("/")), "there is a seat now"


def test_a_game_that_runs_is_watched_before_one_that_is_over(desk: Desk, browser: Browser) -> None:
    assert "Watch a game" not in words(browser.get("/"))
    asked = {"ruleset": "napoleon1815", "scenario": "ligny_quatre_bras"}
    waiting = desk.table(**asked, awaits_seats=True)
    desk.catch_up()
    assert "Watch a game" not in words(browser.get("/")), "there is nothing to see yet"
    over = desk.table(**asked)
    over.post("/orders", "french", {"order": "resign"})
    desk.catch_up()
    assert watched(browser) == f"/games/{over.id}"
    running = desk.table(**asked)
    later = desk.table(**asked)
    later.post("/orders", "french", {"order": "resign"})
    desk.catch_up()
    assert watched(browser) == f"/games/{running.id}"
    assert waiting.id not in watched(browser)
    assert browser.get(watched(browser)).status_code == 200


def watched(browser: Browser) -> str:
    """Where the button leads by which one watches."""
    [found] = [
        it.attrib["href"]
        for it in parsed(browser.get("/")).iter("a")
        if "".join(it.itertext()) == "Watch a game"
    ]
    return found


def test_how_it_works_in_three_pictures(desk: Desk, browser: Browser) -> None:
    page = browser.get("/how-it-works")
    assert page.status_code == 200
    told = words(page)
    for heading in ("The log", "The dice", "The rewind"):
        assert heading in told
    french = Browser(desk.app, "fr").get("/how-it-works")
    pictures = [
        [it.get("aria-label", "") for it in parsed(answer).iter() if it.get("role") == "img"]
        for answer in (page, french)
    ]
    assert [len(it) for it in pictures] == [3, 3]
    assert all(all(it) for it in pictures)
    assert not {*pictures[0]} & {*pictures[1]}, "what they show is told in French, too"


def test_without_the_game_nothing_moves(make_desk: Callable[..., Desk]) -> None:
    page = Browser(make_desk().app).get("/")
    assert WELCOME in words(page)
    assert not [it for it in parsed(page).iter() if it.get("class") == "frame"]
    assert "Play your first game" not in words(page)


def test_what_moves_is_the_recorded_game() -> None:
    assert motion.drawn() == FILE.read_bytes(), "python -m tools.motion writes it again"
