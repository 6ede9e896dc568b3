"""What is counted of a deck in the making says the same as the rules do when it is handed in."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from napoleon.rules.drafting import Draft
from napoleon.rulesets.eagles_waterloo import RULES, deck_rules, table
from napoleon.rulesets.eagles_waterloo.wording.drafting import DraftingEagles
from tests.eagles_waterloo.fields import fresh

BATTLE = "quatre_bras"


def within(draft: Draft, cards: list[str]) -> bool:
    """Whether a list keeps to all limits of a draft, and to the copies that there may be."""
    pool = {it.id: it for it in draft.pool}
    counts = Counter(cards)
    if any(it not in pool or counts[it] > pool[it].copies for it in counts):
        return False
    values = [(limit, sum(pool[it].weights[limit.id] for it in cards)) for limit in draft.limits]
    return all(it.least <= value and (it.most is None or value <= it.most) for it, value in values)


@pytest.mark.parametrize("decks", ["custom", "chosen"])
@pytest.mark.parametrize("seed", range(4))
def test_limits_are_those_of_the_rules(decks: str, seed: int) -> None:
    random = Random(seed)
    state = fresh(BATTLE, decks=decks).state
    [decision] = [it for it in RULES.decisions(state) if it.seat == "french"]
    [draft] = DraftingEagles(RULES.pack).drafts(state, decision)
    at = table.at(state, RULES.pack)
    assert {it.id for it in draft.pool} == set(state.pools["french"])
    most = next(it.most for it in draft.limits if it.most)
    found = Counter[bool]()
    for _ in range(300):
        size = random.choice([random.randint(5, 20), most if decks == "chosen" else 12])
        cards = [random.choice(draft.pool).id for _ in range(size)]
        if random.random() < 0.7:
            cards = [it.id for it in random.sample(draft.pool, size)]
        legal = not deck_rules.reasons(at, "french", BATTLE, cards)
        assert within(draft, cards) == legal, cards
        found[legal] += 1
    assert min(found[True], found[False]) > 5


def test_no_deck_is_made_where_it_is_dealt() -> None:
    state = fresh(BATTLE).state
    for decision in RULES.decisions(state):
        assert not DraftingEagles(RULES.pack).drafts(state, decision)
