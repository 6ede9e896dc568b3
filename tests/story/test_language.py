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


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("Ils ont perdu 2 corps; puis 3.", "Ils ont perdu 2 corps\u202f; puis 3."),
        ("Tenez bon !", "Tenez bon\u202f!"),
        ("Pertes : 60 % de 5", "Pertes\u00a0: 60\u00a0% de 5"),
        ("la carte « Ath »", "la carte «\u00a0Ath\u00a0»"),
        ("D'Erlon vient de Ath", "D\u2019Erlon vient d\u2019Ath"),
    ],
)
def test_french_is_set_as_it_is_printed(said: str, told: str) -> None:
    french = language_of(RULES, "fr")
    assert french.polished(said) == told
    assert french.polished(told) == told


def test_what_is_quoted_within_a_quotation_stands_between_the_inner_marks() -> None:
    french = language_of(RULES, "fr")
    assert ENGLISH.quoted("They played “Rain”.") == "“They played ‘Rain’.”"  # noqa: RUF001
    assert french.quoted("Ils ont joué «\u00a0Pluie\u00a0».") == (
        "«\u00a0Ils ont joué “Pluie”.\u00a0»"
    )


def test_what_people_wrote_is_quoted_as_they_wrote_it() -> None:
    assert language_of(RULES, "fr").quoted("de Ath: 5 %") == "«\u00a0de Ath: 5 %\u00a0»"
