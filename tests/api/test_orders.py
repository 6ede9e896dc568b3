"""Giving orders: preconditions, conflicts, keys, refusals."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from werkzeug.test import TestResponse

from tests.api.desk import Desk, Table


@pytest.fixture
def table(desk: Desk) -> Table:
    return desk.table(referee=True)


def betting(table: Table) -> Table:
    """`table` where both seats have to bet."""
    for seat in ("red", "blue"):
        assert table.order(seat, {"order": "pass"}).status_code == 201
    return table


def test_an_accepted_order_is_answered_with_what_it_caused(table: Table) -> None:
    before = table.version
    answer = table.order("red", {"order": "draw"}, f'"{before}"')
    assert answer.status_code == 201
    assert answer.headers["ETag"] == f'"{answer.json["version"]}"'
    assert answer.json["version"] == table.version
    assert answer.json["carried_out"] == 1
    assert answer.json["refused"] is None
    events = answer.json["events"]
    types = ["order_given", "secret_draws_called", "card_drawn", "go_ended"]
    assert [event["type"] for event in events] == types
    assert [event["version"] for event in events] == list(range(before + 1, table.version + 1))
    assert events == table.get(f"/log?after={before}", "red").json["events"]


def test_several_orders_stop_where_another_seat_decides(table: Table) -> None:
    answer = table.order("red", {"orders": [{"order": "pass"}, {"order": "pass"}]})
    assert (answer.status_code, answer.json["carried_out"]) == (201, 1)
    assert answer.json["refused"] is None
    assert table.get().json["waiting_for"] == ["blue"]


def test_several_orders_stop_at_a_refusal_and_keep_what_was_carried_out(desk: Desk) -> None:
    table = betting(desk.table())
    table.order("blue", {"order": "bet", "value": 1})
    answer = table.order(
        "red",
        {
            "orders": [
                {"order": "bet", "value": 3},
                {"order": "play", "card": 99},
                {"order": "pass"},
            ]
        },
    )
    assert (answer.status_code, answer.json["carried_out"]) == (201, 1)
    assert answer.json["refused"] == {
        "code": "NOT_OFFERED",
        "clause": "GO",
        "detail": "That is not possible now.",
        "facts": {},
    }
    assert table.version == answer.json["version"]
    assert table.get().json["turn"] == 2
    assert table.get("/victory-track").json["scores"]["red"] == 3


def test_a_refused_order_says_why_and_records_nothing(desk: Desk, table: Table) -> None:
    before = desk.recorded()
    answer = table.order("red", {"order": "play", "card": 99})
    assert answer.status_code == 422
    assert answer.content_type == "application/problem+json"
    problem = answer.json
    assert (problem["code"], problem["clause"]) == ("NOT_OFFERED", "GO")
    assert problem["detail"] == "That is not possible now."
    assert problem["facts"] == {}
    assert desk.recorded() == before


def test_the_version_acted_upon_has_to_be_named(desk: Desk, table: Table) -> None:
    before = desk.recorded()
    answer = table.order("red", {"order": "pass"}, match=None)
    assert (answer.status_code, answer.json["code"]) == (428, "PRECONDITION_REQUIRED")
    for match in ("5", "five", '"five"', 'W/"5"', '"5", "6"', '""', '"05"', '"0"'):
        answer = table.order("red", {"order": "pass"}, match=match)
        assert (answer.status_code, answer.json["code"]) == (400, "BAD_IF_MATCH"), match
    assert desk.recorded() == before


def test_a_stale_order_is_answered_with_what_was_missed(desk: Desk, table: Table) -> None:
    stale = table.version
    table.order("red", {"order": "draw"}, f'"{stale}"')
    before = desk.recorded()
    answer = table.order("blue", {"order": "pass"}, f'"{stale}"')
    assert (answer.status_code, answer.json["code"]) == (412, "VERSION_CONFLICT")
    assert answer.json["version"] == table.version
    assert answer.headers["ETag"] == f'"{table.version}"'
    assert answer.json["events"] == table.get(f"/log?after={stale}", "blue").json["events"]
    [drawn] = [event for event in answer.json["events"] if event["type"] == "card_drawn"]
    assert drawn["data"]["card"] is None
    assert desk.recorded() == before


def test_a_version_that_has_not_been_reached_is_a_conflict_too(table: Table) -> None:
    answer = table.order("red", {"order": "pass"}, f'"{table.version + 1}"')
    assert (answer.status_code, answer.json["events"]) == (412, [])


def test_of_two_writers_one_wins_and_the_other_sees_what_it_missed(desk: Desk) -> None:
    table = betting(desk.table())
    before = table.version
    start = Barrier(2)

    def bet(seat: str) -> TestResponse:
        start.wait()
        return table.order(seat, {"order": "bet", "value": 2}, f'"{before}"')

    with ThreadPoolExecutor(2) as pool:
        answers = dict(zip(("red", "blue"), pool.map(bet, ("red", "blue")), strict=True))
    by_status = {answer.status_code: seat for seat, answer in answers.items()}
    assert set(by_status) == {201, 412}
    won, lost = answers[by_status[201]].json, answers[by_status[412]].json
    assert table.version == won["version"] == lost["version"]
    assert [e["version"] for e in lost["events"]] == [e["version"] for e in won["events"]]


def test_where_both_decide_neither_answer_makes_the_other_stale(desk: Desk) -> None:
    table = betting(desk.table())
    names = {d["seat"]: d["id"] for d in table.get("/decisions").json["decisions"]}
    for seat in ("red", "blue"):
        answer = table.order(seat, {"order": "bet", "value": 1, "decision": names[seat]})
        assert answer.status_code == 201
    assert table.get().json["turn"] == 2


def test_a_decision_of_another_seat_or_a_closed_one_is_refused(desk: Desk) -> None:
    table = betting(desk.table())
    before = desk.recorded()
    names = {d["seat"]: d["id"] for d in table.get("/decisions").json["decisions"]}
    for decision in (names["blue"], "1.go.red", "no such decision"):
        answer = table.order("red", {"order": "bet", "value": 1, "decision": decision})
        assert (answer.status_code, answer.json["code"]) == (422, "DECISION_CLOSED")
    assert desk.recorded() == before


def test_the_same_key_with_the_same_body_is_carried_out_once(desk: Desk, table: Table) -> None:
    match = f'"{table.version}"'
    first = table.order("red", {"order": "draw"}, match, key="k-1")
    recorded = desk.recorded()
    second = table.order("red", {"order": "draw"}, match, key="k-1")
    assert (second.status_code, second.data) == (201, first.data)
    assert desk.recorded() == recorded
    other = table.order("red", {"order": "pass"}, match, key="k-1")
    assert (other.status_code, other.json["code"]) == (422, "KEY_REUSED")
    assert desk.recorded() == recorded


def test_a_repeated_answer_shows_no_more_than_the_first_one(desk: Desk) -> None:
    table = betting(desk.table(options={"turns": 1}))
    body = {"order": "bet", "value": 3}
    first = table.order("red", body, key="bet")
    table.order("blue", {"order": "bet", "value": 1})
    assert table.get().json["status"] == "over"
    assert table.order("red", body, key="bet").data == first.data


def test_a_key_belongs_to_the_seat_that_used_it(desk: Desk) -> None:
    table = betting(desk.table())
    for seat in ("red", "blue"):
        answer = table.order(seat, {"order": "bet", "value": 1}, key="same")
        assert answer.status_code == 201
        assert answer.json["events"][0]["by"] == seat


def test_a_refused_order_does_not_use_up_its_key(table: Table) -> None:
    assert table.order("blue", {"order": "pass"}, key="k").status_code == 422
    table.order("red", {"order": "pass"})
    assert table.order("blue", {"order": "pass"}, key="k").status_code == 201


@pytest.mark.parametrize("key", ["", "two words", "x" * 256, "caf\xe9"])
def test_a_malformed_key_is_refused(desk: Desk, table: Table, key: str) -> None:
    before = desk.recorded()
    answer = table.order("red", {"order": "pass"}, key=key)
    assert (answer.status_code, answer.json["code"]) == (400, "BAD_IDEMPOTENCY_KEY")
    assert desk.recorded() == before


@pytest.mark.parametrize("holder", [None, "referee"])
def test_who_holds_no_seat_gives_no_orders(desk: Desk, table: Table, holder: str | None) -> None:
    before = desk.recorded()
    for match in ("*", None):
        answer = table.order(holder, {"order": "pass"}, match)
        assert (answer.status_code, answer.json["code"]) == (403, "NOT_SEATED")
    assert desk.recorded() == before


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({}, "BAD_PAYLOAD"),
        ([], "BAD_PAYLOAD"),
        ("pass", "BAD_PAYLOAD"),
        ({"order": 1}, "BAD_PAYLOAD"),
        ({"order": ""}, "BAD_PAYLOAD"),
        ({"order": "dance"}, "BAD_PAYLOAD"),
        ({"order": "play"}, "BAD_PAYLOAD"),
        ({"order": "play", "card": "ace"}, "BAD_PAYLOAD"),
        ({"order": "pass", "why": "tired"}, "BAD_PAYLOAD"),
        ({"order": "pass", "orders": [{"order": "pass"}]}, "BAD_PAYLOAD"),
        ({"order": "pass", "decision": 7}, "BAD_PAYLOAD"),
        ({"orders": []}, "BAD_PAYLOAD"),
        ({"orders": [{"order": "pass"}] * 101}, "BAD_PAYLOAD"),
        ({"orders": ["pass"]}, "BAD_PAYLOAD"),
        ({"orders": [{"order": "pass", "decision": "x"}]}, "BAD_PAYLOAD"),
        ({"orders": [{"order": "pass"}], "why": "tired"}, "UNKNOWN_FIELD"),
    ],
)
def test_what_is_no_order_is_refused(desk: Desk, table: Table, body: object, code: str) -> None:
    before = desk.recorded()
    answer = table.order("red", body)
    assert (answer.status_code, answer.json["code"]) == (422, code), answer.text
    assert answer.json["detail"]
    assert desk.recorded() == before


def test_every_offer_is_accepted(desk: Desk) -> None:
    table = desk.table()
    seen = set()
    for _ in range(12):
        for seat in table.get().json["waiting_for"]:
            legal_orders = table.legal_orders(seat)
            offer = next((o for o in legal_orders if o["order"] not in seen), legal_orders[-1])
            seen.add(offer["order"])
            assert table.order(seat, offer).status_code == 201
    assert seen == {"draw", "play", "pass", "bet"}
