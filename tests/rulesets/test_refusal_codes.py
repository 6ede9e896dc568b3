"""Every refusal that a game can give is seen by a test of the game, with its clause.

What it can give is read in its sources, so that a refusal without a test fails here.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from napoleon.rules.contract import installed
from tests.rulesets.refusals import RULES, RULESETS, of_all, of_orders, seen_by_tests

GENERAL = {"WRONG_PHASE", "NOT_YOUR_DECISION", "DECISION_PENDING", "GAME_OVER"}
"""What the kit refuses in every game."""

GAMES = pytest.mark.parametrize("name", [it for it in installed() if (RULESETS / it).is_dir()])


@GAMES
def test_the_sources_are_read(name: str) -> None:
    assert len(of_orders(name)) > 40
    assert len({clause for _, clause in of_orders(name)}) > 20
    assert of_all(RULESETS / name) > of_orders(name)


@GAMES
def test_every_refusal_of_an_order_is_seen_with_its_clause(name: str) -> None:
    seen = seen_by_tests(name).refusals
    assert {it for it in of_orders(name) if it.clause} - seen == set()
    assert {it.code for it in of_orders(name)} - {it.code for it in seen} == set()


@GAMES
def test_every_code_of_any_refusal_is_seen(name: str) -> None:
    seen = seen_by_tests(name)
    codes = {it.code for it in of_all(RULESETS / name)} - {it.code for it in seen.refusals}
    assert codes - seen.texts == set()


@GAMES
def test_what_the_kit_refuses_is_seen_in_every_game(name: str) -> None:
    assert {it.code for it in of_all(RULES)} >= GENERAL
    assert {it.code for it in seen_by_tests(name).refusals} >= GENERAL


@GAMES
def test_no_other_refusal_is_seen(name: str) -> None:
    written, of_the_kit = of_all(RULESETS / name), {it.code for it in of_all(RULES)}
    loose = {it.code for it in written if not it.clause}
    others = seen_by_tests(name).refusals - written
    assert {it for it in others if it.code not in loose | of_the_kit} == set()


@GAMES
def test_every_clause_that_refuses_has_a_text(name: str) -> None:
    cited = {clause for _, clause in of_all(RULESETS / name) | seen_by_tests(name).refusals}
    assert {it for it in cited if it and not installed()[name].clause(it)} == set()


# -- each of these can fail ------------------------------------------------------------------------

RULES_OF = """
def refuse_march(table):
    return refuse("NO_ROAD", "5.0", "There is no road.")
"""


@pytest.mark.parametrize(
    ("tests", "seen"),
    [
        ('CASES = [("march", "NO_ROAD 5.0")]', {("NO_ROAD", "5.0")}),
        ('assert refusal(given) == ("NO_ROAD", "5.0")', {("NO_ROAD", "5.0")}),
        ('assert refusal(given) == ("NO_ROAD", "5.1")', {("NO_ROAD", "5.1")}),
        ('assert refusal(given).code == "NO_ROAD"', set()),
        ('NAMED = "II A"', set()),
    ],
)
def test_what_is_written_is_read(tests: str, seen: set[tuple[str, str]], tmp_path: Path) -> None:
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules" / "marches.py").write_text(RULES_OF, encoding="utf-8")
    (tmp_path / "test_marches.py").write_text(tests, encoding="utf-8")
    assert of_all(tmp_path / "rules") == {("NO_ROAD", "5.0")}
    found = seen_by_tests("", tmp_path).refusals
    assert found == seen
    assert (of_all(tmp_path / "rules") <= found) == (("NO_ROAD", "5.0") in seen)
