"""The aid of every game: whole, cited, drawn by signs that there are, without a typed number."""

from __future__ import annotations

import re

import pytest

from api.languages import translations
from api.web.aid_page import OF_A_SIDE
from napoleon.rules.aids import Aid, plus, span
from napoleon.rules.contract import Ruleset, installed
from napoleon.rules.phrases import Phrase
from napoleon.rules.picture.legend import sign

RULESETS = [installed()[name] for name in sorted(installed())]

SLOT = re.compile(r"%\(\w+\)s|%%")


@pytest.fixture(params=RULESETS, ids=lambda it: it.name)
def rules(request: pytest.FixtureRequest) -> Ruleset:
    found: Ruleset = request.param
    return found


@pytest.fixture
def aid(rules: Ruleset) -> Aid:
    assert rules.aid is not None, "every game has an aid"
    return rules.aid


def phrases(aid: Aid) -> list[Phrase]:
    """Every text of an aid, with those that are filled into it."""
    parts = (*aid.front, *aid.back)
    left: list[object] = [it for part in parts for it in (part.title, *part.heads)]
    left += [it for row in aid.rows for it in (row.says, *row.cells)]
    found = []
    while left:
        it = left.pop()
        if isinstance(it, tuple):
            left += it
        elif isinstance(it, Phrase):
            found.append(it)
            left += it.values.values()
    return found


def test_each_row_says_something_in_each_column(aid: Aid) -> None:
    for part in (*aid.front, *aid.back):
        assert part.rows
        for row in part.rows:
            assert len(row.cells) in (0, len(part.heads)), row
        if part.heads:
            assert any(row.cells for row in part.rows)
            assert not part.in_order


def test_what_it_cites_are_clauses(rules: Ruleset, aid: Aid) -> None:
    parts = (*aid.front, *aid.back)
    cited = {it for row in aid.rows for it in row.clauses} | {
        it for part in parts for it in part.clauses
    }
    assert cited <= rules.clauses.keys()
    for part in parts:
        assert all(row.clauses or part.clauses for row in part.rows), part.title


def test_its_signs_are_those_of_the_pictures(rules: Ruleset, aid: Aid) -> None:
    assert rules.pictures is not None
    sides = {it.id for it in rules.pictures.sides}
    signs = {it for row in aid.rows for it in row.signs}
    assert len(signs) >= 5, "it is illustrated"
    for it in signs:
        if it.startswith(OF_A_SIDE):
            assert it.removeprefix(OF_A_SIDE) in sides
        else:
            assert sign(it).svg


def test_no_number_is_typed_into_its_texts(aid: Aid) -> None:
    typed = [it.text for it in phrases(aid) if re.search(r"\d", it.text)]
    assert typed == [], "numbers come from where the rules take them"


def test_it_speaks_french(aid: Aid) -> None:
    known = translations("fr")
    words = {it.text for it in phrases(aid) if SLOT.sub("", it.text).strip(" :.,")}
    untold = {it for it in words if it == known.gettext(it)}
    # Some words are the same in both languages.
    assert untold <= {
        "Bonus", "Combat", "Marches", "F%(fire)s", "F%(rating)s, S%(rating)s", "Fatigue",
        "Points", "Port", "%(fatigue)s fatigue",
    }  # fmt: skip


def test_amounts_and_spans() -> None:
    assert [plus(it).text for it in (1, 0, -2)] == ["+1", "0", "−2"]  # noqa: RUF001 - a minus
    assert [span(1, 4).text, span(6, 6).text] == ["1–4", "6"]  # noqa: RUF001 - from to
