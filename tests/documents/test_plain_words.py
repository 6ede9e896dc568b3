"""The worst words are found where people read, and nowhere else."""

from __future__ import annotations

import subprocess
import sys

from tests.command_line.server import ROOT
from tools.plain_words import found, found_in_python

SHOWN = """Whoever asks gets an answer.
The board is drawn `anew` in code, and
```text
whoever
```
it is *drawn anew* in words.
"""

SHOWN_IN_PYTHON = '''"""Whoever asks gets an answer, in place
of `whoever` does not."""

TEXT = "drawn anew"  # anew for whoever reads
# What is played in
# place of another.
WHOEVER: str = ""
"""The key of whoever:
his."""
'''


def test_they_are_found_outside_code() -> None:
    assert list(found(SHOWN)) == [(1, "Whoever"), (6, "anew")]


def test_docstrings_and_comments_are_looked_at_and_other_strings_are_not() -> None:
    assert sorted(found_in_python(SHOWN_IN_PYTHON)) == [
        (1, "Whoever"),
        (1, "in place of"),
        (4, "anew"),
        (4, "whoever"),
        (5, "in place of"),
        (8, "whoever"),
        (9, "his"),
    ]


def test_documents_and_sources_have_none() -> None:
    ran = subprocess.run(
        [sys.executable, "-m", "tools.plain_words"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (ran.returncode, ran.stdout) == (0, "")
