"""The examples of docs/notation.md, by chapter; each game has one."""

from __future__ import annotations

import re
from pathlib import Path

PAGE = (Path(__file__).parents[1] / "docs" / "notation.md").read_text()

_ROW = re.compile(r"^\| `(.+?)` \| `(.+?)` \|$", re.M)


def chapter(title: str) -> str:
    """The chapter of this title."""
    [text] = re.findall(rf"^## {title}\n(.*?)(?=^## |\Z)", PAGE, re.M | re.S)
    return str(text)


def examples(text: str) -> list[tuple[str, str]]:
    """Lines of a chapter, each with its order as JSON."""
    return [(line, order) for line, order in _ROW.findall(text) if order.startswith("{")]


def abbreviations(text: str) -> list[tuple[str, str]]:
    """What is typed in a chapter, each with the line that it is read as."""
    return [(typed, line) for typed, line in _ROW.findall(text) if not line.startswith("{")]


def position(text: str) -> str:
    """The position of a chapter."""
    [found] = re.findall(r"^```position\n(.*?)^```$", text, re.M | re.S)
    return str(found)
