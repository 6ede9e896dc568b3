"""Strict discards over REST: what has faded is masked on every channel [RULING.41, RULING.83]."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any

import pytest

from napoleon.rulesets.napoleon1815 import RULES
from tests.api.desk import Desk, Table, counting

READERS = ("french", "allied", None)

NDJSON = {"headers": {"Accept": "application/x-ndjson"}}


@pytest.fixture
def table(make_desk: Callable[..., Desk]) -> Table:
    """A game with strict discards after some operations."""
    desk = make_desk(RULES, entropy=counting())
    table = desk.table(
        ruleset="napoleon1815",
        scenario="ligny_quatre_bras",
        referee=True,
        options={"strict_discards": True},
    )
    play(table, 60)
    return table


def play(table: Table, orders: int) -> None:
    """Give orders picked at random."""
    picking = random.Random(table.version)
    for _ in range(orders):
        seat = table.get().json["waiting_for"][0]
        assert table.order(seat, picking.choice(table.legal_orders(seat))).status_code == 201


def log(table: Table, reader: str | None) -> list[dict[str, Any]]:
    """The log as it is streamed to a reader."""
    return list(map(json.loads, table.get("/log", reader, **NDJSON).text.splitlines()))


def faded(table: Table) -> int:
    """The last version of which the cards have faded."""
    version: int = table.desk.games.open(table.id).faded
    assert version > 0
    return version


@pytest.mark.parametrize("reader", READERS)
def test_the_log_masks_cards_that_have_faded(table: Table, reader: str | None) -> None:
    last = faded(table)
    flipped = [it for it in log(table, reader) if it["type"] == "card_flipped"]
    assert {it["data"]["card"] for it in flipped if it["version"] <= last} == {None}
    for event in flipped:
        alone = table.get(f"/log/{event['version']}", reader).json
        assert alone["data"] == event["data"]
        assert alone["text"] == event["text"]
        assert not any(text["id"].startswith("CARD.") for text in alone["texts"])
    full = [it for it in log(table, "referee") if it["type"] == "card_flipped"]
    assert all(it["data"]["card"] for it in full)


@pytest.mark.sampled(1)
@pytest.mark.parametrize("reader", READERS)
def test_the_journal_tells_what_the_log_tells(table: Table, reader: str | None) -> None:
    before = table.get("/journal?limit=1000", reader).data
    table.desk.catch_up()
    assert table.get("/journal?limit=1000", reader).data == before
    play(table, 8)
    table.desk.catch_up()
    entries = table.get("/journal?limit=1000", reader).json["entries"]
    texts = {event["version"]: event["text"] for event in log(table, reader)}
    assert {entry["version"]: entry["text"] for entry in entries}.items() <= texts.items()


def test_an_earlier_position_shows_no_cards_whatever_the_caller_kept(table: Table) -> None:
    version = table.version
    kept = table.get(f"/hand?at={version}", "french")
    assert any(hand["cards"] for hand in kept.json["hands"])
    play(table, 1)
    again = table.get(
        f"/hand?at={version}", "french", headers={"If-None-Match": kept.headers["ETag"]}
    )
    assert again.status_code == 200
    assert not any(hand["cards"] for hand in again.json["hands"])
    decisions = table.get(f"/decisions?at={version}", "allied").json["decisions"]
    decisions += table.get(f"/decisions?at={version}", "french").json["decisions"]
    assert decisions
    assert all(decision["offers"] is None for decision in decisions)


def test_a_request_that_is_sent_again_brings_no_cards_back(table: Table) -> None:
    now = table.get().json
    seat = now["waiting_for"][0]
    body = table.legal_orders(seat)[0]
    first = table.order(seat, body, key="once").json
    assert first["events"][0]["data"]["order"] == body
    while faded(table) < first["version"]:
        play(table, 1)
    again = table.order(seat, body, key="once").json
    assert again["version"] == first["version"]
    assert again["events"][0]["data"]["order"] is None
