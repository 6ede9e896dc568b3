"""A game whose rules are not here any more says so by every door, and how it goes on."""

from __future__ import annotations

from pathlib import Path

import pytest

from napoleon.play.referee.migration import set_by_operator
from tests.api.desk import Desk, Table, ToyWithArmies
from tests.api.test_forks import Newer
from tests.web.browser import words
from tests.web.cases import forms, played
from tests.web.tables import desk_for, seated

STANDS = "The rules 1 of this game cannot be played here any more, so it stands still."
COMMAND = "agree to newer rules"


@pytest.fixture(params=[True, False], ids=["referee", "no referee"])
def stuck(tmp_path: Path, request: pytest.FixtureRequest) -> Table:
    before = desk_for(tmp_path, ToyWithArmies())
    created = (played(before) if request.param else before.table()).created
    return Table(desk_for(tmp_path, Newer()), created)


def page(table: Table, seat: str | None) -> str:
    return words(seated(table, seat).get(f"/games/{table.id}"))


def agree_on_page(table: Table, seat: str) -> None:
    browser = seated(table, seat)
    [where] = [it for it in forms(browser, f"/games/{table.id}") if it.endswith("/rules")]
    answer = browser.post(where, {"seat": seat})
    assert answer.status_code == 303, answer.text


def rules_of(table: Table) -> str:
    return str(table.get("").json["rules_version"])


def test_the_page_tells_the_seats_and_takes_their_word(stuck: Table) -> None:
    assert STANDS in page(stuck, "red")
    assert STANDS in page(stuck, "blue")
    assert STANDS not in page(stuck, None), "a spectator has no say"
    agree_on_page(stuck, "red")
    assert STANDS not in page(stuck, "red")
    assert rules_of(stuck) == "1"
    agree_on_page(stuck, "blue")
    assert STANDS not in page(stuck, "blue")
    assert rules_of(stuck) == "2", "what it is played by now"


def test_a_game_that_goes_on_under_its_own_rules_asks_nobody(desk: Desk) -> None:
    table = played(desk)
    assert STANDS not in page(table, "red")
    assert not [it for it in forms(seated(table, "red"), f"/games/{table.id}") if "rules" in it]
    refused = table.post("/commands", "red", {"line": COMMAND})
    assert refused.json["code"] == "RULES_UNCHANGED"


def test_a_line_of_text_agrees_as_well(stuck: Table) -> None:
    told = stuck.post("/commands", "red", {"line": "status"}).json
    assert STANDS in str(told)
    first = stuck.post("/commands", "red", {"line": COMMAND})
    assert (first.status_code, rules_of(stuck)) == (200, "1")
    assert "when the others have agreed" in first.text
    second = stuck.post("/commands", "blue", {"line": COMMAND.upper()})
    assert second.status_code == 200
    assert "goes on under the rules 2" in second.text
    assert rules_of(stuck) == "2"


def test_what_the_operator_did_is_on_the_page_of_everybody(stuck: Table) -> None:
    outcome = set_by_operator(stuck.desk.games, stuck.id, "Nobody answered since May.")
    told = "The operator let the game go on under the rules 2. Reason: Nobody answered since May."
    has_referee = stuck.get("").json["referee"]
    assert hasattr(outcome, "code") == has_referee
    for reader in ("red", "blue", None):
        assert (told in page(stuck, reader)) != has_referee
    journal = str(stuck.get("/log?limit=1000").json)
    assert (told in journal) != has_referee
