"""Every clause of a game's digest has its text, and nothing refers to a clause that has none."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.rulesets.digests import Clauses, Digest, clauses_of
from tests.rulesets.entrants import Entrant


@pytest.fixture
def clauses(entrant: Entrant) -> Clauses:
    """The clauses of every game that tells of its digest."""
    found = clauses_of(entrant.rules.name, dict(entrant.rules.clauses))
    if found is None:
        pytest.skip("the game tells of no digest")
    return found


def test_every_clause_of_the_digest_has_a_text(clauses: Clauses) -> None:
    assert len(clauses.in_digest) == clauses.digest.size
    assert clauses.in_digest - clauses.texts.keys() == set()


def test_all_other_clauses_are_rulings_in_their_order(clauses: Clauses) -> None:
    digest = clauses.digest
    rulings = [name for name in clauses.texts if name not in clauses.in_digest]
    assert len(rulings) >= digest.rulings
    numbers = range(digest.first, digest.first + len(rulings))
    assert rulings == [digest.ruling.format(it) for it in numbers]


def test_a_clause_is_told_by_its_name(clauses: Clauses, entrant: Entrant) -> None:
    assert clauses.texts == {it: entrant.rules.clause(it) for it in clauses.texts}


def test_texts_are_made_of_whole_sentences(clauses: Clauses) -> None:
    assert clauses.texts
    for name, text in clauses.texts.items():
        assert re.fullmatch(r"[0-9A-Z].*\.", text), name
        assert text == " ".join(text.split()), name
        assert len(re.findall(r"[.?!](?= [0-9A-Z]|$)", text)) <= 4, name


def test_no_two_clauses_have_the_same_text(clauses: Clauses) -> None:
    assert len(set(clauses.texts.values())) == len(clauses.texts)


def test_texts_refer_to_clauses_only(clauses: Clauses) -> None:
    assert clauses.named_in_texts
    assert clauses.named_in_texts - clauses.texts.keys() == set()


def test_no_clause_refers_to_itself(clauses: Clauses) -> None:
    assert [it for it, text in clauses.texts.items() if it in clauses.named_in(text)] == []


def test_every_ruling_of_the_digest_is_referred_to_by_a_clause_or_by_the_data(
    clauses: Clauses,
) -> None:
    digest = clauses.digest
    named = clauses.named_in_texts.union(*clauses.named_in_tables.values())
    before = digest.ruling.partition("{")[0]
    spans = re.findall(rf"{before}(\d+) to {before}(\d+)", " ".join(clauses.texts.values()))
    named |= {digest.ruling.format(n) for a, b in spans for n in range(int(a), int(b) + 1)}
    told = {digest.ruling.format(digest.first + it) for it in range(digest.rulings)}
    assert told - named == set()


def test_the_data_refer_to_clauses_only(clauses: Clauses) -> None:
    tables = clauses.named_in_tables
    wrong = {file: named - clauses.texts.keys() for file, named in tables.items()}
    assert {file: named for file, named in wrong.items() if named} == {}
    assert clauses.digest.cited <= set().union(*tables.values())
    assert not clauses.digest.every_table_cites or all(tables.values()), tables


def test_the_code_refers_to_clauses_only(clauses: Clauses) -> None:
    cited = clauses.named_in_code
    assert set().union(*cited.values())
    wrong = {file: named - clauses.texts.keys() for file, named in cited.items()}
    assert {file: named for file, named in wrong.items() if named} == {}


def test_an_unknown_clause_has_no_text(entrant: Entrant) -> None:
    assert entrant.rules.clause("MOVE.99") is None


# -- each of these can fail ------------------------------------------------------------------------

DIGEST = Digest(3, r"(?:CHAPTERS)\.\d+|R-\d+", "R-{:02}", rulings=1, cited=frozenset({"A.1"}))

TEXTS = {
    "A.1": "Armies march as B.1 says.",
    "A.2": "They halt [R-01].",
    "B.1": "Roads are long.",
    "R-01": "A halt ends the march.",
}

Check = Callable[[Clauses], None]


def made_up(folder: Path, *, code: str = "# A.2\n", table: str = "A.1\n", **texts: str) -> Clauses:
    """The clauses of a game that is in order, but for what is said."""
    (folder / "data").mkdir()
    (folder / "rules.py").write_text(code, encoding="utf-8")
    (folder / "data" / "areas.csv").write_text(table, encoding="utf-8")
    digest = DIGEST._replace(every_table_cites=True)
    given = {it: text for it, text in {**TEXTS, **texts}.items() if text}
    return Clauses(given, digest, "A: 1 2\nB: 1\n", folder)


WRONG: list[tuple[Check, dict[str, Any]]] = [
    (test_every_clause_of_the_digest_has_a_text, {"B.1": ""}),
    (test_all_other_clauses_are_rulings_in_their_order, {"R-03": "Nothing is between."}),
    (test_all_other_clauses_are_rulings_in_their_order, {"R-01": ""}),
    (test_texts_are_made_of_whole_sentences, {"B.1": "Roads are long"}),
    (test_texts_are_made_of_whole_sentences, {"B.1": "Roads  are long."}),
    (test_texts_are_made_of_whole_sentences, {"B.1": "One. Two. Three. Four. Five."}),
    (test_no_two_clauses_have_the_same_text, {"B.1": TEXTS["A.1"]}),
    (test_texts_refer_to_clauses_only, {"A.1": "As B.7 says."}),
    (test_no_clause_refers_to_itself, {"A.1": "As A.1 says."}),
    (test_every_ruling_of_the_digest_is_referred_to_by_a_clause_or_by_the_data, {"A.2": "Halt."}),
    (test_the_data_refer_to_clauses_only, {"table": "A.1 B.9\n"}),
    (test_the_data_refer_to_clauses_only, {"table": "A.2\n"}),
    (test_the_data_refer_to_clauses_only, {"table": "nothing\n"}),
    (test_the_code_refers_to_clauses_only, {"code": "# A.1\nsaid = 'A.3'\n"}),
    (test_the_code_refers_to_clauses_only, {"code": "A = 1\n"}),
]
"""Tests, and of what each of them fails."""


@pytest.mark.parametrize("check", dict(WRONG), ids=lambda it: it.__name__)
def test_clauses_that_are_in_order_pass(check: Check, tmp_path: Path) -> None:
    check(made_up(tmp_path))


@pytest.mark.parametrize(("check", "wrong"), WRONG)
def test_clauses_that_are_not_are_found(
    check: Check, wrong: dict[str, Any], tmp_path: Path
) -> None:
    with pytest.raises(AssertionError):
        check(made_up(tmp_path, **wrong))
