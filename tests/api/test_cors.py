"""Pages of other web sites: none may call the API, unless the operator names them."""

from __future__ import annotations

import re
from typing import Any

import pytest

from api.app import create_app
from napoleon.environment import BadSetting
from tests.api.desk import V1, Desk

CLUB = "https://club.example"
OTHER = "http://localhost:3000"
STRANGER = "https://evil.example"

ALLOW = "Access-Control-Allow-Origin"


@pytest.fixture
def client(desk: Desk) -> Any:
    """A browser whose pages of two sites may call the API."""
    return create_app(desk.games, desk.views, {"CORS_ORIGINS": f"{CLUB}, {OTHER}"}).test_client()


def preflight(client: Any, path: str, origin: str, method: str, *headers: str) -> Any:
    """What a browser asks before it sends what a page wants to."""
    asked = {"Access-Control-Request-Method": method}
    if headers:
        asked["Access-Control-Request-Headers"] = ",".join(headers).lower()
    return client.options(path, headers={"Origin": origin, **asked})


def test_by_default_no_page_may_read_anything(desk: Desk) -> None:
    client = desk.app.test_client()
    for path in (f"{V1}/rulesets", f"{V1}/games/x", "/"):
        answer = client.get(path, headers={"Origin": CLUB})
        assert not [name for name, _ in answer.headers if name.startswith("Access-Control")]
    asked = preflight(client, f"{V1}/games", CLUB, "POST", "Authorization")
    assert not [name for name, _ in asked.headers if name.startswith("Access-Control")]


@pytest.mark.parametrize("origin", [CLUB, OTHER])
def test_a_page_of_a_named_site_may_play(desk: Desk, client: Any, origin: str) -> None:
    table = desk.table()
    path = f"{V1}/games/{table.id}/orders"
    needed = ("Authorization", "Content-Type", "If-Match", "Idempotency-Key")
    asked = preflight(client, path, origin, "POST", *needed)
    assert asked.status_code == 200
    assert asked.headers[ALLOW] == origin
    assert "POST" in asked.headers["Access-Control-Allow-Methods"]
    allowed = asked.headers["Access-Control-Allow-Headers"].lower().split(", ")
    assert allowed == sorted(name.lower() for name in needed)
    assert int(asked.headers["Access-Control-Max-Age"]) > 0
    answer = client.post(
        path,
        json={"order": "pass"},
        headers={
            "Origin": origin,
            "If-Match": "*",
            "Authorization": f"Bearer {table.token('red')}",
        },
    )
    assert answer.status_code == 201
    assert answer.headers.get_all(ALLOW) == [origin]
    exposed = answer.headers["Access-Control-Expose-Headers"].split(", ")
    told = (
        *("Content-Disposition", "ETag", "Location"),
        *("Napoleon-Receipt", "Retry-After", "X-Request-Id"),
    )
    assert exposed == list(told)
    assert "Access-Control-Allow-Credentials" not in answer.headers


def test_a_page_may_follow_a_game_live_from_where_it_was(client: Any) -> None:
    asked = preflight(client, f"{V1}/games/x/live", CLUB, "GET", "Last-Event-ID", "Authorization")
    assert asked.headers["Access-Control-Allow-Headers"] == "authorization, last-event-id"


def test_a_page_of_a_named_site_may_read_what_went_wrong(desk: Desk, client: Any) -> None:
    table = desk.table()
    for path, status in (
        (f"{V1}/games/x", 404),
        (f"{V1}/nowhere", 404),
        (f"{V1}/games/{table.id}?x=1", 422),
    ):
        answer = client.get(path, headers={"Origin": CLUB})
        assert (answer.status_code, answer.headers[ALLOW]) == (status, CLUB)


def test_it_may_read_that_there_was_too_much(desk: Desk) -> None:
    env = {"CORS_ORIGINS": CLUB, "NAPOLEON_LIMITS": "reads=1/hour"}
    client = create_app(desk.games, desk.views, env).test_client()
    call = {"headers": {"Origin": CLUB}, "environ_overrides": {"REMOTE_ADDR": "203.0.113.7"}}
    for status in (200, 429):
        answer = client.get(f"{V1}/rulesets", **call)
        assert (answer.status_code, answer.headers[ALLOW]) == (status, CLUB)
    asked = client.options(f"{V1}/rulesets", **call)
    assert asked.status_code == 200, "asking beforehand is not counted"


STRANGERS = (
    STRANGER,
    f"{CLUB}.evil.example",
    f"{CLUB}:8443",
    "http://club.example",
    "https://clubXexample",
    "https://evil.example/?https://club.example",
    "null",
    "*",
    "",
)


def test_a_page_of_any_other_site_may_not(client: Any) -> None:
    for origin in STRANGERS:
        answer = client.get(f"{V1}/rulesets", headers={"Origin": origin})
        assert ALLOW not in answer.headers, origin
        assert ALLOW not in preflight(client, f"{V1}/games", origin, "POST").headers, origin


def test_what_may_be_kept_is_kept_for_each_site_apart(desk: Desk, client: Any) -> None:
    table = desk.table()
    for headers in ({}, {"Origin": CLUB}, {"Origin": STRANGER}):
        answer = client.get(f"{V1}/games/{table.id}/map?at=1", headers=headers)
        assert "public" in answer.headers["Cache-Control"]
        assert {"Origin", "Authorization"} <= set(answer.vary.as_set(preserve_casing=True))


def test_only_the_api_is_opened(client: Any) -> None:
    for path in ("/", "/nowhere", "/api/v2/rulesets", "/x/api/v1/rulesets"):
        assert ALLOW not in client.get(path, headers={"Origin": CLUB}).headers


NO_SITES = (
    "*",
    "https://*.example",
    "club.example",
    "https://club.example/",
    "https://club.example?",
    "https://club.example:443",
    "https://club.example:x",
    "https://Club.example",
    "https://user@club.example",
    "http://a b",
    "https://",
    "file://",
    "ftp://club.example",
    "null",
)


@pytest.mark.parametrize("origin", NO_SITES)
def test_what_is_no_web_site_is_told_at_the_start(origin: str) -> None:
    said = re.escape(f"CORS_ORIGINS says {origin!r}; it has to name each web site")
    with pytest.raises(BadSetting, match=said):
        create_app(env={"CORS_ORIGINS": f"{CLUB},{origin}"})
