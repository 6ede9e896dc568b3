"""Forks over REST, and going over to newer rules."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.api.desk import VIEWS, Desk, Table, ToyWithArmies


def played(desk: Desk, orders: int = 3, **options: object) -> Table:
    table = desk.table(referee=True, **options)
    for number in range(orders):
        seat = ("red", "blue")[number % 2]
        order = {"order": "draw"} if number < 2 else {"order": "bet", "value": 1}
        assert table.order(seat, order).status_code == 201
    return table


def fork(table: Table, seat: str | None, **body: object) -> tuple[int, dict[str, object]]:
    answer = table.desk.call(
        "POST", f"/games/{table.id}/forks", table.token(seat), body={"at": table.version, **body}
    )
    return answer.status_code, answer.json


def test_the_referee_forks_a_running_game(desk: Desk) -> None:
    table = played(desk)
    status, created = fork(table, "referee")
    assert status == 201
    twin = Table(desk, created)
    assert twin.id != table.id
    assert twin.version == table.version + 1
    for seat in ("red", "blue", None):
        for name in VIEWS:
            at = f"/{name}?at={table.version}"
            assert twin.get(at, seat).json == table.get(at, seat).json
    before = table.version
    assert twin.order("blue", {"order": "bet", "value": 2}).status_code == 201
    assert table.version == before
    assert twin.version > before + 1


@pytest.mark.parametrize("seat", ["red", "blue", None])
def test_a_running_game_is_not_forked_by_who_sees_part_of_it(desk: Desk, seat: str | None) -> None:
    table = played(desk)
    recorded = desk.recorded()
    status, problem = fork(table, seat)
    assert (status, problem["code"]) == (403, "FORK_SHOWS_ALL")
    one = {"red": table.token("red")}
    assert fork(table, seat, tokens=one)[0] == 403
    swapped = {"red": table.token("blue"), "blue": table.token("red")}
    assert fork(table, seat, tokens=swapped)[0] == 403
    assert desk.recorded() == recorded


def test_all_seats_together_fork_a_running_game(desk: Desk) -> None:
    table = played(desk)
    tokens = {seat: table.token(seat) for seat in ("red", "blue")}
    status, created = fork(table, None, tokens=tokens)
    assert status == 201
    assert created["referee"] is None


def test_who_has_a_token_forks_a_finished_game_before_its_end(desk: Desk) -> None:
    table = played(desk, 2, options={"turns": 1})
    for seat in ("red", "blue"):
        assert table.order(seat, {"order": "bet", "value": 1}).status_code == 201
    assert table.get().json["status"] == "over"
    assert fork(table, None)[1]["code"] == "FORK_NEEDS_TOKEN"
    assert fork(table, "red")[1]["code"] == "GAME_OVER"
    status, created = fork(table, "red", at=table.version - 5)
    assert status == 201
    assert created["status"] == "running"


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"at": 10_000}, 404, "UNKNOWN_VERSION"),
        ({"at": 0}, 422, None),
        ({"at": -1}, 422, None),
        ({"at": "8"}, 422, None),
        ({"at": True}, 422, None),
        ({"at": 8.5}, 422, None),
        ({"at": None}, 422, None),
        ({"at": 8, "seed": "00"}, 422, None),
        ({"at": 8, "tokens": ["red"]}, 422, None),
    ],
)
def test_bad_forks(desk: Desk, body: dict[str, object], status: int, code: str | None) -> None:
    table = played(desk)
    recorded = desk.recorded()
    answer = desk.call("POST", f"/games/{table.id}/forks", table.token("referee"), body=body)
    assert answer.status_code == status, answer.text
    assert answer.content_type == "application/problem+json"
    assert code in (None, answer.json["code"])
    assert desk.recorded() == recorded


def test_a_dead_token_forks_nothing(desk: Desk) -> None:
    table = played(desk)
    token = table.token("red")
    desk.call("POST", f"/games/{table.id}/seats/red/claim", token, body={"name": "Anna"})
    answer = desk.call("POST", f"/games/{table.id}/forks", token, body={"at": 8})
    assert answer.status_code == 401


def test_a_fork_of_a_running_game_is_not_in_the_lobby(desk: Desk) -> None:
    table = played(desk)
    twin = Table(desk, fork(table, "referee")[1])
    for _ in range(2):
        listed = [game["id"] for game in desk.get("/games").json["games"]]
        assert (table.id in listed, twin.id in listed) == (True, False)
        mine = desk.get("/games?mine=true", twin.token("red")).json["games"]
        assert [game["id"] for game in mine] == [twin.id]
        desk.catch_up()


# -- newer rules -----------------------------------------------------------------------------------


class Newer(ToyWithArmies):
    """The rules of the next release."""

    version = "2"
    replays = ((ToyWithArmies.version, ToyWithArmies.pack_hash),)


def test_a_game_goes_on_under_newer_rules_when_its_people_agree(
    make_desk: Callable[..., Desk], tmp_path: Path
) -> None:
    home = tmp_path / "club"
    before = played(make_desk(home=home), 1)
    table = Table(make_desk(Newer(), home=home), before.created)
    assert table.get("/map", "red").status_code == 200
    refused = table.order("blue", {"order": "draw"})
    assert (refused.status_code, refused.json["code"]) == (422, "RULES_CHANGED")

    def agree(seat: str | None) -> tuple[int, dict[str, object]]:
        answer = table.desk.call("POST", f"/games/{table.id}/rules", table.token(seat))
        return answer.status_code, answer.json

    assert agree(None)[0] == 403
    status, body = agree("red")
    assert status == 201
    assert (body["rules_version"], body["installed"], body["agreed"]) == ("1", "2", ["red"])
    assert table.order("blue", {"order": "draw"}).status_code == 422
    status, body = agree("blue")
    assert (body["rules_version"], body["agreed"]) == ("2", [])
    assert table.order("blue", {"order": "draw"}).status_code == 201
    assert agree("referee")[1]["code"] == "RULES_UNCHANGED"
