"""Sessions: a seat for each cookie, and no cookie that anybody else can make use of."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from api.app import create_app
from api.web import session
from tests.api.desk import V1, VIEWS, Desk, Table
from tests.web.browser import Browser, links, path, told, words


@pytest.fixture
def table(desk: Desk) -> Table:
    return desk.table(referee=True)


def set_cookie(answer) -> dict[str, str]:
    """The one cookie that the answer sets: its name, value and attributes."""
    [line] = answer.headers.getlist("Set-Cookie")
    first, *rest = line.split("; ")
    name, _, value = first.partition("=")
    return {"name": name, "value": value} | {
        key: said for key, _, said in (it.partition("=") for it in rest)
    }


def test_the_cookie_is_for_this_site_and_no_script(table: Table, browser: Browser) -> None:
    opened = browser.open_seat(table, "red")
    cookie = set_cookie(opened)
    assert cookie["name"] == f"napoleon-{table.id}-red"
    assert cookie["value"] == table.token("red")
    assert {"HttpOnly", "SameSite", "Path"} <= cookie.keys()
    assert (cookie["SameSite"], cookie["Path"]) == ("Strict", "/")
    assert "Secure" not in cookie
    assert "Domain" not in cookie
    assert opened.headers["Cache-Control"] == "no-store"
    safe = browser.client.post(
        f"/games/{table.id}/session",
        data={"token": table.token("blue")},
        headers={"Sec-Fetch-Site": "same-origin"},
        base_url="https://localhost",
    )
    assert "Secure" in set_cookie(safe)


def test_a_script_is_told_where_to_go(table: Table, browser: Browser) -> None:
    form = {"token": str(table.token("red"))}
    opened = browser.post(f"/games/{table.id}/session", form, Accept="application/json")
    assert opened.json == {"location": f"/games/{table.id}/join?seat=red"}
    assert set_cookie(opened)["name"].endswith("-red")
    referee = {"token": str(table.token("referee"))}
    assert browser.post(f"/games/{table.id}/session", referee).status_code == 303


def test_a_link_may_be_pasted_whole(table: Table, browser: Browser) -> None:
    link = table.created["seats"][0]["link"]
    opened = browser.post(f"/games/{table.id}/session", {"token": f"  {link}\n"})
    assert opened.status_code == 303
    assert set_cookie(opened)["value"] == table.token("red")


@pytest.mark.parametrize("token", ["", "x", "{id}.red.wrong", "{other}"])
def test_a_token_that_opens_nothing_is_not_kept(
    desk: Desk, table: Table, browser: Browser, token: str
) -> None:
    said = token.format(id=table.id, other=desk.table().token("red"))
    refused = browser.post(f"/games/{table.id}/session", {"token": said})
    assert told(refused) == (401, "BAD_TOKEN")
    assert "Set-Cookie" not in refused.headers
    assert "." not in said or said not in refused.text


def test_a_used_invitation_says_that_the_seat_is_taken(
    desk: Desk, table: Table, browser: Browser
) -> None:
    used = {"token": str(table.token("red"))}
    own = desk.games.claim(table.id, "red", name="Ney")
    refused = browser.post(f"/games/{table.id}/session", used)
    assert told(refused) == (401, "BAD_TOKEN")
    assert "This invitation was used: Red is taken already, by Ney." in words(refused)
    assert f"/games/{table.id}" in links(refused)
    script = browser.post(f"/games/{table.id}/session", used, Accept="application/json")
    assert "by Ney" in script.json["detail"]
    desk.games.put_name(table.id, "red", None)
    refused = browser.post(f"/games/{table.id}/session", used)
    assert "Red is taken already." in words(refused)
    never = f"{table.id}.red.{'A' * 32}"
    refused = browser.post(f"/games/{table.id}/session", {"token": never})
    assert "The token opens no seat of this game." in words(refused)
    assert browser.post(f"/games/{table.id}/session", {"token": own}).status_code == 303
    again = browser.post(f"/games/{table.id}/session", used)
    assert path(again.headers["Location"]) == f"/games/{table.id}?seat=red", "it is taken from here"


def test_a_renewed_invitation_says_that_there_is_a_newer_one(
    table: Table, browser: Browser
) -> None:
    assert table.post("/seats/red/invitation", "referee").status_code == 200
    refused = browser.post(f"/games/{table.id}/session", {"token": str(table.token("red"))})
    assert told(refused) == (401, "BAD_TOKEN")
    assert "A newer invitation to Red was sent" in words(refused)


def test_tokens_are_not_tried_for_ever(make_desk: Callable[..., Desk]) -> None:
    desk = make_desk()
    app = create_app(desk.games, desk.views, {"NAPOLEON_LIMITS": "guesses=2/hour"})
    table = desk.table()
    codes = [
        app.test_client()
        .post(
            f"/games/{table.id}/session",
            data={"token": "x"},
            headers={"Sec-Fetch-Site": "same-origin"},
            environ_overrides={"REMOTE_ADDR": "203.0.113.7"},
        )
        .status_code
        for _ in range(3)
    ]
    assert codes == [401, 401, 429]


# -- whose page it is ------------------------------------------------------------------------------


def reads(browser: Browser, table: Table, **headers: str) -> tuple[int, object]:
    """Status of the hand over the API, and whose cards are in it."""
    answer = browser.get(f"{V1}/games/{table.id}/hand", Accept="application/json", **headers)
    return answer.status_code, answer.json


def test_the_api_takes_the_cookie_with_the_header_only(table: Table, browser: Browser) -> None:
    browser.open_seat(table, "red")
    spectator = table.get("/hand").json
    assert reads(browser, table) == (200, spectator)
    assert reads(browser, table, Napoleon_Seat="spectator") == (200, spectator)
    assert reads(browser, table, Napoleon_Seat="red") == (200, table.get("/hand", "red").json)
    assert table.get("/hand", "red").json != spectator
    status, problem = reads(browser, table, Napoleon_Seat="blue")
    assert (status, problem["code"]) == (401, "BAD_TOKEN")  # type: ignore[index]
    order = browser.client.post(
        f"{V1}/games/{table.id}/orders",
        json=table.legal_orders("red")[0],
        headers={"If-Match": "*"},
    )
    assert (order.status_code, order.json["code"]) == (403, "NOT_SEATED")


def test_two_seats_of_one_game_are_kept_apart(table: Table, browser: Browser) -> None:
    for seat in ("red", "blue", "referee"):
        browser.open_seat(table, seat)
    for seat in ("red", "blue", "referee"):
        for view in VIEWS:
            answer = browser.get(f"{V1}/games/{table.id}/{view}", Napoleon_Seat=seat)
            assert answer.data == table.get(f"/{view}", seat).data
            assert answer.headers["Vary"] == "Authorization, Cookie, Napoleon-Seat"


def test_a_bearer_token_goes_before_the_cookie(table: Table, browser: Browser) -> None:
    browser.open_seat(table, "red")
    token = f"Bearer {table.token('blue')}"
    found = reads(browser, table, Napoleon_Seat="red", Authorization=token)
    assert found == (200, table.get("/hand", "blue").json)


def test_a_cookie_of_another_game_opens_nothing(desk: Desk, table: Table) -> None:
    browser, other = Browser(desk.app), desk.table()
    browser.client.set_cookie(f"napoleon-{table.id}-red", str(other.token("red")))
    assert reads(browser, table, Napoleon_Seat="red")[0] == 401
    browser.client.set_cookie(f"napoleon-{table.id}-blue", str(table.token("red")))
    page = browser.get(f"/games/{table.id}/session")
    assert "keeps the token" not in words(page)


# -- leaving ---------------------------------------------------------------------------------------


def test_leaving_forgets_one_seat(table: Table, browser: Browser) -> None:
    browser.open_seat(table, "red")
    browser.open_seat(table, "blue")
    assert "This browser keeps the token of Red." in words(
        browser.get(f"/games/{table.id}/session")
    )
    left = browser.post(f"/games/{table.id}/leave", {"seat": "red"})
    assert path(left.headers["Location"]) == f"/games/{table.id}"
    assert left.headers["Clear-Site-Data"] == '"cache"'
    assert reads(browser, table, Napoleon_Seat="red")[0] == 401
    assert reads(browser, table, Napoleon_Seat="blue")[0] == 200
    assert table.get("/hand", "red").status_code == 200, "the seat itself is as it was"
    assert told(browser.post(f"/games/{table.id}/leave", {"seat": "green"})) == (
        404,
        "UNKNOWN_SEAT",
    )


def test_a_page_counts_by_address_whatever_token_is_made_up(make_desk: Callable[..., Desk]) -> None:
    desk = make_desk()
    app = create_app(desk.games, desk.views, {"NAPOLEON_LIMITS": "reads=2/hour"})
    asked = [
        Browser(app).get("/new", Authorization=f"Bearer {number}", Via="1.1 proxy").status_code
        for number in range(3)
    ]
    assert asked == [200, 200, 429]


# -- other web sites -------------------------------------------------------------------------------

FOREIGN = (
    {"Sec-Fetch-Site": "cross-site", "Origin": "https://evil.example"},
    {"Sec-Fetch-Site": "same-site", "Origin": "http://other.localhost"},
    {"Sec-Fetch-Site": "none"},
    {"Sec-Fetch-Site": "cross-site", "Origin": "http://localhost"},
    {"Origin": "https://evil.example"},
    {"Origin": "http://localhost:81"},
    {"Origin": "http://localhost.evil.example"},
    {"Origin": "null"},
    {"Origin": "http://["},
    {"Origin": "localhost"},
    {},
)


@pytest.mark.parametrize("headers", FOREIGN, ids=str)
def test_no_form_of_another_site_does_anything(
    desk: Desk, table: Table, browser: Browser, headers: dict[str, str]
) -> None:
    browser.open_seat(table, "red")
    recorded = desk.recorded()
    posts = [
        rule.build(dict.fromkeys(rule.arguments, table.id), append_unknown=False)
        for rule in desk.app.url_map.iter_rules()
        if rule.endpoint.startswith("web.")
        and "POST" in (rule.methods or ())
        and rule.arguments <= {"game_id"}
    ]
    assert {f"/games/{table.id}/session", f"/games/{table.id}/join", "/new"} <= {
        built[1] for built in posts if built
    }
    for built in posts:
        assert built is not None
        answer = browser.client.post(
            built[1], data={"seat": "red"}, headers={"Accept": "text/html", **headers}
        )
        assert told(answer) == (403, "FOREIGN_SITE"), built[1]
        assert "Set-Cookie" not in answer.headers
    assert desk.recorded() == recorded


def test_a_browser_keeps_no_more_seats_than_it_can_send(
    desk: Desk, browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(session, "MOST", 3)
    tables = [desk.table() for _ in range(5)]
    kept = []
    for table in tables[:3]:
        browser.open_seat(table, "red")
    assert tables[1].post("/seats/red/claim", "red", {"name": "Ney"}).status_code == 200
    for table in tables[3:]:
        browser.open_seat(table, "red")
        kept.append({name.split("-")[1] for name in browser.cookies()})
    first, dead, third, fourth, fifth = (table.id for table in tables)
    assert dead not in kept[0]
    assert kept == [{first, third, fourth}, {third, fourth, fifth}]
    browser.open_seat(tables[4], "red")
    assert len(browser.cookies()) == 3, "a seat that is kept already needs no room"


@pytest.mark.parametrize(
    "headers", [{"Sec-Fetch-Site": "same-origin"}, {"Origin": "http://localhost"}], ids=str
)
def test_the_own_forms_do(table: Table, browser: Browser, headers: dict[str, str]) -> None:
    answer = browser.client.post(
        f"/games/{table.id}/session", data={"token": table.token("red")}, headers=headers
    )
    assert answer.status_code in (200, 303)


def test_who_follows_a_link_of_another_site_is_told_to_ask_again(browser: Browser) -> None:
    assert "data-cross-site" in browser.get("/", Sec_Fetch_Site="cross-site").text
    for site in ("same-origin", "none"):
        assert "data-cross-site" not in browser.get("/", Sec_Fetch_Site=site).text
