"""What tells pairs of games apart is noticed [3.2, chapter d, N-58]; see `tests.rulesets.pairs`.

Two games differ in which block stands under which token, and in steps.
"""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from napoleon.rulesets.napoleon_columbia import fog, sight
from tests.napoleon_columbia.twins import Blocks
from tests.rulesets.receiving import ToldApart


def test_what_a_view_tells_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sight, "sees_block", lambda state, seat, block: True)
    assert _told_apart(range(3))


def test_an_order_of_blocks_that_tells_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fog, "in_order", lambda table, units: sorted(units))
    assert _told_apart([19, *range(1, 40)]), "the 19th is the first that can be"


def _told_apart(numbers: Iterable[int]) -> bool:
    """Whether any of the pairs can be told apart."""
    for number in numbers:
        try:
            Blocks(number, length=12).play()
        except ToldApart:
            return True
    return False
