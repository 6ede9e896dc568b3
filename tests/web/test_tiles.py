"""Tiles of games: their small maps, what they say, and the course of a game turn by turn."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import closing

import pytest

from api.command_line.play import play_on
from api.people.registry import open_registry
from api.people.signing_in import begin
from api.web import course, mini_maps
from napoleon.log.times import MINUTE
from napoleon.rules.bots import RandomBot
from napoleon.rules.picture.mini import MOST
from napoleon.rulesets.napoleon1815 import RULES as NAPOLEON_1815
from napoleon.rulesets.napoleonic_empire import RULES as EMPIRE
from projections import reading
from tests.api.desk import Desk
from tests.web.browser import Browser, links, words

PAGE_OF_A_DESK = 30_000
"""Bytes that a page of twenty games may take on the line, maps and all."""


PLAYED = "/?status=running"
"""The list of games that are being played, without what a first visit is shown."""


@pytest.fixture
def europe(make_desk: Callable[..., Desk]) -> Desk:
    return make_desk(NAPOLEON_1815, beside=[EMPIRE])


def maps(browser: Browser, address: str) -> list[str]:
    """The small maps of a page, as they stand in it."""
    return re.findall(r'<svg class="mini".*?</svg>', browser.get(address).text, re.DOTALL)


def test_each_tile_has_a_map_and_each_ground_stands_on_the_page_once(europe: Desk) -> None:
    for _ in range(3):
        europe.table(ruleset="napoleon1815", scenario="campaign")
    europe.table(ruleset="napoleonic_empire", scenario="europe")
    europe.catch_up()
    page = Browser(europe.app).get(PLAYED)
    found = maps(Browser(europe.app), PLAYED)
    assert len(found) == 4
    used = [re.findall(r'<use href="#(ground-\d)"', it) for it in found]
    assert sorted(used) == [["ground-0"], ["ground-1"], ["ground-1"], ["ground-1"]]
    for name in ("ground-0", "ground-1"):
        assert page.text.count(f'id="{name}"') == 1
    assert 'class="m blue"' in found[0]
    assert "style=" not in page.text


@pytest.mark.parametrize("drawn", [True, False], ids=["drawn", "not drawn"])
def test_a_map_is_that_of_the_position(europe: Desk, *, drawn: bool) -> None:
    table = europe.table(ruleset="napoleon1815", scenario="campaign")
    browser = Browser(europe.app)
    [before] = maps(browser, PLAYED)
    play_on(europe.games, europe.games.open(table.id), RandomBot(1), 3)
    if drawn:
        europe.catch_up()
    [after] = maps(browser, PLAYED)
    assert before != after
    assert maps(browser, PLAYED) == [after]


def test_a_map_of_an_earlier_position_is_shown_until_the_worker_comes(europe: Desk) -> None:
    table = europe.table(ruleset="napoleonic_empire", scenario="europe")
    europe.catch_up()
    play_on(europe.games, europe.games.open(table.id), RandomBot(1), 2)
    version, small = reading.mini(europe.games, europe.views, table.id)
    assert version < europe.games.head(table.id)
    assert small is not None
    europe.catch_up()
    assert reading.mini(europe.games, europe.views, table.id)[0] == europe.games.head(table.id)


def test_a_game_that_waits_for_its_players_has_the_map_of_its_scenario(europe: Desk) -> None:
    europe.table(ruleset="napoleon1815", scenario="waterloo_wavre", awaits_seats=True)
    [shown] = maps(Browser(europe.app), "/?status=waiting")
    with europe.app.test_request_context():
        start = mini_maps.of_start("napoleon1815", "waterloo_wavre")
        assert start is not None and start.marks in shown
        assert start != mini_maps.of_start("napoleon1815", "campaign")
        assert mini_maps.mini_of_start("napoleon1815").startswith('<svg class="mini"')
        assert len(mini_maps.mini_of_start("napoleon1815")) <= MOST
        assert mini_maps.mini_of_start("chess") == ""
        assert mini_maps.mini_of_start("napoleon1815", "chess") == ""


def test_a_game_that_is_listed_twice_has_its_map_on_both_tiles(europe: Desk) -> None:
    """Its seats are open, and it is among those that are being played, too."""
    europe.table(ruleset="napoleonic_empire", scenario="europe", open_seats=["french", "allied"])
    page = Browser(europe.app).get("/").text
    assert page.count('<li class="tile">') == 2
    assert len(re.findall(r'<li class="tile">\s*<svg class="mini"', page)) == 2


def test_a_page_of_many_games_is_small_on_the_line(europe: Desk) -> None:
    for _ in range(8):
        europe.table(ruleset="napoleon1815", scenario="campaign", open_seats=["allied"])
    for _ in range(12):
        europe.table(ruleset="napoleonic_empire", scenario="europe")
    europe.catch_up()
    headers = {"Accept": "text/html", "Accept-Encoding": "gzip"}
    page = europe.app.test_client().get("/", headers=headers)
    assert page.headers["Content-Encoding"] == "gzip"
    assert len(page.data) < PAGE_OF_A_DESK


def test_a_tile_says_whose_turn_it_is_and_how_long_they_have(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = desk.table(clock={"answer": 2880})
    table.post("/seats/red/claim", "red", {"name": "Ney"})
    page = Browser(desk.app).get("/")
    assert "Waits for Ney" in words(page)
    entry = desk.get("/games").json["games"][0]
    assert (entry["all_seats"], entry["answer_minutes"]) == (["red", "blue"], 2880)
    due = entry["first_due"]
    assert due > entry["updated"]
    assert "Waits for Ney, 2 days left" in words(page)
    monkeypatch.setattr(desk.games, "clock", lambda: due + MINUTE)
    assert "Waits for Ney, late" in words(Browser(desk.app).get("/"))


def test_an_open_seat_tells_the_pace_and_who_is_there(desk: Desk, browser: Browser) -> None:
    slow = desk.table(open_seats=["blue"], clock={"answer": 2880})
    slow.post("/seats/red/claim", "red", {"name": "Ney"})
    told = words(browser.get("/"))
    assert "One of 2 seats is open" in told
    assert "2 days for an answer" in told
    assert "Red: Ney Blue: open" in told
    assert f"/games/{slow.id}/take?seat=blue" in links(browser.get("/"))
    desk.table(open_seats=["red", "blue"])
    told = words(browser.get("/"))
    assert "2 of 2 seats are open" in told
    assert "no clock" in told


# -- turn by turn ----------------------------------------------------------------------------------


def test_the_course_of_a_game_leads_to_each_turn_and_each_battle(europe: Desk) -> None:
    table = europe.table(ruleset="napoleonic_empire", scenario="europe")
    game = play_on(europe.games, europe.games.open(table.id), RandomBot(3), 4)
    browser = Browser(europe.app)
    page = browser.get(f"/games/{table.id}/course")
    assert page.status_code == 200
    ends = [it for it in links(page) if "?at=" in it]
    assert len(ends) == game.state.turn
    assert ends[-1] == f"/games/{table.id}?at={game.version}"
    assert all(browser.get(it).status_code == 200 for it in ends)
    fights = [it for it in links(page) if "/battles/" in it]
    assert fights
    assert all(browser.get(it).status_code == 200 for it in fights)
    shown = maps(browser, f"/games/{table.id}/course")
    assert len(shown) == len(ends)
    assert len({*shown}) > 1


def test_a_course_of_very_many_turns_is_shown_in_parts(
    europe: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(course, "MOST_TURNS", 1)
    table = europe.table(ruleset="napoleonic_empire", scenario="europe")
    play_on(europe.games, europe.games.open(table.id), RandomBot(3), 5)
    browser, address = Browser(europe.app), f"/games/{table.id}/course"
    asked, found = [address], list[str]()
    while asked[-1]:
        page = browser.get(asked[-1])
        shown = [it for it in links(page) if "?at=" in it]
        assert 0 < len(shown) <= course.MOST_TURNS
        found = shown + found
        before = re.search('rel="prev" href="([^"]*)"', page.text)
        asked.append("" if before is None else before[1])
        assert (address in links(page)) == (len(asked) > 2), "from older turns back to the newest"
    monkeypatch.setattr(course, "MOST_TURNS", 60)
    assert found == [it for it in links(browser.get(address)) if "?at=" in it]
    assert len(found) > 2, "in several parts"


def test_the_course_tells_nothing_to_a_seat_that_others_do_not_see(europe: Desk) -> None:
    table = europe.table(ruleset="napoleon1815", scenario="campaign", options={"rules": "grognard"})
    play_on(europe.games, europe.games.open(table.id), RandomBot(3), 3)
    mine, others = Browser(europe.app), Browser(europe.app)
    mine.open_seat(table, "french")
    address = f"/games/{table.id}/course"
    assert maps(mine, address) == maps(others, address)
    ends = [it for it in links(mine.get(address)) if "at=" in it]
    assert ends
    assert all("seat=french" in it for it in ends), "what is behind the links is their own"


def test_the_course_of_a_game_that_has_not_begun(desk: Desk, browser: Browser) -> None:
    table = desk.table(awaits_seats=True)
    page = browser.get(f"/games/{table.id}/course")
    assert page.status_code == 200
    assert "No turn has been played yet." in words(page)
    assert browser.get("/games/0000000000/course").status_code == 404


def test_a_finished_game_is_told_with_its_course(desk: Desk, browser: Browser) -> None:
    table = desk.table()
    table.play_out()
    for address in ("/", "/archive", f"/games/{table.id}/course"):
        told = words(browser.get(address))
        assert "Winner:" in told or "Drawn" in told
        assert "played for" in told
    assert f"/games/{table.id}/course" in links(browser.get("/archive"))


@pytest.mark.parametrize(("code", "told"), [("en", "no clock · French"), ("fr", "· Français")])
def test_an_open_seat_tells_the_language_of_who_has_set_the_game_up(
    desk: Desk, code: str, told: str
) -> None:
    game = desk.table(open_seats=["blue"])
    browser = Browser(desk.app, code)
    assert told not in words(browser.get("/")), "nobody knows who has set it up"
    registry = open_registry(desk.games)
    with closing(registry.store):
        person, _ = begin(registry, "Ney", "fr", "a browser")
        registry.store.blocks.found(game.id, person.person.id)
    assert told in words(browser.get("/"))
