"""What tells pairs of games apart is noticed [chapter d, G-37, G-44]; see `tests.rulesets.pairs`.

Two games differ in which cards are in a deck, in a Reserve, or under which token.
"""

from __future__ import annotations

import pytest

from napoleon.rulesets.eagles_waterloo.views import sight
from tests.eagles_waterloo.random_play import KINDS
from tests.eagles_waterloo.twins import BATTLE, DECKS, DEPLOYMENT, MADE, Cards
from tests.rulesets.receiving import ToldApart


def test_a_view_of_cards_that_tells_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sight, "sees_card", lambda table, seat, battle, card: True)
    assert _told_apart(BATTLE)


def test_a_view_of_decks_that_tells_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sight, "sees_side", lambda table, seat, side: True)
    assert _told_apart(DECKS)


def test_terrain_that_is_not_under_seal_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sight, "taken_for_reserve", lambda table, seat, battle, side: [])
    assert _told_apart(DEPLOYMENT, first=244)


def _told_apart(stage: str, first: int = 2) -> bool:
    """Whether any of some pairs from the first one on can be told apart."""
    for number in range(first, first + 400, 11):
        if stage == DECKS and number % len(KINDS) not in MADE:
            continue
        try:
            Cards(number, stage, length=10).play()
        except ToldApart:
            return True
    return False
