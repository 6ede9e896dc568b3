"""Order notation: lines that a person types and reads, printed and read by one grammar.

`names` matches what is typed with the names of things, `grammar` holds the patterns of a game's
orders, `reading` turns a line into an order or says why it cannot be one. What the lines of a game
look like is declared by its ruleset.
"""

from __future__ import annotations


class UnreadablePosition(ValueError):
    """A text that is not a position: what is wrong, and in which line, from 1 on."""

    def __init__(self, line: int, detail: str) -> None:
        super().__init__(f"Line {line}: {detail}")
        self.line = line
        self.detail = detail


class UnfinishedOperation(ValueError):
    """A position in the middle of something, which the position notation does not write."""
