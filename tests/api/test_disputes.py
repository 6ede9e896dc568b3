"""Disputes over HTTP: all that one is settled by, on one page."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.api.desk import Desk, Table
from tests.referee.law import Clock


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def desk(make_desk: Callable[..., Desk], clock: Clock) -> Desk:
    return make_desk(clock=clock)


@pytest.fixture
def table(desk: Desk) -> Table:
    """A game in which red has played its card."""
    table = desk.table(referee=True)
    card = table.get("/hand", "red").json["cards"][0]
    assert table.order("red", {"order": "play", "card": card}).status_code == 201
    return table


def played(table: Table) -> dict[str, Any]:
    """The event in which red has played its card."""
    events = table.get("/log?limit=1000", "red").json["events"]
    return next(event for event in events if event["type"] == "card_played")


def disputed(table: Table, **more: Any) -> dict[str, Any]:
    """Blue disputes that event."""
    claim = {"version": played(table)["version"], "clause": "GO", "claim": "Too many points."}
    answer = table.post("/disputes", "blue", {**claim, "relief": "correct", **more})
    assert answer.status_code == 201, answer.text
    found: dict[str, Any] = answer.json
    return found


def test_the_page_of_a_dispute_has_all_that_it_is_settled_by(table: Table) -> None:
    event = played(table)
    order = event["version"] - 1
    opened = disputed(table)
    path = f"/disputes/{opened['dispute']}"
    said = table.post(f"{path}/statements", "red", {"text": "It says so on the card."})
    assert said.status_code == 201
    page = table.get(path, "blue").json
    assert page["status"] == "open"
    assert (page["seat"], page["relief"], page["claim"]) == ("blue", "correct", "Too many points.")
    told = table.get(f"/log/{event['version']}", "blue").json
    assert {**page["event"], "words": []} == told
    assert page["event"]["breakdown"]
    assert [clause["id"] for clause in page["clauses"]] == ["GO"]
    assert page["before"]["version"] == order - 1
    for name in ("map", "hand", "victory-track", "order-of-battle"):
        before = table.get(f"/{name}?at={page['before']['version']}", "blue").json
        after = table.get(
            f"/{name}?at={page['after']['version']}&since={page['before']['version']}", "blue"
        ).json
        assert page["before"][name] == before
        assert page["after"][name] == after
    [change] = [
        it for it in page["after"]["victory-track"]["changes"] if it["path"] == "/scores/red"
    ]
    assert (change["before"], change["after"]) == (0, event["data"]["points"])
    assert [it["text"] for it in page["statements"]] == ["It says so on the card."]
    assert {(it["seat"], it["kind"]) for it in page["taint"]} == {
        ("blue", "act"),
        ("red", "reveal"),
        ("blue", "reveal"),
    }
    assert page["at"] < page["statements_until"] < page["until"]
    assert len(page["conflicts"]) == 3, "nobody has claimed a seat, nor the referee his chair"
    assert page["ruling"] is None
    assert table.get("/disputes", "blue").json["disputes"] == [
        {name: page[name] for name in opened}
    ]


def test_the_ruling_is_on_the_page(table: Table) -> None:
    opened = disputed(table)
    reason = "That card was worth nothing."
    put_right = {"correct": "set_score", "seat": "red", "score": 0, "reason": "None at all."}
    ruling = {
        "outcome": "correct",
        "clauses": ["GO", "END"],
        "reason": reason,
        "case": opened["dispute"],
        "corrections": [put_right],
        "conflict": True,
    }
    given = table.post("/rulings", "referee", ruling)
    assert given.status_code == 201, given.text
    page = table.get(f"/disputes/{opened['dispute']}", "red").json
    assert page["status"] == "ruled"
    shown = page["ruling"]
    assert (shown["outcome"], shown["reason"], shown["by"]) == ("correct", reason, "referee")
    assert [clause["id"] for clause in shown["citation"]] == ["GO", "END"]
    assert all(clause["text"] for clause in shown["citation"])
    assert "the judge says so" in shown["conflicts"]
    [corrected] = shown["events"]
    assert (corrected["type"], corrected["reason"]) == ("score_corrected", "None at all.")
    assert corrected["data"]["after"] == 0
    assert table.get("/victory-track").json["scores"]["red"] == 0
    late = table.post(f"/disputes/{opened['dispute']}/statements", "red", {"text": "But."})
    assert (late.status_code, late.json["code"]) == (422, "CASE_CLOSED")


def test_a_statement_that_is_sent_twice_is_made_once(desk: Desk, table: Table) -> None:
    path = f"/disputes/{disputed(table)['dispute']}/statements"
    first = table.post(path, "red", {"text": "It says so."})
    recorded = desk.recorded()
    again = table.post(path, "red", {"text": "It says so."})
    assert (again.status_code, again.json) == (201, first.json)
    assert desk.recorded() == recorded
    other = table.post(path, "blue", {"text": "It says so."})
    assert [it["by"] for it in other.json["statements"]] == ["red", "blue"]


def test_an_overdue_dispute_is_shown_to_stand(table: Table, clock: Clock) -> None:
    opened = disputed(table)
    clock.advance(hours=14 * 24)
    assert table.get(f"/disputes/{opened['dispute']}").json["status"] == "stood"


def test_a_dispute_is_withdrawn(table: Table) -> None:
    opened = disputed(table)
    path = f"/disputes/{opened['dispute']}"
    assert table.delete(path, "red").json["code"] == "NOT_YOUR_CASE"
    assert table.delete(path, "blue").status_code == 204
    assert table.get(path).json["status"] == "withdrawn"
    assert table.get(path).json["ruling"] is None


def test_the_first_event_has_no_position_before_it(table: Table) -> None:
    answer = table.post(
        "/disputes", "red", {"version": 1, "clause": "GO", "claim": "No.", "relief": "stand"}
    )
    page = table.get(f"/disputes/{answer.json['dispute']}").json
    assert page["before"] is None
    assert page["taint"] == []


@pytest.mark.parametrize(
    ("seat", "changed", "status", "code"),
    [
        (None, {}, 403, "NOT_SEATED"),
        ("referee", {}, 403, "NOT_SEATED"),
        ("red", {"version": 999}, 422, "UNKNOWN_VERSION"),
        ("red", {"version": 0}, 422, "BAD_PAYLOAD"),
        ("red", {"clause": "TEA"}, 422, "UNKNOWN_CLAUSE"),
        ("red", {"clause": ""}, 422, "BAD_PAYLOAD"),
        ("red", {"relief": "money"}, 422, "BAD_PAYLOAD"),
        ("red", {"claim": "  "}, 422, "TEXT_MISSING"),
        ("red", {"claim": "\u200b\u200f"}, 422, "TEXT_MISSING"),
        ("red", {"claim": "No.\x1b[2J"}, 422, "BAD_TEXT"),
        ("red", {"claim": "x" * 4001}, 422, "BAD_PAYLOAD"),
        ("red", {"seat": "blue"}, 422, "UNKNOWN_FIELD"),
    ],
)
def test_what_is_wrong_with_a_dispute(
    desk: Desk, table: Table, seat: str | None, changed: dict[str, Any], status: int, code: str
) -> None:
    body = {"version": 5, "clause": "GO", "claim": "No.", "relief": "stand", **changed}
    recorded = desk.recorded()
    answer = table.post("/disputes", seat, body)
    assert (answer.status_code, answer.json["code"]) == (status, code)
    assert desk.recorded() == recorded


def test_without_a_referee_there_is_nobody_to_settle_it(desk: Desk) -> None:
    table = desk.table()
    body = {"version": 3, "clause": "GO", "claim": "No.", "relief": "stand"}
    answer = table.post("/disputes", "red", body)
    assert (answer.status_code, answer.json["code"]) == (422, "NO_REFEREE")
