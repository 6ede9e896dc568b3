"""How deeply a stored state may be nested: what is read from the log can be written again."""

from __future__ import annotations

import re

DEEPEST = 200
"""Lists and objects within each other. No event comes near it; Python gives up at a few times
that."""

HARMLESS = 2 * DEEPEST
"""Bytes of a state that is too short to be nested deeper, so need not be looked at."""

_TEXT = re.compile(rb'"(?:[^"\\]|\\.)*"', re.DOTALL)

_BRACKETS = re.compile(rb"[^][{}]+")


def check_nesting(state: bytes) -> None:
    """Raise ValueError for JSON nested deeper than `DEEPEST`."""
    if state.count(b"[") + state.count(b"{") <= DEEPEST:
        return
    depth = 0
    for bracket in _BRACKETS.sub(b"", _TEXT.sub(b"", state)):
        depth += 1 if bracket in b"[{" else -1
        if depth > DEEPEST:
            raise ValueError(f"it is nested deeper than {DEEPEST} times")
