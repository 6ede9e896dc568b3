"""The lobby: who is waited for, and nothing that a game keeps to itself."""

from __future__ import annotations

from collections.abc import Callable

from api.web.lobby import MOST_PLAYED, PAGE
from tests.api.desk import Desk
from tests.web.browser import HTML, Browser, links, parsed, words


def headings(browser: Browser) -> list[str]:
    return ["".join(found.itertext()) for found in parsed(browser.get("/")).iter("h2")]


def test_a_program_gets_the_signpost_and_a_browser_the_lobby(desk: Desk) -> None:
    client = desk.app.test_client()
    for accept in (None, "*/*", "application/json"):
        answer = client.get("/", headers={"Accept": accept} if accept else {})
        assert answer.json["docs"] == "/api/v1/docs/"
        assert client.get(answer.json["openapi"]).status_code == 200
        assert client.get(answer.json["health"]).status_code == 200
        assert "Accept" in answer.headers["Vary"]
    assert client.get("/", headers=HTML).mimetype == "text/html"


def test_an_empty_lobby_leads_to_a_new_game_and_to_the_rules(browser: Browser) -> None:
    page = browser.get("/")
    assert page.status_code == 200
    assert "No such game is being played here yet." in words(page)
    assert {"/new", "/rules/toy"} <= set(links(page))


def test_games_that_wait_for_the_reader_come_first(desk: Desk, browser: Browser) -> None:
    mine, others, nobodys = desk.table(), desk.table(), desk.table()
    for table, seat in ((mine, "red"), (others, "blue")):
        assert browser.open_seat(table, seat).status_code == 303
    assert headings(browser)[:3] == ["Waiting for you", "Your other games", "Being played"]
    found = links(browser.get("/"))
    assert found.index(f"/games/{mine.id}?seat=red") < found.index(f"/games/{others.id}?seat=blue")
    assert f"/games/{nobodys.id}" in found
    assert "Your move" in words(browser.get("/"))


def test_what_is_told_of_a_game(desk: Desk, browser: Browser) -> None:
    table = desk.table()
    assert "Being played" in headings(browser)
    assert "of ten cards · Turn 1, go Waits for Red" in words(browser.get("/"))
    table.play_out()
    told = words(browser.get("/"))
    assert "Finished" in headings(browser)
    assert "Winner:" in told or "Drawn" in told
    waiting = desk.table(awaits_seats=True)
    page = browser.get("/?status=waiting")
    assert f"/games/{waiting.id}" in links(page)
    assert f"/games/{table.id}" not in links(page)
    assert "Waiting for players" in words(page)
    assert "Before the first turn Waits for Red and Blue" in words(page)


def test_games_come_page_by_page(desk: Desk, browser: Browser) -> None:
    games = [desk.table().id for _ in range(PAGE + 1)]
    desk.catch_up()
    for first in (browser.get("/"), browser.get("/?status=running")):
        shown = [it for it in games if f"/games/{it}" in links(first)]
        [older] = [link for link in links(first) if "after=" in link]
        assert len(shown) in (MOST_PLAYED, PAGE)
        assert games[0] not in shown
        second = browser.get(older)
        assert [it for it in games if f"/games/{it}" in links(second)] == games[: -len(shown)]
        assert "/?status=running" in links(second)
        assert "/" in links(second)
    unknown = browser.get("/?after=0000000000")
    assert unknown.status_code == 422


def test_some_of_each_and_the_rest_by_the_filter(desk: Desk, browser: Browser) -> None:
    over, played = desk.table(), desk.table()
    over.play_out()
    open_one = desk.table(open_seats=["blue"])
    found = [it for it in links(browser.get("/")) if it.startswith("/games/")]
    assert found.index(f"/games/{open_one.id}") < found.index(f"/games/{played.id}")
    assert found.index(f"/games/{played.id}") < found.index(f"/games/{over.id}")
    assert f"/games/{over.id}/course" in found
    of_state = {
        state: {it.removeprefix("/games/") for it in links(browser.get(f"/?status={state}"))}
        for state in ("running", "over")
    }
    assert over.id in of_state["over"] - of_state["running"]
    assert {played.id, open_one.id} <= of_state["running"] - of_state["over"]
    assert f"/games/{played.id}" in links(browser.get("/?ruleset=toy"))
    assert "/games/" not in "".join(links(browser.get("/?ruleset=toy&status=waiting")))


def test_a_browser_is_shown_no_game_by_a_dead_token(desk: Desk, browser: Browser) -> None:
    table = desk.table()
    browser.open_seat(table, "red")
    assert "Waiting for you" in headings(browser)
    claim = {"name": "Ney"}
    assert table.post("/seats/red/claim", "red", claim).status_code == 200
    welcomed = ["Choose a game", "Had a seat, and lost it?"]
    assert headings(browser) == [*welcomed, "Being played", "Rules"]
    assert browser.cookies() == {}, "nor does it keep what opens nothing"


def test_the_lobby_lets_a_browser_keep_what_is_of_another_service(
    desk: Desk, browser: Browser
) -> None:
    table = desk.table()
    browser.open_seat(table, "red")
    browser.client.set_cookie("napoleon-0000000000-red", f"0000000000.red.{'s' * 32}")
    kept = browser.cookies()
    assert browser.get("/").status_code == 200
    assert browser.cookies() == kept
    assert len(kept) == 2


def test_an_unlisted_game_is_listed_for_its_own_players_only(
    desk: Desk, make_browser: Callable[..., Browser]
) -> None:
    table = desk.table(referee=True)
    fork = table.post("/forks", "referee", {"at": table.version, "referee": True}).json
    mine, nobodys = make_browser(), make_browser()
    token = fork["seats"][0]["token"]
    assert mine.post(f"/games/{fork['id']}/session", {"token": token}).status_code == 303
    assert fork["id"] in str(links(mine.get("/")))
    unlisted = fork["id"] not in [it["id"] for it in desk.get("/games").json["games"]]
    assert unlisted == (fork["id"] not in str(links(nobodys.get("/"))))


def test_the_language_is_chosen_and_kept(
    browser: Browser, make_browser: Callable[..., Browser]
) -> None:
    page = browser.get("/")
    assert parsed(page).attrib["lang"] == "en"
    assert "/?lang=fr" in links(page)
    french = browser.get("/?lang=fr")
    assert parsed(french).attrib["lang"] == "fr"
    assert "En cours" in words(french)
    assert parsed(browser.get("/new")).attrib["lang"] == "fr"
    assert parsed(browser.get("/?lang=xx")).attrib["lang"] == "fr"
    assert "Nouvelle partie" in words(make_browser(language="fr-CA, en;q=0.5").get("/new"))
    assert parsed(make_browser(language="ja").get("/")).attrib["lang"] == "en"


def test_a_game_of_ones_own_that_is_over_tells_its_result(desk: Desk) -> None:
    table = desk.table()
    browser = Browser(desk.app)
    browser.open_seat(table, "red")
    table.play_out()
    answer = browser.get("/")
    assert answer.status_code == 200
    assert "Winner:" in words(answer) or "Drawn" in words(answer)
    assert "Your other games" in headings(browser)
