"""A checked verb in the service: told with its schema, explained when refused, kept hidden."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec
import pytest

from tests.api.desk import Table
from tests.toys.deploying import MOST, RULES, TOWNS, blocks_of
from tests.toys.ruleset import Game
from tests.web.browser import parsed
from tests.web.tables import play, seated

RED = blocks_of("red")


@pytest.fixture
def table(table_for: Callable[[Game], Table]) -> Table:
    return table_for(RULES)


def deployment(*numbers: int) -> dict[str, Any]:
    """Red's blocks, so many in each town."""
    towns = [town for town, n in zip(TOWNS, numbers, strict=True) for _ in range(n)]
    return {"order": "deploy", "towns": dict(zip(RED, towns, strict=True))}


def asked(table: Table, seat: str | None) -> dict[str, Any]:
    [decision] = table.get("/decisions", seat).json["decisions"]
    assert isinstance(decision, dict)
    return decision


def test_the_decision_tells_which_verbs_are_checked_and_what_they_take(table: Table) -> None:
    told = asked(table, "red")
    [checked] = told["checked"]
    assert checked["verb"] == "deploy"
    assert "towns" in msgspec.json.encode(checked["schema"]).decode()
    assert {it["order"] for it in told["offers"]} == {"deploy", "take_history"}
    assert asked(table, None)["offers"] is None
    play(table, 2)
    assert "checked" not in asked(table, "red")


def test_any_legal_deployment_is_accepted_though_it_is_not_offered(table: Table) -> None:
    order = deployment(0, 3, 3, 0, 2)
    assert order not in asked(table, "red")["offers"]
    answer = table.post("/orders", "red", order)
    assert answer.status_code == 201
    [deployed] = [it for it in answer.json["events"] if it["type"] == "deployed"]
    assert deployed["data"]["places"] == order["towns"]
    seen = table.get("/log", "blue").json["events"]
    assert [it["data"]["places"] for it in seen if it["type"] == "deployed"] == [None]


@pytest.mark.parametrize(
    ("order", "code", "facts"),
    [
        (deployment(4, 1, 1, 1, 1), "STACK_FULL", {"towns": ["hal"], "most": MOST}),
        (
            {"order": "deploy", "towns": dict.fromkeys(RED[:2], "hal")},
            "UNITS_UNPLACED",
            {"blocks": list(RED[2:])},
        ),
        (
            {"order": "deploy", "towns": {"blue_1": "hal"}},
            "NOT_YOUR_BLOCK",
            {"blocks": ["blue_1"]},
        ),
        (
            {"order": "deploy", "towns": dict.fromkeys(RED, "paris")},
            "NO_SUCH_TOWN",
            {"towns": ["paris"]},
        ),
    ],
)
def test_what_is_not_legal_is_refused_with_the_clause_and_the_facts(
    table: Table, order: Mapping[str, Any], code: str, facts: Mapping[str, Any]
) -> None:
    version = table.version
    answer = table.post("/orders", "red", order)
    assert answer.status_code == 422
    assert (answer.json["code"], answer.json["clause"]) == (code, "4.1")
    assert answer.json["facts"] == facts
    assert table.version == version


def test_without_a_sheet_the_page_offers_what_is_suggested_and_asks_for_no_json(
    table: Table,
) -> None:
    browser = seated(table, "red")
    address = f"/games/{table.id}"
    page = parsed(browser.get(f"{address}?seat=red"))
    assert [it for it in page.iter("textarea") if it.get("name") == "order"] == []
    [form] = [it for it in page.iter("form") if it.get("class") == "offers"]
    sent = {it.get("name", ""): it.get("value", "") for it in form.iter("input")}
    orders = [it.get("value", "") for it in form.iter("button") if it.get("name") == "order"]
    offered = [msgspec.json.decode(it)["order"] for it in orders]
    assert {"deploy", "take_history"} == {*offered}
    answer = browser.post(f"{address}/orders", {**sent, "order": orders[0], "sure": "1"})
    assert answer.location
    assert asked(table, "blue")["seat"] == "blue"
