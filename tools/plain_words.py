"""Finds the worst words in the documents: ``python -m tools.plain_words``.

It prints each with its place, and ends with 1 if there is one. docs/style.md says what to write.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]

LEFT = ("docs/style.md",)
"""What shows them to say what to write."""


def documents() -> Iterator[Path]:
    """What is held to it."""
    for page in (*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")):
        if str(page.relative_to(ROOT)) not in LEFT:
            yield page


WORST = re.compile(
    r"\b(whoever|whomever|anew|in place of|thereof|therein|whereby|his|herein)\b", re.IGNORECASE
)


def found(text: str) -> Iterator[tuple[int, str]]:
    """The number of the line and the word, for each bad word outside blocks and code."""
    inside = False
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith("```"):
            inside = not inside
        if not inside:
            for word in WORST.findall(re.sub(r"`[^`]*`", "", line)):
                yield number, word


def main() -> int:
    """Look at all of them."""
    told = [
        f"{page.relative_to(ROOT)}:{number}: {word}"
        for page in documents()
        for number, word in found(page.read_text())
    ]
    sys.stdout.write("".join(f"{line}\n" for line in told))
    return 1 if told else 0


if __name__ == "__main__":
    sys.exit(main())
