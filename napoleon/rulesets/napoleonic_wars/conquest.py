"""Submission: a nation that cannot meet a demand gives in [6.12, 6.13, 15.4, R-102].

What follows from it is still to be written: here it is only called, by `cards.demands`.
"""

from __future__ import annotations

from napoleon.rulesets.napoleonic_wars.table import Wars


def submits(table: Wars, nation: str) -> None:
    """A nation cannot give what an event demands, and submits as if conquered [6.12, 15.42]."""
