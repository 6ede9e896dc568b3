"""Finds the worst words in the documents that were edited: ``python -m tools.plain_words``.

It prints each with its place, and ends with 1 if there is one. docs/style.md says what to write.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]

EDITED = (
    "README.md",
    "CONTRIBUTING.md",
    "SECURITY.md",
    "docs/index.md",
    "docs/tour.md",
)
"""What is held to it: a document is named here once it has been edited."""

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
        f"{name}:{number}: {word}"
        for name in EDITED
        for number, word in found((ROOT / name).read_text())
    ]
    sys.stdout.write("".join(f"{line}\n" for line in told))
    return 1 if told else 0


if __name__ == "__main__":
    sys.exit(main())
