"""The stream of a desk: what waits for somebody in all of their games."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.api.desk import Desk, Table
from tests.live.listening import Listener


def begun(desk: Desk) -> str:
    """The key of somebody who begins a desk."""
    return str(desk.call("POST", "/me", body={"name": "Ney", "language": "en"}).json["key"])


def lay(desk: Desk, key: str, table: Table, seat: str) -> None:
    body = {"token": table.token(seat)}
    assert desk.call("POST", "/me/seats", key, body=body).status_code == 204


def follow(desk: Desk, key: str | None) -> Listener:
    return Listener(desk.app, None, key)


def test_a_desk_is_told_what_waits_in_all_of_its_games(desk: Desk) -> None:
    first, second, key = desk.table(), desk.table(), begun(desk)
    for table in (first, second):
        lay(desk, key, table, "red")
    with follow(desk, key) as client:
        begin = client.next()
        assert begin.name == "waiting"
        waits = {it["id"]: it["seats"] for it in begin.json["games"]}
        assert waits == {first.id: ["red"], second.id: ["red"]}
        first.order("red", {"order": "pass"})
        assert [it["id"] for it in client.next().json["games"]] == [second.id]
        first.order("blue", {"order": "pass"})
        after = {it["id"]: it["version"] for it in client.next().json["games"]}
        assert after == {first.id: first.version, second.id: second.version}


def test_a_seat_that_comes_to_the_desk_is_followed_too(desk: Desk) -> None:
    key, table = begun(desk), desk.table()
    with follow(desk, key) as client:
        assert client.next().json == {"games": []}
        lay(desk, key, table, "blue")
        table.order("red", {"order": "pass"})
        [game] = client.next().json["games"]
        assert (game["id"], game["seats"]) == (table.id, ["blue"])


def test_what_happens_to_others_is_not_told(desk: Desk) -> None:
    """Nothing is sent but signs of life while nothing changes for the person."""
    own, other, key = desk.table(), desk.table(), begun(desk)
    lay(desk, key, own, "blue")
    with follow(desk, key) as client:
        client.next()
        other.order("red", {"order": "pass"})
        for _ in range(3):
            told = client.anything()
            assert told is not None and not told.name


def test_the_stream_ends_when_the_device_is_signed_out(desk: Desk) -> None:
    key = begun(desk)
    with follow(desk, key) as client:
        client.next()
        assert desk.call("DELETE", "/me", key).status_code == 200
        [gone] = client.rest()
        assert (gone.name, gone.json["code"]) == ("gone", "BAD_TOKEN")


@pytest.mark.parametrize(
    ("key", "code"), [(None, "TOKEN_REQUIRED"), ("forged", "BAD_TOKEN"), ("", "BAD_TOKEN")]
)
def test_nobody_else_follows_a_desk(desk: Desk, key: str | None, code: str) -> None:
    begun(desk)
    with follow(desk, key) as client:
        assert (client.answer.status_code, client.answer.json["code"]) == (401, code)


def test_a_token_of_a_seat_opens_no_desk(desk: Desk, table: Table) -> None:
    with follow(desk, table.token("red")) as client:
        assert client.answer.status_code == 401


def test_a_stream_of_a_desk_takes_a_place(make_desk: Callable[..., Desk]) -> None:
    desk = make_desk(capacity=1)
    key = begun(desk)
    with follow(desk, key) as client:
        client.next()
        with follow(desk, key) as other:
            assert (other.answer.status_code, other.answer.json["code"]) == (
                503,
                "TOO_MANY_STREAMS",
            )
    with follow(desk, key) as again:
        assert again.next().name == "waiting", "the place was given back"
