"""A token that dies while its request is under way opens nothing any more."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from napoleon.play.referee import takebacks
from tests.api.desk import Desk
from tests.core.play import Interrupted


def test_an_order_behind_a_claim_is_answered_401(make_desk: Callable[..., Desk]) -> None:
    rules = Interrupted()
    table = make_desk(rules).table()
    before = table.version
    claim = {"name": "Ney"}
    rules.meanwhile.append(lambda: table.post("/seats/red/claim", "red", claim))
    answer = table.post("/orders", "red", {"order": "pass"})
    assert (answer.status_code, answer.json["code"]) == (401, "BAD_TOKEN")
    assert "WWW-Authenticate" in answer.headers
    events = table.desk.games.history(table.id, after=before)
    assert [event.type for event in events] == ["seat_claimed"]


def test_an_act_behind_a_claim_is_answered_401(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    table = desk.table(referee=True)
    table.post("/orders", "red", {"order": "pass"})
    ask = takebacks.ask

    def late(*of: object, **options: object) -> object:
        table.post("/seats/red/claim", "red", {"name": "Ney"})
        return ask(*of, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(takebacks, "ask", late)
    answer = table.post("/takebacks", "red", {})
    assert (answer.status_code, answer.json["code"]) == (401, "BAD_TOKEN")
    assert not table.desk.games.open(table.id).rewinds


def test_newer_rules_are_agreed_to_by_a_living_token_only(desk: Desk) -> None:
    table = desk.table()
    table.post("/seats/red/claim", "red", {"name": "Ney"})
    answer = table.post("/rules", "red")
    assert (answer.status_code, answer.json["code"]) == (401, "BAD_TOKEN")
