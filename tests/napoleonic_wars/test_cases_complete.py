"""All worked cases of the digest have a test that is named after them [18.E]."""

from __future__ import annotations

import re
from pathlib import Path

CASES = range(1, 158)
FILES = sorted(Path(__file__).parent.glob("test_*.py"))
NAMED = re.compile(r"^def test_cases?_((?:\d+_(?:and_)?)+)", re.MULTILINE)


def test_every_case_has_a_test() -> None:
    named = (it for file in FILES for it in NAMED.findall(file.read_text("utf-8")))
    assert {int(number) for it in named for number in re.findall(r"\d+", it)} == {*CASES}
