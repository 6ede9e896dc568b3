"""The archive: games that are over, found by what people know of them."""

from __future__ import annotations

import pytest

from tests.api.desk import Desk, Table
from tests.web.browser import Browser, links, parsed, words


@pytest.fixture(params=["drawn", "not drawn"])
def tables(desk: Desk, request: pytest.FixtureRequest) -> list[Table]:
    """Two games that are over, with a name in the first, and one that is not."""
    made = [desk.table(scenario=it) for it in ("short", "wide", "short")]
    made[0].post("/seats/blue/claim", "blue", {"name": "Michel Ney"})
    for table in made[:2]:
        while table.get().json["status"] == "running":
            game = desk.games.open(table.id)
            decision = desk.games.decisions(game)[0]
            offer = next(iter(desk.games.rules(game).legal_orders(game.state, decision)))
            desk.games.submit_orders(table.id, decision.seat, [offer])
    if request.param == "drawn":
        desk.catch_up()
    return made


def found(browser: Browser, search: str) -> list[str]:
    """Ids of the games on a page of the archive."""
    page = browser.get(f"/archive?{search}")
    assert page.status_code == 200
    games = [it.removeprefix("/games/") for it in links(page) if it.startswith("/games/")]
    assert [it for it in games if "/" in it] == [f"{it}/course" for it in games if "/" not in it]
    return [it for it in games if "/" not in it]


def test_games_that_are_over_are_found(browser: Browser, tables: list[Table]) -> None:
    first, second, running = (it.id for it in tables)
    assert found(browser, "") == [second, first]
    assert running not in found(browser, "")
    assert found(browser, "scenario=wide") == [second]
    assert found(browser, "name=michel") == [first]
    assert found(browser, "name=Soult") == []
    assert found(browser, "ruleset=toy&scenario=short&name=NEY") == [first]
    winner = tables[0].get().json["result"]["winner"]
    assert first in found(browser, f"winner={winner}")
    assert first not in found(browser, f"winner={'red' if winner == 'blue' else 'blue'}")
    year = str(1970 + tables[0].get().json["created"] // 31_556_952_000_000)
    assert found(browser, f"year={year}") == [second, first]
    assert found(browser, "year=1815") == []
    told = words(browser.get("/archive"))
    assert "Blue: Michel Ney" in told


def test_what_cannot_be_searched_for_is_passed_over(browser: Browser, tables: list[Table]) -> None:
    for search in ("year=MDCCC", "year=99", "ruleset=chess", "scenario=long", "winner=nobody"):
        assert len(found(browser, search)) == 2
    assert browser.get("/archive?after=0000000000").status_code == 422


def test_the_api_searches_alike(desk: Desk, tables: list[Table]) -> None:
    def ids(search: str) -> list[str]:
        return [it["id"] for it in desk.get(f"/games?{search}").json["games"]]

    first, second, running = (it.id for it in tables)
    assert ids("name=ney") == [first]
    assert ids("status=over&scenario=wide") == [second]
    assert ids("scenario=short") == [running, first]
    assert ids("open=true") == []
    assert ids("winner=drawn") == []
    assert desk.get("/games?name=ney").json["games"][0]["names"] == {"blue": "Michel Ney"}
    assert desk.get("/games?year=15").status_code == 422


def test_a_forgotten_name_is_found_no_more(
    desk: Desk, browser: Browser, tables: list[Table]
) -> None:
    desk.games.put_name(tables[0].id, "blue", None)
    assert found(browser, "name=ney") == []
    assert "Ney" not in words(browser.get("/archive"))


def test_the_lobby_tells_names_and_how_long_ago(desk: Desk, browser: Browser) -> None:
    table = desk.table(bots=["blue"])
    browser.open_seat(table, "red")
    page = browser.get("/")
    assert "Red: you Blue: bot" in words(page)
    [time] = [it for it in parsed(page).iter("time") if "data-ago" in it.attrib][:1]
    assert "ago" in "".join(time.itertext()) or "in " in "".join(time.itertext())
    assert time.attrib["datetime"]
    assert time.attrib["title"].endswith("UTC")
