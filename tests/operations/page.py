"""The page for operators, as what it tells is held against the service."""

from __future__ import annotations

import re

from tests.command_line.server import ROOT

PAGE = (ROOT / "docs" / "operations.md").read_text()


def documented() -> set[str]:
    """The variables of the table."""
    return set(re.findall(r"^\| `([A-Z0-9_]+)` \|", PAGE, re.MULTILINE))


def commands(word: str) -> str:
    """The commands of the one block in which `word` is a command: from there on, a line each."""
    blocks = re.findall(r"^```console\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    [block] = (block for block in blocks if re.search(rf"^\$ {word}\b", block, re.MULTILINE))
    given = re.findall(r"^\$ ((?:.*\\\n)*.*\n)", block, re.MULTILINE)
    first = next(place for place, it in enumerate(given) if it.startswith(word))
    return "".join(given[first:])
