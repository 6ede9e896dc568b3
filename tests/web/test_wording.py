"""Every order that answers a question has words for its button."""

from __future__ import annotations

import pytest

from napoleon.rulesets import eagles_waterloo, napoleon1815, napoleon_columbia, napoleonic_empire
from napoleon.rulesets.eagles_waterloo import wording as words_of_eagles
from napoleon.rulesets.napoleon_columbia import wording as words_of_columbia
from tests.acting import Rules


@pytest.mark.parametrize(
    ("rules", "wording"),
    [
        (eagles_waterloo.RULES, words_of_eagles),
        (napoleon_columbia.RULES, words_of_columbia),
    ],
    ids=("eagles_waterloo", "napoleon_columbia"),
)
def test_every_verb_has_words(rules: Rules, wording: object) -> None:
    has = set(getattr(wording, "_WORDS"))  # noqa: B009 - it is nobody else's
    assert set(rules.book.verbs) - has == set()


@pytest.mark.parametrize(
    "rules",
    [eagles_waterloo.RULES, napoleon1815.RULES, napoleon_columbia.RULES, napoleonic_empire.RULES],
)
def test_every_kind_of_decision_has_words(rules: Rules) -> None:
    assert rules.wording is not None
    assert set(rules.wording.kinds) == set(rules.kinds)
