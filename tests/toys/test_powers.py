"""Five seats, and what is hidden follows whoever plays a power and whose friends they are."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.api.desk import Table
from tests.toys.powers import RULES, SEATS
from tests.toys.ruleset import Game


@pytest.fixture
def table(table_for: Callable[[Game], Table]) -> Table:
    return table_for(RULES)


def knowing(table: Table, power: str) -> set[str | None]:
    """Who reads the treasury of a power on the map."""
    return {
        reader
        for reader in (*SEATS, "referee", None)
        for it in table.get("/map", reader).json["areas"]
        if it["id"] == power and it["money"] is not None
    }


def order(table: Table, seat: str, verb: str, **fields: Any) -> list[dict[str, Any]]:
    answer = table.order(seat, {"order": verb, **fields})
    assert answer.status_code == 201, answer.text
    events: list[dict[str, Any]] = answer.json["events"]
    return events


def told(table: Table, reader: str, kind: str) -> list[Any]:
    events = table.get("/log", reader).json["events"]
    return [it["data"]["money"] for it in events if it["type"] == kind]


def test_five_seats_go_in_turn(table: Table) -> None:
    for seat in SEATS:
        assert table.get().json["waiting_for"] == [seat]
        order(table, seat, "wait")
    assert table.get().json["turn"] == 2


def test_an_order_out_of_turn_is_told_whose_go_it_is(table: Table) -> None:
    for said in ({"order": "wait"}, {"order": "court", "power": "sweden"}):
        answer = table.order("russia", said)
        assert (answer.status_code, answer.json["code"]) == (422, "NOT_YOUR_GO")
        assert answer.json["facts"]["goes"] == "france"


def test_a_camp_knows_its_treasuries_and_nobody_else_does(table: Table) -> None:
    assert knowing(table, "saxony") == {"france", "spain", "referee"}
    order(table, "france", "raise_money", power="saxony")
    [money] = told(table, "spain", "money_raised")
    assert money is not None
    assert told(table, "britain", "money_raised") == [None]


def test_who_goes_over_knows_what_the_new_friends_know_and_no_more(table: Table) -> None:
    order(table, "france", "wait")
    order(table, "spain", "go_over")
    assert knowing(table, "saxony") == {"france", "referee"}
    assert knowing(table, "sweden") == {"spain", "britain", "austria", "russia", "referee"}
    assert knowing(table, "naples") == knowing(table, "sweden")
    assert [list(it) for it in told(table, "austria", "went_over")] == [["naples", "sweden"]]
    assert told(table, "france", "went_over") == [None]


def test_a_power_that_changes_hands_is_known_to_its_new_patron(table: Table) -> None:
    order(table, "france", "raise_money", power="saxony")
    before = knowing(table, "saxony")
    order(table, "spain", "wait")
    while "saxony" not in {
        it["data"]["power"] for it in order(table, table.get().json["waiting_for"][0], "court",
                                            power="saxony") if it["type"] == "changed_hands"
    }:  # fmt: skip
        assert knowing(table, "saxony") == before
    patron = table.get("/map").json["areas"][0]["patron"]
    assert patron not in before
    assert knowing(table, "saxony") == {"britain", "austria", "russia", "referee"}
    # What was told before stays with those whom it was told to.
    assert told(table, "france", "money_raised") != [None] == told(table, patron, "money_raised")
    assert told(table, "france", "changed_hands") == [None]


def test_after_a_rewind_the_former_owner_knows_again(table: Table) -> None:
    order(table, "france", "wait")
    version, before = table.version, knowing(table, "naples")
    order(table, "spain", "go_over")
    assert knowing(table, "naples") != before
    ruled = table.post(
        "/rulings", "referee",
        {"outcome": "rewind", "clauses": ["8.4"], "reason": "Too early.", "to": version},
    )  # fmt: skip
    assert ruled.status_code == 201, ruled.text
    assert knowing(table, "naples") == before
