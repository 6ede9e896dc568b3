"""A thousand pairs of games in which nobody learns what he may not know [chapter 19]."""

from __future__ import annotations

import pytest

from tests.napoleon1815.twins import Twins

pytestmark = pytest.mark.soak

PAIRS = 1000


@pytest.mark.parametrize("number", range(PAIRS))
def test_twins_cannot_be_told_apart(number: int) -> None:
    Twins(number).play()
