"""Tokens and steps of the kit, at a table of blocks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from napoleon.rules.kit import steps
from tests.api.desk import Table
from tests.toys.blocks import RULES, TOWNS
from tests.toys.ruleset import Game


@pytest.fixture
def table(table_for: Callable[[Game], Table]) -> Table:
    return table_for(RULES)


def march(table: Table, side: str, town: str, *blocks: str) -> list[dict[str, Any]]:
    answer = table.order(side, {"order": "march", "blocks": blocks, "town": town})
    assert answer.status_code == 201, answer.text
    events: list[dict[str, Any]] = answer.json["events"]
    return events


def ids(table: Table, reader: str | None) -> dict[str, list[str]]:
    areas = table.get("/map", reader).json["areas"]
    return {it["id"]: [block["id"] for block in it["blocks"]] for it in areas if it["blocks"]}


def test_blocks_are_seen_by_their_owner_and_stand_under_tokens_for_others(table: Table) -> None:
    seen = {reader: ids(table, reader)[TOWNS[0]] for reader in ("red", "blue", "referee", None)}
    assert set(seen["red"]) == {"red_1", "red_2", "red_3"} == set(seen["referee"])
    assert seen["blue"] == ["red-1", "red-2", "red-3"] == seen[None]


def test_blocks_that_part_get_new_tokens(table: Table) -> None:
    march(table, "red", "ligny", "red_1")
    here, there = (ids(table, "blue")[town] for town in TOWNS[:2])
    assert sorted(here + there) == ["red-4", "red-5", "red-6"] and len(there) == 1
    [replaced] = [it["data"] for it in table.get("/log", "blue").json["events"]
                  if it["type"] == "tokens_replaced"]  # fmt: skip
    assert replaced["pairing"] is None and replaced["old"] == ["red-1", "red-2", "red-3"]


def test_blocks_that_go_together_keep_their_tokens(table: Table) -> None:
    march(table, "red", "ligny", "red_1", "red_2", "red_3")
    assert ids(table, "blue")["ligny"] == ["red-1", "red-2", "red-3"]


def test_in_battle_all_blocks_lie_open_and_hits_fall_on_the_strongest(table: Table) -> None:
    march(table, "red", "ligny", "red_1", "red_2", "red_3")
    march(table, "blue", "namur", "blue_1", "blue_2", "blue_3")
    events = march(table, "red", "namur", "red_1", "red_2", "red_3")
    [begun] = [it["data"] for it in events if it["type"] == "battle_begun"]
    assert list(begun["blocks"]) == sorted(begun["blocks"]) and len(begun["blocks"]) == 6
    left = {f"{side}_{n}": s for side in ("red", "blue") for n, s in enumerate((3, 2, 2), 1)}
    for lost in (it["data"] for it in events if it["type"] == "step_lost"):
        own = {b: s for b, s in left.items() if b[0] == lost["block"][0]}
        assert lost["block"] in steps.strongest(own)
        left[lost["block"]] = lost["left"]


def test_whoever_is_left_stands_up_again_under_new_tokens(table: Table) -> None:
    table.play_out()
    events = table.get("/log", "referee").json["events"]
    told = [it for it in events if not it["type"].endswith("draws_called")]
    kinds = [it["type"] for it in told]
    for place, kind in enumerate(kinds):
        if kind == "battle_ended" and told[place]["data"]["blocks"]:
            assert kinds[place + 1] in ("tokens_replaced", "ended")


def test_hits_beyond_the_last_step_are_void() -> None:
    assert steps.taken({"line": 2, "guns": 1}, 9) == 3
    assert steps.taken({"line": 2, "guns": 1}, 9, least=1) == 1
    assert steps.weakened({"line": 1}, "line") == {}
    assert steps.strongest({}) == []
