"""Finds the worst words in what people read: ``python -m tools.plain_words``.

It looks at the documents, and at docstrings and comments of Python. It prints each word with its
place, and ends with 1 if there is one. docs/style.md says what to write.
"""

from __future__ import annotations

import ast
import re
import sys
import tokenize
from collections.abc import Iterator
from io import StringIO
from pathlib import Path

ROOT = Path(__file__).parents[1]

LEFT = ("docs/style.md",)
"""What shows them to say what to write."""

ROOMS = ("api", "napoleon", "projections", "tools")
"""The folders of Python that are held to it."""

WORST = re.compile(
    r"\b(whoever|whomever|anew|in\s+place\s+of|thereof|therein|whereby|his|herein)\b",
    re.IGNORECASE,
)

_CODE = re.compile(r"`[^`]*`")


def documents() -> Iterator[Path]:
    """The documents that are held to it."""
    for page in (*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")):
        if str(page.relative_to(ROOT)) not in LEFT:
            yield page


def sources() -> Iterator[Path]:
    """The Python files that are held to it."""
    for room in ROOMS:
        yield from sorted((ROOT / room).rglob("*.py"))


def found(text: str) -> Iterator[tuple[int, str]]:
    """The number of the line and the word, for each bad word outside blocks and code."""
    inside = False
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith("```"):
            inside = not inside
        if not inside:
            for word in WORST.findall(_CODE.sub("", line)):
                yield number, word


def found_in_python(source: str) -> Iterator[tuple[int, str]]:
    """The same for docstrings, those of attributes too, and for comments; not for other strings."""
    if not WORST.search(source):
        return
    for number, text in (*_docstrings(source), *_comments(source)):
        prose = _CODE.sub(lambda code: "\n" * code.group().count("\n"), text)
        for it in WORST.finditer(prose):
            yield number + prose.count("\n", 0, it.start()), " ".join(it.group().split())


def _docstrings(source: str) -> Iterator[tuple[int, str]]:
    """Strings that stand alone, with the line in which each begins."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Expr(value=ast.Constant(value=str(text))):
                yield node.lineno, text


def _comments(source: str) -> Iterator[tuple[int, str]]:
    """Comments with their lines; those of lines in a row are one text."""
    lines: list[str] = []
    first = 0
    for token in tokenize.generate_tokens(StringIO(source).readline):
        if token.type != tokenize.COMMENT:
            continue
        if token.start[0] != first + len(lines):
            yield first, "\n".join(lines)
            lines, first = [], token.start[0]
        lines.append(token.string.lstrip("# "))
    yield first, "\n".join(lines)


def main() -> int:
    """Look at all of them."""
    told = [
        f"{path.relative_to(ROOT)}:{number}: {word}"
        for paths, look in ((documents(), found), (sources(), found_in_python))
        for path in paths
        for number, word in look(path.read_text())
    ]
    sys.stdout.write("".join(f"{line}\n" for line in told))
    return 1 if told else 0


if __name__ == "__main__":
    sys.exit(main())
