"""What a reader keeps of an answer, and is told to go on using, is what he would be answered now.

Names, standing orders and webhooks stand beside the log: they change without a new version. Erased
words must not live on in an answer that was kept for good, or is said to hold still.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from werkzeug.test import TestResponse

from tests.api.desk import V1, VIEWS, Desk, Table
from tests.api.test_people import claimed

PASS = {"order": "pass"}

FILLED = {
    "game_id": "{game}",
    "version": "7",
    "takeback": "{takeback}",
    "dispute": "{dispute}",
    "ruleset": "toy",
    "name": "toy",
    "clause_id": "GO",
    "filename": "js/join.js",
    "asked": "0123",
    "size": "192",
    "first": "3",
    "number": "1",
    "holder": "blue",
    "last": "7",
    "tag": "c1.aaaaaaaaaaaaaaaa",
    "key": "{key}",
    "secret": "a" * 40,
}
"""What stands in the variable parts of addresses."""

ASIDE = ("/live", "/docs/", "/health", "/static/")
"""Beginnings or ends of addresses that answer nothing of a game: streams, the house, its files."""


@pytest.fixture
def table(desk: Desk) -> Table:
    """A game in which red and the share of blue have names; it has seen a dispute and more."""
    table = desk.table(referee=True)
    table.order("red", {"order": "draw"})
    return table


@pytest.fixture
def red(table: Table) -> str:
    """The token of red, who is called Ney."""
    return claimed(table, "red", table.token("red"), "Ney")


def addresses(desk: Desk, **filled: str) -> list[str]:
    """Every address that is read, and the views of earlier positions."""
    rules = [rule for rule in desk.app.url_map.iter_rules() if "GET" in (rule.methods or ())]
    paths = []
    for rule in rules:
        path = rule.rule.replace("version:", "").replace("path:", "").replace("int:", "")
        for name, value in FILLED.items():
            path = path.replace(f"<{name}>", value)
        path = path.format(**filled)
        assert "<" not in path, f"nothing is known that could stand in {path}"
        if not path.removeprefix(V1).startswith(ASIDE) and not path.endswith(ASIDE):
            paths.append(path)
    game = f"{V1}/games/{filled['game']}"
    paths += [f"{game}/{name}?{query}" for name in VIEWS for query in ("at=7", "turn=1", "since=5")]
    paths += [f"/games/{filled['game']}/position?at=7", f"{game}/checkpoint?size=7"]
    return paths


def asked(desk: Desk, path: str, token: str | None, tag: str | None = None) -> TestResponse:
    """The answer at `path`, for who has what is known by `tag`."""
    sent = {"X-Request-Id": "0123456789abcdef"}
    if token is not None and path.startswith(V1):
        sent["Authorization"] = f"Bearer {token}"
    if tag is not None:
        sent["If-None-Match"] = tag
    return desk.app.test_client().get(path, headers=sent)


def may_go_on_with(answer: TestResponse) -> bool:
    """Whether whoever has kept an answer may be told to use it again, or need not ask."""
    return "ETag" in answer.headers or "immutable" in answer.headers.get("Cache-Control", "")


def beside_the_log(table: Table, red: str) -> Iterator[str]:
    """Changes of what stands beside the log, one after the other; says what has been done."""
    path, recorded = f"/games/{table.id}", table.desk.recorded()

    def call(method: str, place: str, body: Any = None) -> None:
        answer = table.desk.call(method, path + place, red, body=body)
        assert answer.status_code in (200, 201, 204), answer.text

    call("PUT", "/seats/red/name", {"name": "Michel"})
    yield "a name was changed"
    call("DELETE", "/seats/red/name")
    yield "a name was erased"
    call("POST", "/webhooks", {"url": "https://club.example.org/"})
    yield "a webhook was left"
    assert table.desk.recorded() == recorded, "nothing of this is in the log"


def test_nobody_is_told_to_go_on_with_what_has_changed(desk: Desk, table: Table, red: str) -> None:
    case = desk.call(
        "POST", f"/games/{table.id}/takebacks", red, body={"why": "?"}, headers={"If-Match": "*"}
    )
    body = {"version": 7, "clause": "GO", "claim": "No.", "relief": "stand"}
    dispute = desk.call("POST", f"/games/{table.id}/disputes", red, body=body)
    cases = {"takeback": str(case.json["takeback"]), "dispute": str(dispute.json["dispute"])}
    calendar = desk.get(f"/games/{table.id}/calendar", red).json["address"]
    key = calendar.rpartition("/")[2].removesuffix(".ics")
    paths = addresses(desk, game=table.id, key=key, **cases)
    readers = (red, None)
    kept = {(path, who): asked(desk, path, who) for path in paths for who in readers}
    kept = {place: answer for place, answer in kept.items() if may_go_on_with(answer)}
    assert any("Ney" in it.text for it in kept.values())
    conditional = 0
    for change in beside_the_log(table, red):
        for (path, who), before in list(kept.items()):
            now = asked(desk, path, who)
            if "immutable" in before.headers.get("Cache-Control", ""):
                assert now.data == before.data, f"{change}, but {path} was to be kept for ever"
            tag = before.headers.get("ETag")
            if tag is not None:
                conditional += 1
                again = asked(desk, path, who, tag)
                held = again.status_code == 304
                assert held == (now.data == before.data), f"{change}: {path} holds: {held}"
            kept[path, who] = now
    assert conditional > 100


def test_an_erased_name_is_served_to_nobody(desk: Desk, table: Table, red: str) -> None:
    version, path = table.version, f"/games/{table.id}/seats/red/name"
    named = table.get()
    assert "Ney" in named.text
    assert desk.call("DELETE", path, red).status_code == 204
    again = table.get(headers={"If-None-Match": named.headers["ETag"]})
    assert (again.status_code, again.json["seats"][0]["name"]) == (200, None)
    assert again.json["version"] == version, "it takes no new version"
    known = table.get(headers={"If-None-Match": again.headers["ETag"]})
    assert (known.status_code, known.data) == (304, b"")


def test_an_erased_name_of_a_share_is_served_to_nobody(desk: Desk, table: Table) -> None:
    invited = table.post("/seats/blue/shares", "blue", {"share": "prussia"}).json["token"]
    token = claimed(table, "prussia", invited, "Ziethen")
    named = table.get()
    assert "Ziethen" in named.text
    path = f"/games/{table.id}/seats/prussia/name"
    assert desk.call("DELETE", path, token).status_code == 204
    again = table.get(headers={"If-None-Match": named.headers["ETag"]})
    assert again.status_code == 200
    assert "Ziethen" not in again.text


# -- acting upon it --------------------------------------------------------------------------------


def test_an_order_may_name_the_tag_of_the_game(desk: Desk, table: Table, red: str) -> None:
    tag = table.get().headers["ETag"]
    version = table.version
    assert tag.startswith(f'"{version}-')
    desk.call("DELETE", f"/games/{table.id}/seats/red/name", red)
    accepted = table.order("blue", PASS, tag)
    assert accepted.status_code == 201, "a name changes nothing that is acted upon"
    stale = desk.call(
        "POST", f"/games/{table.id}/orders", red, body=PASS, headers={"If-Match": tag}
    )
    assert (stale.status_code, stale.json["code"]) == (412, "VERSION_CONFLICT")
    assert stale.headers["ETag"] == f'"{table.version}"'


def test_a_take_back_may_name_the_tag_of_the_game(desk: Desk, table: Table, red: str) -> None:
    path, tag = f"/games/{table.id}/takebacks", table.get().headers["ETag"]
    asks = [
        desk.call("POST", path, red, body={"why": "?"}, headers={"If-Match": tag}) for _ in range(2)
    ]
    assert [it.status_code for it in asks] == [201, 412]


@pytest.mark.parametrize(
    "tag", ['"7-"', '"7-0123"', '"7-0123456789ABCDEF01234567"', '"-0123456789abcdef01234567"']
)
def test_a_tag_that_is_of_no_game_is_refused(table: Table, tag: str) -> None:
    answer = table.order("blue", PASS, tag)
    assert (answer.status_code, answer.json["code"]) == (400, "BAD_IF_MATCH")


@pytest.mark.parametrize("name", VIEWS)
def test_a_view_is_known_by_its_version_alone(
    desk: Desk, table: Table, red: str, name: str
) -> None:
    before = asked(desk, f"{V1}/games/{table.id}/{name}", red)
    assert before.headers["ETag"] == f'"{table.version}"'
    desk.call("DELETE", f"/games/{table.id}/seats/red/name", red)
    assert asked(desk, f"{V1}/games/{table.id}/{name}", red).data == before.data


def test_the_document_says_what_tags_there_are(desk: Desk) -> None:
    paths = desk.get("/openapi.json").json["paths"]
    game = paths[f"{V1}/games/{{game_id}}"]["get"]["responses"]["200"]["headers"]["ETag"]
    assert "digest" in game["description"]
    for path in ("/orders", "/takebacks", "/rulings"):
        resource = paths[f"{V1}/games/{{game_id}}{path}"]
        parameters = resource.get("parameters", []) + resource["post"].get("parameters", [])
        [match] = [it for it in parameters if it["name"] == "If-Match"]
        assert "`ETag` of the game itself" in match["description"]
        for tag in ("*", '"12"', '"12-0123456789abcdef01234567"'):
            assert re.search(match["schema"]["pattern"], tag)
