"""Sealed answers in the service: who has answered is known, what was answered is not."""

from __future__ import annotations

from collections.abc import Callable
from itertools import permutations
from typing import Any

import pytest

from tests.api.desk import VIEWS, Table
from tests.toys.bidding import COINS, RULES, SEATS
from tests.toys.ruleset import Game


@pytest.fixture
def make(table_for: Callable[[Game], Table]) -> Callable[[], Table]:
    return lambda: table_for(RULES)


def looks(table: Table, reader: str | None) -> list[Any]:
    """All that a reader is given now."""
    addresses = [*(f"/{view}" for view in VIEWS), "/log", ""]
    return [table.get(address, reader).json for address in addresses]


def bid(table: Table, **bids: int) -> None:
    for seat, coins in bids.items():
        assert table.order(seat, {"order": "bid", "coins": coins}).status_code == 201


def test_all_are_asked_at_once_and_each_answers_once(make: Callable[[], Table]) -> None:
    table = make()
    assert table.get().json["waiting_for"] == list(SEATS)
    bid(table, britain=3)
    assert table.get().json["waiting_for"] == ["austria", "russia"]
    again = table.order("britain", {"order": "bid", "coins": 4})
    assert (again.status_code, again.json["code"]) == (422, "NOT_YOUR_DECISION")


def test_a_bid_is_seen_by_its_seat_and_the_referee_alone(make: Callable[[], Table]) -> None:
    table = make()
    bid(table, britain=3)
    seen = {
        reader: next(it for it in table.get("/hand", reader).json["bids"] if it["answered"])
        for reader in (*SEATS, "referee", None)
    }
    answers = {reader: it["answer"] for reader, it in seen.items()}
    given = {"order": "bid", "coins": 3}
    assert answers == {
        "austria": None, "britain": given, "russia": None, "referee": given, None: None
    }  # fmt: skip


@pytest.mark.parametrize("order", list(permutations(SEATS)))
def test_nothing_tells_what_was_bid_before_all_have(
    make: Callable[[], Table], order: tuple[str, ...]
) -> None:
    """Two tables with the same tokens, ids and times, and other bids, look the same."""
    first, second, last = order
    one, other = make(), make()
    bid(one, **{first: 0, second: COINS})
    bid(other, **{first: COINS, second: 0})
    for reader in (last, None):
        assert looks(one, reader) == looks(other, reader)


def test_the_last_answer_reveals_all_of_them(make: Callable[[], Table]) -> None:
    table = make()
    bid(table, russia=1, britain=5)
    answer = table.order("austria", {"order": "bid", "coins": 2})
    shown = [it["data"] for it in answer.json["events"] if it["type"] == "bids_shown"]
    assert shown == [{"bids": {"austria": 2, "britain": 5, "russia": 1}}]
    assert list(shown[0]["bids"]) == list(SEATS)
    [taken] = [it["data"] for it in answer.json["events"] if it["type"] == "prize_taken"]
    assert (taken["player"], taken["coins"]) == ("britain", 5)
