"""All acceptance cases of a digest have a test, or a case of a text, that is named after them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

CASES = {"eagles_waterloo": 77, "napoleon_columbia": 75, "napoleonic_wars": 157}
"""How many there are; of the other games they are numbered by chapters."""

NAMED = re.compile(r"^def test_cases?_((?:\d+_(?:and_)?)+)", re.MULTILINE)
WRITTEN = re.compile(r"^case ((?:\d+(?: and )?)+)", re.MULTILINE)


@pytest.mark.parametrize("game", CASES)
def test_every_case_has_a_test(game: str) -> None:
    home = Path(__file__).parents[1] / game
    named = [it for file in home.glob("test_*.py") for it in NAMED.findall(file.read_text("utf-8"))]
    for file in home.glob("*_cases.txt"):
        named += WRITTEN.findall(file.read_text("utf-8"))
    found = {int(number) for it in named for number in re.findall(r"\d+", it)}
    assert found == {*range(1, CASES[game] + 1)}
