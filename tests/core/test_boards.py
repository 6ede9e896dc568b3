"""Tables of a position: declared by a game, or made of any views; and how a game ended."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from napoleon.chance import SeededChance
from napoleon.rules.contract import Ruleset, installed
from napoleon.rules.endings import as_data
from napoleon.rules.prose.storybook import PLAINLY
from napoleon.rules.tables import ending, plain_tables
from napoleon.rules.terms import Result
from napoleon.rules.viewer import Viewer
from napoleon.rules.views import Views
from tests.toy import Toy


def views_of(rules: Ruleset, seat: str) -> Views:
    """The views at the start of a game, as the API serves them."""
    options = rules.checked_options({})
    state: Any = None
    for event in rules.setup(rules.scenarios[0].id, options, SeededChance("00" * 32, "b", drawn=0)):
        state = rules.apply(state, event)
    return rules.view(state, Viewer(seat)).at(1)


def readers(rules: Ruleset) -> list[str]:
    return [*rules.seats(rules.checked_options({})), "spectator", "referee"]


@pytest.mark.parametrize("name", sorted(installed()))
def test_every_installed_game_declares_its_boards(name: str) -> None:
    rules = installed()[name]
    boards = rules.tables
    assert boards is not plain_tables
    for seat in readers(rules):
        tables = boards(views_of(rules, seat), PLAINLY)
        assert len({table.title for table in tables}) == len(tables) > 2
        for table in tables:
            assert {len(row) for row in table.rows} <= {len(table.columns)}
            assert all(isinstance(it, str | int | None) for row in table.rows for it in row)


def test_a_game_without_boards_of_its_own_is_told_as_it_is() -> None:
    assert Toy().tables is plain_tables


def scalars(value: Any) -> Iterator[Any]:
    """Everything in a view that is no list and no record, but for what says nothing."""
    if isinstance(value, dict):
        for key, it in value.items():
            if key not in ("x", "y", "roads"):
                yield from scalars(it)
    elif isinstance(value, list):
        for it in value:
            yield from scalars(it)
    elif value not in (None, False, ""):
        yield "yes" if value is True else str(value)


def test_plain_tables_leave_nothing_out() -> None:
    rules = Toy()
    for seat in readers(rules):
        views = views_of(rules, seat)
        tables = plain_tables(views)
        cells = " ".join(str(cell) for table in tables for row in table.rows for cell in row)
        assert [it for it in scalars(msgspec.to_builtins(views)) if it not in cells] == []
        assert all(len(row) == len(table.columns) for table in tables for row in table.rows)


VIEW = {
    "version": 3,
    "passed": ["red", "blue"],
    "leader": None,
    "over": False,
    "areas": [
        {"id": "a", "name": "Aa", "x": 1, "y": 2, "blocks": [{"id": "ney", "name": "Ney"}]},
        {"id": "b", "name": "Bb", "x": 3, "y": 4, "blocks": []},
    ],
    "roads": [{"a": "a", "b": "b"}],
    "battle": {"area": "a", "sides": [{"side": "red", "armies": 2}]},
    "armies": [{"army": "red", "units": [{"id": "ney", "name": "Ney", "strength": 4}]}],
}


def test_plain_tables_tell_facts_then_records() -> None:
    assert [(it.title, it.columns, it.rows) for it in plain_tables({"the-map": VIEW})] == [
        ("The map", ("what", "value"), (("version", "3"), ("passed", "red, blue"))),
        (
            "The map: areas",
            ("id", "name", "blocks"),
            (("a", "Aa", "Ney"), ("b", "Bb", "")),
        ),
        ("The map: battle", ("what", "value"), (("area", "a"),)),
        ("The map: battle: sides", ("side", "armies"), (("red", "2"),)),
        ("The map: armies: red", ("what", "value"), (("army", "red"),)),
        ("The map: armies: red: units", ("id", "name", "strength"), (("ney", "Ney", "4"),)),
    ]


@pytest.mark.parametrize(
    ("result", "said"),
    [
        (None, ""),
        (Result("red", "Red is ahead.", "END"), "red won: Red is ahead. [END]"),
        (Result("", "Both agreed.", "END"), "The game was drawn: Both agreed. [END]"),
    ],
)
def test_how_a_game_ended_by_what_a_view_says_of_it(result: Result | None, said: str) -> None:
    assert ending(as_data(result), PLAINLY) == said
