"""Nobody learns what they may not know, in whole games of every kind that differ in that alone.

Views, questions, offers, refusals, events and all that is made of them are the same to the byte for
who may not know, until the rules tell it (see `pairs`). That what tells too much is noticed, the
tests of each game say.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from tests.rulesets.pairs import pairs


def enough() -> Iterator[Any]:
    """Pairs of each game."""
    for name, those in pairs().items():
        for made_of in those.enough:
            yield pytest.param(name, made_of, id="-".join(map(str, (name, *made_of))))


@pytest.mark.sampled(3)
@pytest.mark.parametrize(("name", "made_of"), list(enough()))
def test_pairs_cannot_be_told_apart(name: str, made_of: tuple[Any, ...]) -> None:
    those = pairs()[name]
    pair = those.made(*made_of, length=those.short)
    pair.play()
    assert pair.differed


@pytest.mark.soak
@pytest.mark.parametrize(
    ("name", "group"), [(name, group) for name, those in pairs().items() for group in those.many]
)
def test_many_pairs_cannot_be_told_apart(name: str, group: str) -> None:
    those = pairs()[name]
    played, least, kinds, acts = those.many[group]
    orders = differed = 0
    happened: Counter[type[Any]] = Counter()
    for made_of in played:
        pair = those.made(*made_of, length=those.length)
        pair.play()
        differed += pair.differed
        orders += pair.orders
        happened.update(pair.happened)
    assert differed >= least, "hardly any of them were twins"
    assert orders > 20, "they are soon told apart by the rules"
    assert len(happened) >= kinds, happened
    assert not acts or any(happened[it] for it in acts), happened
