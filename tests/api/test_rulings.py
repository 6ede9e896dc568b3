"""Rulings over HTTP, and what was ruled before."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from typing import Any

import pytest

from tests.api.desk import Desk, Table


@pytest.fixture
def table(desk: Desk) -> Table:
    table = desk.table(referee=True)
    table.order("red", {"order": "draw"})
    return table


def ruled(table: Table, outcome: str = "stand", **more: Any) -> dict[str, Any]:
    body = {"outcome": outcome, "clauses": ["GO"], "reason": "So it is.", **more}
    answer = table.post("/rulings", "referee", body)
    assert answer.status_code == 201, answer.text
    found: dict[str, Any] = answer.json
    return found


def test_a_ruling_is_carried_out_at_once(table: Table) -> None:
    before = table.version - 4
    given = ruled(table, "rewind", to=before, reroll="all")
    assert given["version"] == table.version
    assert [event["type"] for event in given["ruling"]["events"]] == ["history_rewound"]
    assert table.get("/hand", "red").json["sizes"]["red"] == 1
    assert table.get().json["waiting_for"] == ["red"]


def test_one_order_is_drawn_for_anew(table: Table) -> None:
    events = table.get("/log?limit=1000").json["events"]
    drawn = next(e for e in reversed(events) if e["type"] == "card_drawn")
    given = ruled(table, "reroll", version=drawn["version"])
    types = [event["type"] for event in given["ruling"]["events"]]
    assert types[:2] == ["history_rewound", "order_given"]
    assert "card_drawn" in types
    again = [event for event in given["ruling"]["events"] if event["type"] == "card_drawn"]
    assert [(event["by"], event["behalf"]) for event in again] == [("referee", "red")]
    assert table.get("/hand", "red").json["sizes"]["red"] == 2


@pytest.mark.parametrize(
    ("seat", "changed", "status", "code"),
    [
        ("red", {}, 403, "NOT_THE_REFEREE"),
        (None, {}, 403, "NOT_THE_REFEREE"),
        ("referee", {"outcome": "rewind", "to": 9999}, 422, "REWIND_TO_FUTURE"),
        ("referee", {"outcome": "rewind"}, 422, "BAD_PAYLOAD"),
        ("referee", {"outcome": "reroll", "version": 9999}, 422, "UNKNOWN_VERSION"),
        ("referee", {"outcome": "reroll", "version": 1}, 422, "NOTHING_DRAWN"),
        ("referee", {"outcome": "money"}, 422, "BAD_PAYLOAD"),
        ("referee", {"clauses": ["TEA"]}, 422, "UNKNOWN_CLAUSE"),
        ("referee", {"clauses": []}, 422, "BAD_PAYLOAD"),
        ("referee", {"reason": " "}, 422, "TEXT_MISSING"),
        ("referee", {"reason": "So.\x00"}, 422, "BAD_TEXT"),
        ("referee", {"to": 3}, 422, "BAD_PAYLOAD"),
        ("referee", {"reroll": "all"}, 422, "BAD_PAYLOAD"),
        ("referee", {"outcome": "reroll", "version": 5, "to": 3}, 422, "BAD_PAYLOAD"),
        ("referee", {"outcome": "rewind", "to": 3, "version": 5}, 422, "BAD_PAYLOAD"),
        ("referee", {"case": 1}, 404, "UNKNOWN_CASE"),
        ("referee", {"outcome": "correct", "corrections": [{"correct": "x"}]}, 422, "BAD_PAYLOAD"),
        ("referee", {"judge": "me"}, 422, "UNKNOWN_FIELD"),
        ("referee", {"reason": "x" * 300_000}, 413, "BODY_TOO_LARGE"),
    ],
)
def test_a_refused_ruling_records_nothing(
    desk: Desk, table: Table, seat: str | None, changed: dict[str, Any], status: int, code: str
) -> None:
    body = {"outcome": "stand", "clauses": ["GO"], "reason": "So.", **changed}
    recorded = desk.recorded()
    answer = table.post("/rulings", seat, body)
    assert (answer.status_code, answer.json["code"]) == (status, code)
    assert desk.recorded() == recorded


def test_a_ruling_says_upon_which_version(desk: Desk, table: Table) -> None:
    recorded = desk.recorded()
    body = {"outcome": "stand", "clauses": ["GO"], "reason": "So."}
    path = f"/games/{table.id}/rulings"
    answer = desk.call("POST", path, table.token("referee"), body=body)
    assert (answer.status_code, answer.json["code"]) == (428, "PRECONDITION_REQUIRED")
    assert desk.recorded() == recorded


def test_before_the_table_is_laid_there_is_nothing_to_change(desk: Desk) -> None:
    table = desk.table(awaits_seats=True, referee=True)
    for outcome, more in (
        ("rewind", {"to": 1}),
        ("reroll", {"version": 1}),
        ("correct", {"corrections": [{"correct": "set_score"}]}),
    ):
        body = {"outcome": outcome, "clauses": ["GO"], "reason": "So.", **more}
        answer = table.post("/rulings", "referee", body)
        assert (answer.status_code, answer.json["code"]) == (422, "NOT_STARTED")
    assert table.version == 1
    assert ruled(table)["version"] == 2


def test_who_may_hold_a_seat_of_the_judge_is_on_the_ruling(desk: Desk, table: Table) -> None:
    chair = "the referee's chair is not claimed: whoever set the game up may hold it"
    assert chair in ruled(table)["ruling"]["conflicts"]
    assert table.post("/seats/blue/handover", "referee").status_code == 200
    answer = table.post("/seats/referee/claim", "referee", {"name": "Thiers"})
    body = {"outcome": "stand", "clauses": ["GO"], "reason": "So."}
    path, match = f"/games/{table.id}/rulings", {"If-Match": "*"}
    given = desk.call("POST", path, answer.json["token"], body=body, headers=match)
    found = given.json["ruling"]["conflicts"]
    assert chair not in found
    assert "the judge handed over the seat of blue" in found
    assert desk.get("/rulings?limit=1").json["rulings"][0]["conflicts"] == found


def test_a_ruling_upon_an_old_version_is_late(table: Table) -> None:
    match = {"If-Match": f'"{table.version}"'}
    table.order("blue", {"order": "pass"})
    body = {"outcome": "stand", "clauses": ["GO"], "reason": "So."}
    answer = table.post("/rulings", "referee", body, headers=match)
    assert (answer.status_code, answer.json["code"]) == (412, "VERSION_CONFLICT")
    assert answer.json["events"][-1]["type"] == "go_ended"


def test_precedents_are_found_by_clause_in_all_games(make_desk: Callable[..., Desk]) -> None:
    seconds = count(1_763_700_000_000_000, 1_000_000)
    desk = make_desk(clock=lambda: next(seconds))
    tables = [desk.table(referee=True) for _ in range(3)]
    for number, table in enumerate(tables):
        table.order("red", {"order": "draw"})
        body = {"version": 5, "clause": "BET", "claim": f"Claim {number}.", "relief": "stand"}
        case = table.post("/disputes", "red", body).json["dispute"]
        ruled(table, reason=f"Reason {number}.", case=case)
    ruled(tables[0], clauses=["END"], reason="Another.")

    def found(query: str = "") -> list[tuple[str, str]]:
        rulings = desk.get(f"/rulings{query}").json["rulings"]
        return [(it["game"], it["reason"]) for it in rulings]

    by_claim = [(tables[n].id, f"Reason {n}.") for n in (2, 1, 0)]
    for _ in range(2):
        assert found("?clause=GO") == by_claim
        assert found("?clause=BET") == by_claim, "the clause of the dispute is searched as well"
        assert found("?clause=END") == [(tables[0].id, "Another.")]
        assert found("?clause=SETUP&ruleset=toy") == []
        assert found("?ruleset=toy") == found() == [(tables[0].id, "Another."), *by_claim]
        of_game = tables[0].get("/rulings").json["rulings"]
        assert [it["reason"] for it in of_game] == ["Another.", "Reason 0."]
        desk.catch_up()
    for query, code in (
        ("clause=TEA", "UNKNOWN_CLAUSE"),
        ("clause=TEA&ruleset=toy", "UNKNOWN_CLAUSE"),
        ("ruleset=chess", "UNKNOWN_RULESET"),
        ("clause=GO&ruleset=chess", "UNKNOWN_RULESET"),
    ):
        answer = desk.get(f"/rulings?{query}")
        assert (answer.status_code, answer.json["code"]) == (422, code)
    [precedent] = desk.get("/rulings?clause=GO&limit=1").json["rulings"]
    assert precedent["clauses"] == [desk.get("/rulesets/toy/clauses/GO").json]
    assert precedent["case"]["text"] == "Claim 2."
    assert (precedent["case"]["kind"], precedent["case"]["clause"]) == ("dispute", "BET")


def test_rulings_of_an_unlisted_game_are_no_precedents(desk: Desk, table: Table) -> None:
    ruled(table, reason="Before the fork.")
    fork = table.post("/forks", "referee", {"at": table.version, "referee": True})
    twin = Table(desk, fork.json)
    ruled(twin, reason="In private.", clauses=["END"])
    ruled(table, reason="After the fork.")
    public = ["After the fork.", "Before the fork."]
    for _ in range(2):
        for query in ("", "?ruleset=toy", "?clause=GO"):
            found = desk.get(f"/rulings{query}")
            assert [it["reason"] for it in found.json["rulings"]] == public
            assert twin.id not in found.text
        assert desk.get("/rulings?clause=END").json["rulings"] == []
        desk.catch_up()


def test_precedents_are_paged_without_gaps(desk: Desk) -> None:
    table = desk.table(referee=True)
    for number in range(5):
        ruled(table, reason=f"Reason {number}.")
        if number == 2:
            desk.catch_up()
    whole = desk.get("/rulings").json["rulings"]
    assert [it["reason"] for it in whole] == [f"Reason {n}." for n in (4, 3, 2, 1, 0)]
    for path in ("/rulings", f"/games/{table.id}/rulings"):
        pages: list[Any] = []
        query = "?limit=2"
        while query:
            page = desk.get(f"{path}{query}").json
            pages += page["rulings"]
            query = f"?limit=2&after={page['next']}" if page["next"] else ""
        assert pages == whole
    for after in ("nowhere.3", f"{table.id}.1", "x", f"{table.id}.99999"):
        answer = desk.get(f"/rulings?after={after}")
        assert (answer.status_code, answer.json["code"]) == (422, "BAD_QUERY")


def test_what_was_erased_is_in_no_list(desk: Desk, table: Table) -> None:
    given = ruled(table, reason="He is a cheat.")
    desk.catch_up()
    erased = table.delete(f"/texts/{given['ruling']['reason_id']}", "referee")
    assert erased.status_code == 204
    for path in ("/rulings", f"/games/{table.id}/rulings"):
        answer = desk.get(path)
        assert "cheat" not in answer.text
        assert answer.json["rulings"][0]["reason"] is None
