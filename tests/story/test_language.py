"""Languages: lists, plurals and what is elided."""

from __future__ import annotations

import pytest

from api.languages import LANGUAGES, language_of
from napoleon.rules.prose.language import ENGLISH
from napoleon.rulesets.napoleon1815 import RULES


@pytest.mark.parametrize(
    ("items", "told"),
    [
        ([], ""),
        (["Ney"], "Ney"),
        (["Ney", "Reille"], "Ney and Reille"),
        (["Ney", "Reille", "Lobau"], "Ney, Reille and Lobau"),
    ],
)
def test_the_last_of_several_is_told_with_and(items: list[str], told: str) -> None:
    assert ENGLISH.listed(items) == told


def test_a_number_agrees_with_its_noun() -> None:
    words = ENGLISH
    assert words.ngettext("%(num)s loss", "%(num)s losses", 1) == "1 loss"
    assert words.ngettext("%(num)s loss", "%(num)s losses", 2) == "2 losses"
    assert words.ngettext("%(num)s loss", "%(num)s losses", 0) == "0 losses"


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_phrase_that_is_in_no_catalogue_is_told_as_it_is(code: str) -> None:
    assert (
        language_of(RULES, code).gettext("no such phrase of %(who)s", who="ours").endswith("ours")
    )
