"""The worst words are found where people read, and nowhere else."""

from __future__ import annotations

import subprocess
import sys

from tests.command_line.server import ROOT
from tools.plain_words import found

SHOWN = """Whoever asks gets an answer.
The board is drawn `anew` in code, and
```text
whoever
```
it is *drawn anew* in words.
"""


def test_they_are_found_outside_code() -> None:
    assert list(found(SHOWN)) == [(1, "Whoever"), (6, "anew")]


def test_edited_documents_have_none() -> None:
    ran = subprocess.run(
        [sys.executable, "-m", "tools.plain_words"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (ran.returncode, ran.stdout) == (0, "")
