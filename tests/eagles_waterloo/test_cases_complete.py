"""All acceptance cases of the digest have a test that is named after them [chapter e]."""

import re
from pathlib import Path

CASES = range(1, 78)
FILES = sorted(Path(__file__).parent.glob("test_*cases_*.py"))
NAMED = re.compile(r"^def test_case_(\d\d)_", re.MULTILINE)


def test_every_case_has_a_test():
    found = {int(number) for file in FILES for number in NAMED.findall(file.read_text("utf-8"))}
    assert found == set(CASES)
