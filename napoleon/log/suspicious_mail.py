"""Odd mails: what a game makes of a mail that opens a seat, but not as its player's mails do."""

from __future__ import annotations

LOG, HOLD, REFUSE = "log", "hold", "refuse"
"""It counts, and what is odd is recorded; it waits for its player; it does not count."""

TREATMENTS = (LOG, HOLD, REFUSE)
"""From the laxest to the strictest."""


def stricter(one: str, other: str) -> str:
    """The stricter of two treatments; an empty one says nothing.

    >>> stricter("log", "hold"), stricter("refuse", ""), stricter("", "")
    ('hold', 'refuse', '')
    """
    said = [it for it in (one, other) if it]
    return max(said, key=TREATMENTS.index) if said else ""
