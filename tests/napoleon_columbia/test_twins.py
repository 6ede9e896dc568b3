"""Nobody learns what they may not know, in whole games of every kind [3.2, chapter d, N-58].

Two games differ in which block stands under which token, and in steps. Views, questions, offers,
refusals, events and all that is made of them are the same to the byte for who may not know, until
the rules tell it.
"""

from __future__ import annotations

from collections import Counter

import pytest

from napoleon.rulesets.napoleon_columbia import fog
from napoleon.rulesets.napoleon_columbia.events.combat import UnitEngaged, UnitRepositioned
from napoleon.rulesets.napoleon_columbia.events.march import UnitMarched
from napoleon.rulesets.napoleon_columbia.views import sight
from tests.napoleon_columbia.random_play import KINDS
from tests.napoleon_columbia.twins import Pair
from tests.rulesets.receiving import ToldApart

ENOUGH = (1, 4, 30)
"""Pairs of two and of three players, with blocks that stay hidden and without."""

PAIRS = 5 * len(KINDS)


@pytest.mark.sampled(1)
@pytest.mark.parametrize("number", ENOUGH)
def test_twins_cannot_be_told_apart(number: int) -> None:
    pair = Pair(number, length=12)
    pair.play()
    assert pair.differed


@pytest.mark.soak
@pytest.mark.parametrize("kind", range(len(KINDS)), ids=lambda it: str(KINDS[it]))
def test_many_twins_cannot_be_told_apart(kind: int) -> None:
    orders = 0
    happened: Counter[str] = Counter()
    for number in range(kind, PAIRS, len(KINDS)):
        pair = Pair(number)
        pair.play()
        assert pair.differed, number
        orders += pair.orders
        happened.update(event.topic for event in pair.happened)
    assert orders > 20, "they are soon told apart by the rules"
    assert happened[UnitMarched.topic] or happened[UnitEngaged.topic] or happened[
        UnitRepositioned.topic
    ]  # fmt: skip


def test_what_a_view_tells_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sight, "sees_unit", lambda table, seat, unit: True)
    assert _told_apart(range(3))


def test_an_order_of_blocks_that_tells_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fog, "in_order", lambda table, units: sorted(units))
    assert _told_apart(range(1, 40))


def _told_apart(numbers: range) -> bool:
    """Whether any of the pairs can be told apart."""
    for number in numbers:
        try:
            Pair(number, length=12).play()
        except ToldApart:
            return True
    return False
