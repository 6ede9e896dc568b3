"""A game in two parts, with two measures of victory."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from napoleon.rules.picture.scenery import NAMESPACE
from tests.api.desk import Table
from tests.toys.campaign import FRESH, ROUNDS, RULES, SIDES
from tests.toys.ruleset import Game
from tests.web.browser import parsed, words
from tests.web.tables import seated

SVG = f"{{{NAMESPACE}}}"


@pytest.fixture
def table(table_for: Callable[[Game], Table]) -> Table:
    return table_for(RULES)


def fight(table: Table, red: int, blue: int) -> None:
    for side, troops in zip(SIDES, (red, blue), strict=True):
        answer = table.order(side, {"order": "send", "troops": troops})
        assert answer.status_code == 201, answer.text


def troops(table: Table) -> dict[str, int]:
    left: dict[str, int] = table.get("/order-of-battle").json["troops"]
    return left


def test_what_is_left_of_the_first_battle_fights_the_second(table: Table) -> None:
    for _ in range(ROUNDS - 1):
        fight(table, 3, 1)
    before = troops(table)
    fight(table, 0, 0)
    assert troops(table) == {side: left + FRESH for side, left in before.items()}
    now = table.get().json
    assert (now["phase"], now["turn"]) == ("waterloo", ROUNDS + 1)


def test_a_rewind_crosses_the_border_between_the_parts(table: Table) -> None:
    for _ in range(ROUNDS):
        version, before = table.version, troops(table)
        fight(table, 2, 2)
    fight(table, 1, 1)
    assert table.get().json["phase"] == "waterloo"
    ruled = table.post(
        "/rulings", "referee",
        {"outcome": "rewind", "clauses": ["16.c"], "reason": "A slip.", "to": version},
    )  # fmt: skip
    assert ruled.status_code == 201, ruled.text
    assert (table.get().json["phase"], troops(table)) == ("ligny", before)
    table.play_out()
    assert table.get().json["status"] == "over"


def test_positions_and_the_journal_are_found_by_turn_in_both_parts(table: Table) -> None:
    for _ in range(2 * ROUNDS - 1):
        fight(table, 1, 1)
    first = table.get("/map?turn=1").json
    later = table.get(f"/map?turn={ROUNDS + 2}").json
    assert (first["phase"], later["phase"]) == ("ligny", "waterloo")
    said = words(seated(table, "red").get(f"/games/{table.id}?seat=red"))
    assert "The battle of Waterloo" in said and f"Turn {2 * ROUNDS}" in said


def test_every_measure_has_a_chart_of_its_own(table: Table) -> None:
    fight(table, 3, 0)
    page = parsed(seated(table, "red").get(f"/games/{table.id}?seat=red"))
    charts = [it for it in page.iter(f"{SVG}svg") if it.get("class") == "chart"]
    titles = [(it.findtext(f"{SVG}title") or "").partition(":")[0] for it in charts]
    assert titles == ["Ground", "Troops"]
    ids = [it.get("aria-labelledby") for it in charts]
    named = [it.get("id") for it in page.iter(f"{SVG}title") if it.get("id")]
    assert set(ids) <= set(named) and len(set(named)) == len(named)


def test_the_result_tells_both_measures_and_may_be_a_draw(table: Table) -> None:
    table.play_out()
    result = table.get().json["result"]
    assert "Ground" in result["reason"] and "troops" in result["reason"]
    listed = [it for it in table.desk.get("/games").json["games"] if it["id"] == table.id]
    assert [it["result"] for it in listed] == [result]
