"""The games that can be played, and the clauses of their rules."""

from __future__ import annotations

from tests.api.desk import Desk


def test_rulesets_are_listed_with_scenarios_options_and_seats(desk: Desk) -> None:
    [toy] = desk.get("/rulesets").json
    assert toy["name"] == "toy"
    assert toy["version"] == "1"
    assert {"id": "short", "title": "A bag of ten cards"} in toy["scenarios"]
    assert [option["name"] for option in toy["options"]] == ["turns"]
    assert toy["seats"] == ["red", "blue"]


def test_a_clause_is_answered_with_its_text(desk: Desk) -> None:
    answer = desk.get("/rulesets/toy/clauses/BET")
    assert answer.json == {
        "id": "BET",
        "text": "When both have gone, both bet 1, 2 or 3 unseen; the higher bet wins its value.",
    }


def test_unknown_rulesets_and_clauses_are_not_found(desk: Desk) -> None:
    for path, code in (
        ("/rulesets/chess/clauses/GO", "UNKNOWN_RULESET"),
        ("/rulesets/toy/clauses/GO.99", "UNKNOWN_CLAUSE"),
    ):
        answer = desk.get(path)
        assert (answer.status_code, answer.json["code"]) == (404, code)
