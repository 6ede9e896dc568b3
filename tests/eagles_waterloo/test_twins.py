"""Nobody learns what they may not know, in whole games of every kind [chapter d, G-37, G-44].

Two games differ in which cards are in a deck, in a Reserve, or under which token. Views, questions,
offers, refusals, events and all that is made of them are the same to the byte for who may not
know, until the rules tell it.
"""

from __future__ import annotations

from collections import Counter

import pytest

from napoleon.rulesets.eagles_waterloo.views import sight
from tests.eagles_waterloo.random_play import KINDS
from tests.eagles_waterloo.twins import BATTLE, DECKS, DEPLOYMENT, STAGES, Pair
from tests.rulesets.receiving import ToldApart

MADE = [number for number, kind in enumerate(KINDS) if kind.options["decks"] != "random"]
"""Kinds in which decks are made by their owners."""

LAID = list(range(len(KINDS)))

ENOUGH = [
    (MADE[1], DECKS),
    (MADE[40], DECKS),
    (3, DEPLOYMENT),
    (70, DEPLOYMENT),
    (15, BATTLE),
    (101, BATTLE),
]
"""Pairs of each stage, with decoys and without."""

STEP = 7
PAIRS = 120
"""Pairs of each stage under soak."""


@pytest.mark.sampled(2)
@pytest.mark.parametrize(("number", "stage"), ENOUGH)
def test_twins_cannot_be_told_apart(number: int, stage: str) -> None:
    pair = Pair(number, stage, length=12)
    pair.play()
    assert pair.differed


@pytest.mark.soak
@pytest.mark.parametrize("part", range(12))
@pytest.mark.parametrize("stage", STAGES)
def test_many_twins_cannot_be_told_apart(stage: str, part: int) -> None:
    kinds = MADE if stage == DECKS else LAID
    orders = differed = 0
    happened: Counter[str] = Counter()
    for place in range(part, PAIRS, 12):
        pair = Pair(kinds[place * STEP % len(kinds)] + len(KINDS) * (place % 4), stage)
        pair.play()
        differed += pair.differed
        orders += pair.orders
        happened.update(event.topic for event in pair.happened)
    assert differed >= 6, "hardly any of them were twins"
    assert orders > 20, "they are soon told apart by the rules"
    assert len(happened) > 3, happened


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
            Pair(number, stage, length=10).play()
        except ToldApart:
            return True
    return False
