"""Pairs of games that differ only in what a reader may not know.

Twins are played side by side: whatever is public happens in both of them, and each owner of a
secret answers in each game as it suits him there. As long as no secret has become public by the
rules, the reader must be given the same bytes by both.
"""

from __future__ import annotations

from typing import TypeVar

from napoleon.events import TOPICS

T = TypeVar("T")

LENGTH = 120
"""Most orders that twins are played on for."""

PUBLISHED: dict[str, str | None] = {
    "combat_cards_counted": "total",
    "combat_called_off": None,
    "corps_eliminated": None,
    "losses_incurred": "total",
    "pursuit_started": None,
    "pursuit_skipped": None,
}
"""Events by which the rules make a secret public, and the field that tells it; None if already
tells who hears of the event at all [VIS.4]."""

VEILED = {event.__name__ for event in TOPICS.values() if event.hidden}
"""Event classes with hidden fields."""
