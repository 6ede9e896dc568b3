"""A reaction to a reaction: settled from the top, rewound into, answered by instructions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from napoleon.play.instructions import answer_in_place
from tests.api.desk import Table
from tests.toys.reactions import RULES
from tests.toys.ruleset import Game


@pytest.fixture
def table(table_for: Callable[[Game], Table]) -> Table:
    return table_for(RULES)


def asked(table: Table) -> tuple[str, str]:
    [decision] = table.get("/decisions").json["decisions"]
    return decision["seat"], decision["kind"]


def play(table: Table, seat: str, verb: str) -> int:
    """Give the first offer of a verb; the card that was played, or 0."""
    offer = next(it for it in table.offers(seat) if it["order"] == verb)
    assert table.order(seat, offer).status_code == 201
    return int(offer.get("card", 0))


def stack(table: Table) -> list[int]:
    return [it["card"] for it in table.get("/map").json["stack"]]


def points(table: Table) -> Any:
    return table.get("/victory-track").json["points"]


def test_a_counter_to_a_counter_lets_the_attack_count(table: Table) -> None:
    attack = play(table, "austria", "attack")
    assert asked(table) == ("britain", "react")
    counter = play(table, "britain", "counter")
    assert asked(table) == ("france", "react")
    again = play(table, "france", "counter")
    assert stack(table) == [attack, counter, again]
    for seat in ("austria", "britain"):
        assert asked(table) == (seat, "react")
        play(table, seat, "pass")
    # The two counters are settled; the attack may still be reacted to by those who have not.
    assert stack(table) == [attack]
    assert asked(table) == ("britain", "react")
    play(table, "britain", "pass")
    play(table, "france", "pass")
    assert points(table)["austria"] == attack
    assert asked(table) == ("britain", "go")


def test_a_rewind_goes_back_into_the_midst_of_the_reactions(table: Table) -> None:
    attack = play(table, "austria", "attack")
    counter = play(table, "britain", "counter")
    version = table.version
    play(table, "france", "counter")
    play(table, "austria", "pass")
    ruled = table.post(
        "/rulings", "referee",
        {"outcome": "rewind", "clauses": ["6.14"], "reason": "A slip.", "to": version},
    )  # fmt: skip
    assert ruled.status_code == 201, ruled.text
    assert stack(table) == [attack, counter]
    assert asked(table) == ("france", "react")
    play(table, "france", "pass")
    play(table, "austria", "pass")
    assert stack(table) == [] and set(points(table).values()) == {0}


def test_an_instruction_answers_at_any_depth(table_for: Callable[[Game], Table]) -> None:
    desk = table_for(RULES).desk
    table = desk.table(ruleset=RULES.name, scenario="only", instant_answers=True)
    left = table.post("/instructions", "france", {"instruction": "let_pass"})
    assert left.status_code == 201, left.text
    attack = play(table, "austria", "attack")
    counter = play(table, "britain", "counter")
    answer_in_place(desk.games, table.id)
    assert stack(table) == [attack, counter]
    assert asked(table) == ("austria", "react")
    given = [it for it in table.get("/log", "france").json["events"] if it["type"] == "let_pass"]
    assert [it["by"] for it in given] == ["france"]
