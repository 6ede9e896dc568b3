"""What a player is sent after an order stays short, however many orders are offered next."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from napoleon.rules.contract import installed
from tests.web.tables import desk_for, play, seated, table_of

MOST = 15_000
"""Bytes on the line of the sections that are other than before the order."""

POSITIONS, APART = 16, 4
"""How many positions are weighed, and how many orders lie between them."""


@pytest.mark.parametrize("name", sorted(installed()))
def test_what_follows_an_order_is_short(tmp_path: Path, name: str) -> None:
    table = table_of(desk_for(tmp_path, installed()[name]))
    for seed in range(POSITIONS):
        play(table, APART, seed)
        [decision, *_] = table.get("/decisions", "referee").json["decisions"]
        browser, address = seated(table, decision["seat"]), f"/games/{table.id}/position"
        before = browser.get(address).json
        play(table, 1, seed)
        shown = f"from={before['version']}&has={before['tags']}"
        answer = browser.get(f"{address}?{shown}")
        assert answer.status_code == 200
        size = len(gzip.compress(answer.data, 6))
        assert size <= MOST, f"{len(decision['offers'])} {decision['kind']}: {size:,} bytes"
