"""Instructions over REST: left, listed and withdrawn by their seat, and by nobody else."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from werkzeug.test import TestResponse

from napoleon.log.store.recorder import StandingOrderRow
from napoleon.play.standing_orders import MOST_KEPT
from napoleon.rules.events import REFEREE
from tests.api.desk import Desk, Table
from tests.toy import Standing

PASS = {"order": "pass"}
PASS_THIS_TURN = {"instruction": "pass_this_turn"}
BET_SAME = {"instruction": "bet_same", "value": 3}


@pytest.fixture
def table(desk: Desk) -> Table:
    return desk.table(referee=True, instant_answers=True)


def leave(table: Table, seat: str | None, body: Any, **options: Any) -> TestResponse:
    """Leave a standing order, or whatever `body` is, as `seat`."""
    path = f"/games/{table.id}/instructions"
    return table.desk.call("POST", path, table.token(seat), body=body, **options)


def withdraw(table: Table, seat: str | None, instruction_id: str) -> TestResponse:
    path = f"/games/{table.id}/instructions/{instruction_id}"
    return table.desk.call("DELETE", path, table.token(seat))


def left(table: Table, seat: str, body: dict[str, Any]) -> dict[str, Any]:
    """Leave a standing order, which is kept."""
    answer = leave(table, seat, body)
    assert answer.status_code == 201, answer.text
    kept: dict[str, Any] = answer.json
    return kept


def kept(table: Table, seat: str) -> list[dict[str, Any]]:
    """The standing orders that `seat` is told it has left."""
    answer = table.get("/instructions", seat)
    assert answer.status_code == 200
    assert list(answer.json) == ["instructions"]
    instructions: list[dict[str, Any]] = answer.json["instructions"]
    return instructions


def orders_of(table: Table, seat: str, reader: str | None) -> list[dict[str, Any]]:
    """What `reader` is told of the orders that `seat` has given."""
    events = table.get("/log?level=full", reader).json["events"]
    return [e["data"] for e in events if e["type"] == "order_given" and e["by"] == seat]


def problem(answer: TestResponse) -> tuple[int, str]:
    assert answer.content_type == "application/problem+json"
    return answer.status_code, answer.json["code"]


# -- leave, list, withdraw -----------------------------------------------------------------------


def test_a_standing_order_is_left_and_listed(table: Table) -> None:
    version = table.version
    first = left(table, "blue", BET_SAME)
    assert first["instruction"] == BET_SAME
    second = left(table, "blue", PASS_THIS_TURN)
    assert kept(table, "blue") == [first, second]
    assert first["id"] != second["id"]
    assert table.version == version


def test_the_same_standing_order_again_is_the_one_that_is_kept(table: Table) -> None:
    first = left(table, "blue", BET_SAME)
    assert left(table, "blue", BET_SAME) == first
    assert kept(table, "blue") == [first]


def test_it_is_withdrawn_and_never_used(table: Table) -> None:
    instruction = left(table, "blue", PASS_THIS_TURN)
    answer = withdraw(table, "blue", instruction["id"])
    assert (answer.status_code, answer.data) == (204, b"")
    assert kept(table, "blue") == []
    assert problem(withdraw(table, "blue", instruction["id"])) == (404, "UNKNOWN_INSTRUCTION")
    table.order("red", PASS)
    assert table.get().json["waiting_for"] == ["blue"]


def test_it_is_used_when_its_question_comes_up(table: Table) -> None:
    card = table.get("/hand", "blue").json["cards"][0]
    instruction = left(table, "blue", {"instruction": "play_later", "card": card})
    answer = table.order("red", PASS)
    assert {event["by"] for event in answer.json["events"]} == {"red"}
    assert answer.json["version"] < table.version, "in a save of its own"
    assert table.get("/hand", "blue").json["cards"] == []
    assert kept(table, "blue") == []
    assert problem(withdraw(table, "blue", instruction["id"])) == (404, "UNKNOWN_INSTRUCTION")


def test_it_is_used_at_once_if_its_question_is_open(table: Table) -> None:
    left(table, "red", PASS_THIS_TURN)
    assert table.get().json["waiting_for"] == ["blue"]


def test_the_log_tells_its_use_to_its_seat_and_the_referee_alone(table: Table) -> None:
    left(table, "blue", PASS_THIS_TURN)
    left(table, "blue", BET_SAME)
    table.order("red", PASS)
    told = [
        {"player": "blue", "order": PASS, "instruction": PASS_THIS_TURN},
        {"player": "blue", "order": {"order": "bet", "value": 3}, "instruction": BET_SAME},
    ]
    veiled = [{"player": "blue", "order": None, "instruction": None}] * 2
    assert orders_of(table, "blue", "blue") == told
    assert orders_of(table, "blue", REFEREE) == told
    assert orders_of(table, "blue", "red") == veiled
    assert orders_of(table, "blue", None) == veiled
    assert orders_of(table, "red", "red")[0]["instruction"] is None
    table.play_out()
    assert orders_of(table, "blue", None)[:2] == told, "everything is open in the end"


def test_when_the_game_is_over_nothing_is_kept(table: Table) -> None:
    left(table, "blue", BET_SAME)
    table.play_out()
    assert kept(table, "blue") == []
    assert problem(leave(table, "blue", BET_SAME)) == (422, "GAME_OVER")


# -- what cannot be carried out ------------------------------------------------------------------


def put_broken(table: Table, seat: str) -> None:
    """A standing order of `seat` of which nobody knows any more what it means."""
    body = b'[{"instruction": "surrender"}, {"turn": 1}]'
    table.desk.games.recorder.put_standing_order(StandingOrderRow(table.id, "broken", seat, body))


@pytest.mark.parametrize("seat", ["red", "blue"])
def test_a_broken_standing_order_stops_neither_orders_nor_other_standing_orders(
    table: Table, seat: str
) -> None:
    left(table, "blue", PASS_THIS_TURN)
    put_broken(table, seat)
    answer = table.order("red", PASS)
    assert answer.status_code == 201, answer.text
    [used] = orders_of(table, "blue", "blue")
    assert used["instruction"] == PASS_THIS_TURN


def test_a_broken_standing_order_is_not_listed(table: Table) -> None:
    instruction = left(table, "blue", BET_SAME)
    put_broken(table, "blue")
    assert kept(table, "blue") == [instruction]
    assert problem(withdraw(table, "blue", "broken")) == (404, "UNKNOWN_INSTRUCTION")


def test_an_order_is_accepted_though_standing_orders_fail(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: Any) -> None:
        raise KeyError("turn")

    left(table, "blue", PASS_THIS_TURN)
    monkeypatch.setattr(Standing, "answer", fail)
    answer = table.order("red", PASS)
    assert answer.status_code == 201, answer.text
    assert table.get().json["waiting_for"] == ["blue"]


# -- who may -------------------------------------------------------------------------------------


def test_nobody_sees_or_withdraws_what_another_seat_has_left(table: Table) -> None:
    instruction = left(table, "blue", BET_SAME)
    assert kept(table, "red") == []
    answer = withdraw(table, "red", instruction["id"])
    assert problem(answer) == (404, "UNKNOWN_INSTRUCTION")
    unknown = withdraw(table, "red", "AAAAAAAAAAA")
    assert answer.data == unknown.data, "as if there were none"
    assert kept(table, "blue") == [instruction]


@pytest.mark.parametrize("seat", [None, REFEREE])
def test_who_holds_no_seat_has_no_standing_orders(table: Table, seat: str | None) -> None:
    instruction = left(table, "blue", BET_SAME)
    answers = [
        leave(table, seat, BET_SAME),
        table.get("/instructions", seat),
        withdraw(table, seat, instruction["id"]),
    ]
    assert [problem(answer) for answer in answers] == [(403, "NOT_SEATED")] * 3
    assert kept(table, "blue") == [instruction]


def test_a_token_opens_the_standing_orders_of_its_own_seat_only(desk: Desk, table: Table) -> None:
    other = desk.table(instant_answers=True)
    path = f"/games/{table.id}/instructions"
    for token in (other.token("blue"), f"{table.id}.blue.guessed", "nonsense"):
        answers = [
            desk.call("GET", path, token),
            desk.call("POST", path, token, body=BET_SAME),
            desk.call("DELETE", f"{path}/AAAAAAAAAAA", token),
        ]
        assert [problem(answer) for answer in answers] == [(401, "BAD_TOKEN")] * 3
        assert all("WWW-Authenticate" in answer.headers for answer in answers)


def test_the_standing_orders_of_a_seat_stay_with_it_when_it_is_claimed(table: Table) -> None:
    instruction = left(table, "blue", BET_SAME)
    before = table.token("blue")
    path = f"/games/{table.id}/seats/blue/claim"
    fresh = table.desk.call("POST", path, before, body={"name": "Ney"}).json["token"]
    path = f"/games/{table.id}/instructions"
    assert problem(table.desk.get(path, before)) == (401, "BAD_TOKEN")
    assert table.desk.get(path, fresh).json == {"instructions": [instruction]}


def test_there_is_no_such_game(desk: Desk) -> None:
    path = "/games/0000000000/instructions"
    assert problem(desk.get(path)) == (404, "UNKNOWN_GAME")
    assert problem(desk.call("POST", path, body=BET_SAME)) == (404, "UNKNOWN_GAME")
    assert problem(desk.call("DELETE", f"{path}/x")) == (404, "UNKNOWN_GAME")


def test_answers_are_for_their_reader_alone(table: Table) -> None:
    left(table, "blue", BET_SAME)
    for answer in (table.get("/instructions", "blue"), leave(table, "blue", PASS_THIS_TURN)):
        assert answer.headers["Cache-Control"] == "no-store"
        assert answer.headers["Vary"] == "Authorization, Cookie, Napoleon-Seat"


# -- what is refused -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"instruction": "surrender"}, "BAD_PAYLOAD"),
        ({"instruction": ""}, "BAD_PAYLOAD"),
        ({"instruction": 7}, "BAD_PAYLOAD"),
        ({"value": 3}, "BAD_PAYLOAD"),
        ({}, "BAD_PAYLOAD"),
        ([], "BAD_PAYLOAD"),
        ({"instruction": "bet_same"}, "BAD_PAYLOAD"),
        ({"instruction": "bet_same", "value": "3"}, "BAD_PAYLOAD"),
        ({"instruction": "bet_same", "value": None}, "BAD_PAYLOAD"),
        ({"instruction": "bet_same", "value": 3, "seat": "red"}, "BAD_PAYLOAD"),
        ({"instruction": "bet_same", "value": 9}, "NO_SUCH_BET"),
        ({"instruction": "play_later", "card": 10**30}, "NOT_HELD"),
    ],
)
def test_a_bad_standing_order_is_refused_and_not_kept(table: Table, body: Any, code: str) -> None:
    assert problem(leave(table, "blue", body)) == (422, code)
    assert kept(table, "blue") == []


def test_what_could_never_apply_is_refused_with_clause_and_facts(table: Table) -> None:
    answer = leave(table, "blue", {"instruction": "bet_same", "value": 9}).json
    assert (answer["clause"], answer["facts"]) == ("BET", {"bets": [1, 2, 3]})


@pytest.mark.parametrize("text", ['{"instruction": "\\ud800"}', '{"instruction": ', "\xff"])
def test_a_body_that_is_no_json(table: Table, text: str) -> None:
    headers = {"Content-Type": "application/json"}
    path = f"/games/{table.id}/instructions"
    data = text.encode("latin-1")
    answer = table.desk.call("POST", path, table.token("blue"), data=data, headers=headers)
    assert problem(answer) == (400, "BAD_JSON")


def test_queries_are_refused(table: Table) -> None:
    assert problem(table.get("/instructions?all=true", "blue")) == (422, "UNKNOWN_FIELD")


def test_a_seat_leaves_so_many_and_no_more(table: Table) -> None:
    for number in range(MOST_KEPT):
        body = msgspec.json.encode([BET_SAME, {"turn": number}])
        row = StandingOrderRow(table.id, str(number), "blue", body)
        table.desk.games.recorder.put_standing_order(row)
    answer = leave(table, "blue", PASS_THIS_TURN)
    assert problem(answer) == (422, "TOO_MANY_INSTRUCTIONS")
    assert answer.json["facts"] == {"most": MOST_KEPT}
    assert withdraw(table, "blue", "0").status_code == 204
    left(table, "blue", PASS_THIS_TURN)
    assert len(kept(table, "blue")) == MOST_KEPT
