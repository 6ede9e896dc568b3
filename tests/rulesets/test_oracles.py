"""Who reads a rulebook a second time names no function of the rules that are compared with it.

An oracle reads tables at most, and knows nothing of the product. What holds it against a game knows
the game's orders, events, state and data, and asks all else of the rules as a whole. Tests that
break a rule on purpose, to see it noticed, name the chapter and call nothing of it.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from napoleon.rules.contract import installed

ROOT = Path(__file__).parents[2]
TESTS = ROOT / "tests"

STRUCTS = ("orders", "events", "state", "packs", "corrections.kinds")
"""What a game is made of, beside its rules; corrections are the orders of a referee."""

COMPARING = ("second_reading*.py", "oracle_*.py", "*by_the_book.py", "standoffs.py", "conftest.py")

BREAKING = "test_second_reading*.py"


def modules_of(game: str, *patterns: str) -> list[Path]:
    """Modules of a game's tests."""
    return sorted(file for it in patterns for file in (TESTS / game).glob(it))


def imported(text: str) -> Iterator[tuple[str, str]]:
    """What a module imports, by its whole name, and what it calls it."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            yield from ((it.name, it.asname or it.name) for it in node.names)
        elif isinstance(node, ast.ImportFrom):
            for it in node.names:
                yield f"{node.module}.{it.name}", it.asname or it.name


def chapters(text: str, game: str) -> dict[str, str]:
    """What a module imports of the rules of a game, beside the whole of them, by its name there."""
    found = {}
    for name, called in imported(text):
        before, here, rest = name.partition(f"napoleon.rulesets.{game}.")
        if before or not here or any(f"{rest}.".startswith(f"{it}.") for it in STRUCTS):
            continue
        if "." in rest or _is_module(game, rest):
            found[called] = rest
    return found


def _is_module(game: str, name: str) -> bool:
    home = ROOT / "napoleon" / "rulesets" / game
    return (home / f"{name}.py").exists() or (home / name).is_dir()


def read_of(text: str, names: set[str]) -> set[str]:
    """The attributes that a module reads of what it calls by these names."""
    return {
        f"{node.value.id}.{node.attr}"
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Attribute)
        and isinstance(node.value, ast.Name)
        and node.value.id in names
    }


def product(text: str) -> list[str]:
    """What a module imports of the product."""
    return [name for name, _ in imported(text) if name.split(".")[0] in ("napoleon", "api")]


@pytest.mark.parametrize("game", sorted(installed()))
def test_an_oracle_knows_nothing_of_the_product(game: str) -> None:
    modules = modules_of(game, "oracle/*.py")
    found = {str(it.relative_to(TESTS)): product(_text(it)) for it in modules}
    assert {name: names for name, names in found.items() if names} == {}


@pytest.mark.parametrize("game", sorted(installed()))
def test_what_compares_names_no_chapter_of_the_rules(game: str) -> None:
    modules = modules_of(game, *COMPARING, BREAKING)
    assert modules, "nobody has read these rules a second time"
    found = {}
    for file in modules:
        names = chapters(_text(file), game)
        if file.match(BREAKING):
            names = {it: names[it.partition(".")[0]] for it in read_of(_text(file), {*names})}
        found[str(file.relative_to(TESTS))] = names
    assert {name: names for name, names in found.items() if names} == {}


def _text(file: Path) -> str:
    return file.read_text(encoding="utf-8")


# -- that it finds what it is there for ------------------------------------------------------------

COLUMBIA = "napoleon_columbia"
HERE = f"napoleon.rulesets.{COLUMBIA}"


@pytest.mark.parametrize(
    ("text", "names"),
    [
        (f"from {HERE} import RULES, orders", {}),
        (f"from {HERE} import RULES, morale as m", {"m": "morale"}),
        (f"from {HERE} import corrections", {"corrections": "corrections"}),
        (f"from {HERE}.fire import reach", {"reach": "fire.reach"}),
        (f"import {HERE}.fire", {f"{HERE}.fire": "fire"}),
        (f"def late():\n    from {HERE}.views import sight", {"sight": "views.sight"}),
        (f"from {HERE}.state import State\nfrom {HERE}.events.march import UnitMarched", {}),
        (f"from {HERE}.packs.pack import Pack\nfrom {HERE}.corrections.kinds import SetTown", {}),
        (f"from {HERE}.statements import told", {"told": "statements.told"}),
    ],
)
def test_chapters_that_are_imported_are_found(text: str, names: dict[str, str]) -> None:
    assert chapters(text, COLUMBIA) == names


def test_what_is_read_of_a_chapter_is_found() -> None:
    assert read_of("WRONG = [(march, 'GROUPS', 1)]", {"march"}) == set()
    assert read_of("march.due(table)", {"march"}) == {"march.due"}


def test_what_is_imported_of_the_product_is_found() -> None:
    assert product("from napoleon.rules.events import Line\nfrom csv import reader") == [
        "napoleon.rules.events.Line"
    ]
