"""Seats of bots and open seats over REST: who may take what, and what is told of it."""

from __future__ import annotations

from collections.abc import Callable

from api.app import create_app
from napoleon.play import bots
from tests.api.desk import V1, Desk, Table

NEY = {"name": "Ney"}


def given(desk: Desk, **options: object) -> Table:
    return desk.table(scenario="wide", options={"turns": 2}, **options)


def test_a_seat_is_given_to_a_bot(desk: Desk) -> None:
    table = given(desk, bots=["blue"])
    assert [it["seat"] for it in table.created["seats"]] == ["red"]
    assert (table.created["bots"], table.created["open_seats"]) == (["blue"], [])
    told = table.get().json
    assert told["bots"] == ["blue"]
    assert [(it["seat"], it["claimed"], it["name"]) for it in told["seats"]] == [
        ("red", False, None),
        ("blue", True, "Bot"),
    ]
    assert table.order("red", {"order": "pass"}).status_code == 201
    while bots.answer_once(desk.games, table.id):
        pass
    assert table.get().json["waiting_for"] == ["red"]


def test_what_the_bot_holds_is_hidden(desk: Desk) -> None:
    table = given(desk, bots=["blue"])
    hands = desk.games.open(table.id).state.hands
    assert hands["blue"]
    assert table.get("/hand", "red").json["cards"] == hands["red"]
    assert table.get("/hand", None).json["cards"] is None
    texts = [table.get(path, "red").text for path in ("/log", "/log/2", "/journal")]
    token = desk.games.open(table.id).tokens["blue"]
    assert not any(token in text for text in texts)


def test_nobody_takes_the_seat_of_a_bot(desk: Desk) -> None:
    table = given(desk, bots=["blue"])
    answer = desk.call("POST", f"/games/{table.id}/seats/blue/take", body=NEY)
    assert (answer.status_code, answer.json["code"]) == (409, "SEAT_NOT_OPEN")
    assert table.post("/seats/blue/claim", "red", NEY).status_code == 403


def test_anybody_takes_an_open_seat_once(desk: Desk) -> None:
    table = given(desk, open_seats=["blue"])
    assert desk.get("/games").json["games"][0]["open_seats"] == ["blue"]
    path = f"/games/{table.id}/seats/blue/take"
    taken = desk.call("POST", path, body={**NEY, "nonce": "abc"})
    assert taken.status_code == 200
    assert taken.json["seat"] == "blue"
    told = desk.get(f"/games/{table.id}", taken.json["token"]).json
    assert told["open_seats"] == []
    assert [it["name"] for it in told["seats"]] == [None, "Ney"]
    assert told["seats"][1]["nonce"] == "given"
    again = desk.call("POST", path, body={"name": "Grouchy"})
    assert (again.status_code, again.json["code"]) == (409, "SEAT_NOT_OPEN")
    assert desk.get(f"/games/{table.id}", table.token("blue")).status_code == 401
    assert [it["type"] for it in table.get("/log").json["events"][-1:]] == ["seat_claimed"]


def test_an_invited_seat_is_not_open(desk: Desk) -> None:
    table = given(desk, open_seats=["blue"])
    for seat, status in (("red", 409), ("green", 404), ("referee", 404)):
        answer = desk.call("POST", f"/games/{table.id}/seats/{seat}/take", body=NEY)
        assert answer.status_code == status
    assert desk.call("POST", "/games/0000000000/seats/blue/take", body=NEY).status_code == 404


def test_seats_that_cannot_be_given_are_refused(desk: Desk) -> None:
    for said, code in (
        ({"bots": ["green"]}, "UNKNOWN_SEAT"),
        ({"bots": ["red", "blue"]}, "NOBODY_TO_PLAY"),
        ({"bots": ["red"], "open_seats": ["red"]}, "SEAT_GIVEN_TWICE"),
        ({"bots": "red"}, "BAD_PAYLOAD"),
        ({"bots": ["red"] * 17}, "BAD_PAYLOAD"),
    ):
        body = {"ruleset": "toy", "scenario": "short", **said}
        answer = desk.call("POST", "/games", body=body)
        assert (answer.status_code, answer.json["code"]) == (422, code), said
    assert desk.recorded() == 0


def test_seats_are_taken_at_the_rate_of_new_games(make_desk: Callable[..., Desk]) -> None:
    desk = make_desk()
    table = given(desk, open_seats=["blue"])
    client = create_app(desk.games, desk.views, {"NAPOLEON_LIMITS": "create=2/hour"}).test_client()
    far = {"environ_overrides": {"REMOTE_ADDR": "203.0.113.7"}}
    path = f"{V1}/games/{table.id}/seats/red/take"
    codes = [client.post(path, json=NEY, **far).status_code for _ in range(3)]
    assert codes == [409, 409, 429]
