"""Webhooks over REST: left, listed and withdrawn by whoever holds the token, and by nobody else."""

from __future__ import annotations

from base64 import b64decode
from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace
from werkzeug.test import TestResponse

from api.app import create_app
from napoleon.environment import BadSetting
from napoleon.rules.events import REFEREE
from projections.webhooks.keeping import MOST_KEPT
from tests.api.desk import Desk, Table

URL = "https://club.example.org/napoleon"


@pytest.fixture
def table(desk: Desk) -> Table:
    return desk.table(referee=True)


def leave(table: Table, seat: str | None, body: Any, token: str | None = None) -> TestResponse:
    path = f"/games/{table.id}/webhooks"
    return table.desk.call("POST", path, token or table.token(seat), body=body)


def left(table: Table, seat: str, url: str = URL) -> dict[str, Any]:
    """Leave a webhook, which is kept."""
    answer = leave(table, seat, {"url": url})
    assert answer.status_code == 201, answer.text
    kept: dict[str, Any] = answer.json
    return kept


def kept(table: Table, seat: str) -> list[dict[str, Any]]:
    """The webhooks that `seat` is told it has left."""
    answer = table.get("/webhooks", seat)
    assert answer.status_code == 200
    webhooks: list[dict[str, Any]] = answer.json["webhooks"]
    return webhooks


def problem(answer: TestResponse) -> tuple[int, str]:
    assert answer.content_type == "application/problem+json"
    return answer.status_code, answer.json["code"]


@pytest.mark.parametrize("seat", ["red", "blue", REFEREE])
def test_a_webhook_is_left_and_listed(table: Table, seat: str) -> None:
    version = table.version
    webhook = left(table, seat)
    assert list(webhook) == ["id", "url", "secret"]
    assert webhook["url"] == URL
    assert kept(table, seat) == [
        {"id": webhook["id"], "url": URL, "sent": version, "failures": 0, "next_try": None}
    ]
    assert table.version == version, "it is no part of the log"


def test_the_secret_is_shown_once(table: Table) -> None:
    answer = leave(table, "red", {"url": URL})
    assert answer.headers["Cache-Control"] == "no-store"
    secret = answer.json["secret"]
    assert secret.startswith("whsec_")
    assert 24 <= len(b64decode(secret.removeprefix("whsec_"), validate=True)) <= 64
    assert secret != left(table, "blue")["secret"]
    listed = table.get("/webhooks", "red")
    assert listed.headers["Cache-Control"] == "no-store"
    assert secret.removeprefix("whsec_") not in listed.text


def test_after_a_failure_it_says_when_it_is_tried_again(table: Table) -> None:
    webhook = left(table, "red")
    [row] = table.desk.games.recorder.webhooks(table.id)
    failed = replace(row, failures=2, due=row.due + 60_000_000)
    assert table.desk.games.recorder.move_webhook(row, failed)
    assert kept(table, "red") == [
        {
            "id": webhook["id"],
            "url": URL,
            "sent": row.sent,
            "failures": 2,
            "next_try": row.due + 60_000_000,
        }
    ]


def test_it_is_withdrawn(table: Table) -> None:
    webhook = left(table, "red")
    answer = table.delete(f"/webhooks/{webhook['id']}", "red")
    assert (answer.status_code, answer.data) == (204, b"")
    assert table.desk.games.recorder.webhooks(table.id) == []
    again = table.delete(f"/webhooks/{webhook['id']}", "red")
    assert problem(again) == (404, "UNKNOWN_WEBHOOK")


def test_the_same_url_again_takes_the_place_of_the_first(table: Table) -> None:
    first = left(table, "red")
    other = left(table, "red", URL + "/2")
    blue = left(table, "blue")
    second = left(table, "red", "https://CLUB.example.org:443/napoleon")
    assert second["id"] != first["id"]
    assert second["secret"] != first["secret"]
    assert {it["id"] for it in kept(table, "red")} == {second["id"], other["id"]}
    assert [it["id"] for it in kept(table, "blue")] == [blue["id"]]


def test_so_many_may_be_left_and_no_more(table: Table) -> None:
    webhooks = [left(table, "red", f"{URL}/{number}") for number in range(MOST_KEPT)]
    answer = leave(table, "red", {"url": URL})
    assert problem(answer) == (422, "TOO_MANY_WEBHOOKS")
    assert answer.json["facts"] == {"most": MOST_KEPT}
    left(table, "red", f"{URL}/0")
    left(table, "blue")
    table.delete(f"/webhooks/{webhooks[1]['id']}", "red")
    left(table, "red")
    assert len(kept(table, "red")) == MOST_KEPT


# -- who may -------------------------------------------------------------------------------------


def test_nobody_sees_or_withdraws_what_another_has_left(table: Table) -> None:
    webhook = left(table, "blue")
    for other in ("red", REFEREE):
        assert kept(table, other) == []
        answer = table.delete(f"/webhooks/{webhook['id']}", other)
        assert problem(answer) == (404, "UNKNOWN_WEBHOOK")
        assert answer.data == table.delete("/webhooks/AAAAAAAAAAA", other).data
    assert [it["id"] for it in kept(table, "blue")] == [webhook["id"]]


def test_a_spectator_has_none(table: Table) -> None:
    webhook = left(table, "red")
    for answer in (
        table.get("/webhooks"),
        leave(table, None, {"url": URL}),
        table.delete(f"/webhooks/{webhook['id']}", None),
    ):
        assert problem(answer) == (403, "NOT_SEATED")
    assert len(kept(table, "red")) == 1


def test_a_token_of_another_game_opens_nothing(table: Table) -> None:
    other = table.desk.table().token("red")
    assert problem(leave(table, None, {"url": URL}, token=other)) == (401, "BAD_TOKEN")
    assert problem(table.desk.get(f"/games/{table.id}/webhooks", other)) == (401, "BAD_TOKEN")
    assert problem(leave(table, None, {"url": URL}, token="nonsense")) == (401, "BAD_TOKEN")


def test_the_newcomer_to_a_seat_does_not_see_what_was_left_before_him(table: Table) -> None:
    left(table, "red")
    old = table.token("red")
    answer = table.desk.call("POST", f"/games/{table.id}/seats/red/handover", old)
    fresh = answer.json["token"]
    listed = table.desk.get(f"/games/{table.id}/webhooks", fresh)
    assert listed.json == {"webhooks": []}
    assert problem(table.desk.get(f"/games/{table.id}/webhooks", old)) == (401, "BAD_TOKEN")


def test_a_game_that_is_over_or_unknown_has_none(table: Table) -> None:
    unknown = table.desk.call("POST", "/games/none/webhooks", table.token("red"), body={"url": URL})
    assert problem(unknown) == (404, "UNKNOWN_GAME")
    table.play_out()
    assert problem(leave(table, "red", {"url": URL})) == (422, "GAME_OVER")


# -- what is refused -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "url",
    [
        "http://club.example.org/",
        "https://127.0.0.1/",
        "https://[::ffff:10.0.0.1]/",
        "https://localhost/",
        "https://2130706433/",
        "https://user@club.example.org/",
        "https://club.example.org/#x",
        "https://club.example.org:8000/",
        "not a url",
    ],
)
def test_a_url_that_is_no_public_one_is_refused(table: Table, url: str) -> None:
    assert problem(leave(table, "red", {"url": url})) == (422, "BAD_URL")
    assert kept(table, "red") == []


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({}, "BAD_PAYLOAD"),
        ({"url": None}, "BAD_PAYLOAD"),
        ({"url": 1}, "BAD_PAYLOAD"),
        ({"url": ""}, "BAD_PAYLOAD"),
        ({"url": URL + "x" * 2000}, "BAD_PAYLOAD"),
        ({"url": URL, "secret": "mine"}, "UNKNOWN_FIELD"),
        ([], "BAD_PAYLOAD"),
    ],
)
def test_a_bad_body_is_refused(table: Table, body: Any, code: str) -> None:
    assert problem(leave(table, "red", body)) == (422, code)
    assert kept(table, "red") == []


def test_queries_are_refused(table: Table) -> None:
    assert problem(table.get("/webhooks?all=true", "red")) == (422, "UNKNOWN_FIELD")


def test_a_closed_network_may_allow_its_own_addresses(make_desk: Callable[..., Desk]) -> None:
    table = make_desk(env={"WEBHOOK_ALLOW": "10.1.0.0/16"}).table()
    assert left(table, "red", "http://10.1.2.3:8000/hook")["url"] == "http://10.1.2.3:8000/hook"
    left(table, "red", "http://receiver:8000/hook")
    for url in ("http://10.2.0.1/", "https://127.0.0.1/", "https://10.2.0.1/"):
        assert problem(leave(table, "red", {"url": url})) == (422, "BAD_URL")


def test_a_service_does_not_start_with_networks_that_are_none() -> None:
    with pytest.raises(BadSetting, match="WEBHOOK_ALLOW"):
        create_app(env={"WEBHOOK_ALLOW": "everything"})
