"""Every clause of the digest has its text, and nothing refers to a clause that has none."""

import re
from pathlib import Path

import pytest

import napoleon.rulesets.napoleonic_empire as rules
from napoleon.rulesets.napoleonic_empire.clauses import CLAUSES

LISTED = (Path(__file__).parent / "clause_ids.txt").read_text(encoding="utf-8")
RULINGS = 47
IN_DIGEST = {"OPT1", "OPT2", "OPT3"} | {
    f"{chapter}.{name}"
    for chapter, names in re.findall(r"^(\w+):((?:.|\n )+)", LISTED, re.MULTILINE)
    for name in names.split()
}
CHAPTERS = sorted({name.partition(".")[0] for name in IN_DIGEST})
REFERENCE = re.compile(rf"(?<![\w.])(?:(?:{'|'.join(CHAPTERS)})\.[0-9a-z_]+|E-\d+)")
ROOT = Path(rules.__file__).parent
SOURCES = sorted(ROOT.rglob("*.py"))
TABLES = sorted((ROOT / "data").iterdir())


def named_in(path):
    return set(REFERENCE.findall(path.read_text(encoding="utf-8")))


def test_every_clause_of_the_digest_has_a_text():
    assert len(IN_DIGEST) == 102
    assert IN_DIGEST - set(CLAUSES) == set()


def test_all_other_clauses_are_rulings_in_their_order():
    rulings = [name for name in CLAUSES if name not in IN_DIGEST]
    assert len(rulings) >= RULINGS
    assert rulings == [f"E-{number:02}" for number in range(1, len(rulings) + 1)]


@pytest.mark.parametrize("name", sorted(CLAUSES))
def test_a_text_is_made_of_whole_sentences(name):
    text = rules.RULES.clause(name)
    assert re.fullmatch(r"[0-9A-Z].*\.", text)
    assert text == " ".join(text.split())
    assert len(re.findall(r"[.?!](?= [0-9A-Z]|$)", text)) <= 4


def test_no_two_clauses_have_the_same_text():
    assert len(set(CLAUSES.values())) == len(CLAUSES)


def test_texts_refer_to_clauses_only():
    named = {name for text in CLAUSES.values() for name in REFERENCE.findall(text)}
    assert named
    assert named - set(CLAUSES) == set()


def test_every_ruling_of_the_digest_is_referred_to_by_a_clause_or_by_the_data():
    named = {name for text in CLAUSES.values() for name in REFERENCE.findall(text)}
    named = named.union(*map(named_in, TABLES))
    spans = re.findall(r"E-(\d+) to E-(\d+)", " ".join(CLAUSES.values()))
    named |= {f"E-{n:02}" for first, last in spans for n in range(int(first), int(last) + 1)}
    told = {f"E-{number:02}" for number in range(1, RULINGS + 1)}
    assert told - named == set()


@pytest.mark.parametrize("file", TABLES, ids=lambda path: path.name)
def test_the_data_refer_to_clauses_only(file):
    assert named_in(file)
    assert named_in(file) - set(CLAUSES) == set()


@pytest.mark.parametrize("source", SOURCES, ids=lambda path: str(path.relative_to(ROOT)))
def test_the_code_refers_to_clauses_only(source):
    assert named_in(source) - set(CLAUSES) == set()


def test_an_unknown_clause_has_no_text():
    assert rules.RULES.clause("MOVE.99") is None
