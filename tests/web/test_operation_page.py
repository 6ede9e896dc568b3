"""What is to follow an order, left on the page with it: one Send, a list, one button."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from werkzeug.test import TestResponse

from napoleon.rules.events import REFEREE
from napoleon.rules.orders import OrderGiven
from napoleon.rulesets.napoleon1815 import RULES
from tests.api.desk import Table
from tests.web.browser import Browser, words
from tests.web.tables import desk_for, seated
from tests.web.test_order_form import confirmed, hidden, orders_of, section

ALLIED, FRENCH = "allied", "french"
ACTIVATE = "activate Namur: Blücher, Pirch"
STOPS = "move\nmove to Fosses; move to Ligny\nmove to Sombreffe"
"""Ligny is not beside Fosses, so it stops there."""


@pytest.fixture
def table(tmp_path: Path) -> Table:
    """A campaign in which the Allies are asked which of their leaders to activate."""
    desk = desk_for(tmp_path, RULES)
    table = desk.table(
        ruleset=RULES.name, scenario="campaign", windows="form", instant_answers=True, referee=True
    )
    desk.games.follow_standing_orders(table.id)
    return table


def send(browser: Browser, table: Table, line: str, then: str, **more: str) -> TestResponse:
    """Send the form of the page in which a line is written."""
    form = next(it for it in orders_of(browser, table).iter("form") if it.get("class") == "line")
    assert any(it.get("name") == "then" for it in form.iter("textarea"))
    body = {**hidden(form), "line": line, "then": then, **more}
    answer = browser.post(f"/games/{table.id}/orders", body)
    if answer.status_code == 200:
        answer = browser.post(f"/games/{table.id}/orders", confirmed(answer))
    return answer


def given(table: Table, seat: str = ALLIED) -> list[str]:
    """The orders that a seat's operations have given."""
    return [
        str(it.order["order"])
        for it in table.desk.games.history(table.id)
        if isinstance(it, OrderGiven) and it.player == seat and it.instruction
        if it.instruction["instruction"] == "operation"
    ]


def by_hand(table: Table) -> list[str]:
    """The orders that players have given themselves."""
    return [
        str(it.order["order"])
        for it in table.desk.games.history(table.id)
        if isinstance(it, OrderGiven) and not it.instruction
    ]


def operation(browser: Browser, table: Table) -> Any:
    return orders_of(browser, table).find(".//*[@id='operation']")


def test_one_send_gives_an_order_and_what_follows_it(table: Table) -> None:
    allied = seated(table, ALLIED)
    assert send(allied, table, ACTIVATE, "move\nmove to Fosses").status_code == 303
    assert (by_hand(table)[-1:], given(table)) == (
        ["activate_stack"],
        ["choose_action", "step_move"],
    )
    assert operation(allied, table) is None


def test_what_stops_is_told_on_the_page_of_its_author_alone(table: Table) -> None:
    allied = seated(table, ALLIED)
    assert send(allied, table, ACTIVATE, STOPS).status_code == 303
    told = words(allied.get(f"/games/{table.id}?seat={ALLIED}"))
    assert "These orders of yours were not given" in told
    found = operation(allied, table)
    assert [it.text for it in found.iter("li")] == ["move to Ligny", "move to Sombreffe"]
    for reader in (FRENCH, REFEREE, None):
        other = seated(table, reader)
        for path in ("", "/position"):
            answer = other.get(f"/games/{table.id}{path}")
            assert "move to Sombreffe" not in answer.text, (reader, path)
        assert operation(other, table) is None


def test_it_is_withdrawn_by_one_button(table: Table) -> None:
    allied = seated(table, ALLIED)
    send(allied, table, ACTIVATE, STOPS)
    form = next(
        it
        for it in orders_of(allied, table).iter("form")
        if it.get("action", "").split("?")[0].endswith("/operation/withdraw")
    )
    address = f"/games/{table.id}/operation/withdraw"
    assert seated(table, FRENCH).post(address, {"seat": FRENCH}).status_code == 303
    assert operation(allied, table) is not None, "others withdraw only what is theirs"
    assert allied.post(address, hidden(form)).status_code == 303
    assert operation(allied, table) is None
    assert seated(table, None).post(address, {"seat": ""}).status_code in (401, 403)


def test_what_is_no_order_of_the_game_is_refused_and_nothing_typed_is_lost(table: Table) -> None:
    allied = seated(table, ALLIED)
    before = table.version
    then = "move\ndance to Paris"
    answer = send(allied, table, ACTIVATE, then)
    assert answer.status_code == 422
    page = section(answer)
    assert [it.text for it in page.iter("textarea") if it.get("name") == "then"] == [then]
    assert ACTIVATE in [it.get("value") for it in page.iter("input")]
    assert table.version == before


def test_the_same_form_sent_twice_is_carried_out_once(table: Table) -> None:
    allied = seated(table, ALLIED)
    form = next(it for it in orders_of(allied, table).iter("form") if it.get("class") == "line")
    body = {**hidden(form), "line": ACTIVATE, "then": "move\nmove to Fosses", "sure": "1"}
    for _ in range(2):
        assert allied.post(f"/games/{table.id}/orders", body).status_code == 303
    assert by_hand(table).count("activate_stack") == 1
    assert given(table) == ["choose_action", "step_move"]
