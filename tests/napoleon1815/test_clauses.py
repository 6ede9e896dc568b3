"""Every clause of the digest has its text, and nothing refers to a clause that has none."""

import re
from pathlib import Path

import pytest

import napoleon.rulesets.napoleon1815 as rules
from napoleon.rulesets.napoleon1815.clauses import CLAUSES

LISTED = (Path(__file__).parent / "clause_ids.txt").read_text(encoding="utf-8")
RULINGS = (Path(__file__).parents[2] / "docs" / "rulings.md").read_text(encoding="utf-8")
IN_DIGEST = {"ALLOC"} | {
    f"{chapter}.{name}"
    for chapter, names in re.findall(r"^(\w+):((?:.|\n )+)", LISTED, re.MULTILINE)
    for name in names.split()
}
CHAPTERS = sorted({name.partition(".")[0] for name in IN_DIGEST})
REFERENCE = re.compile(rf"(?<![\w.])(?:{'|'.join(CHAPTERS)})\.[0-9a-zA-Z_]+")
SOURCES = sorted(Path(rules.__file__).parent.rglob("*.py"))


def test_every_clause_of_the_digest_has_a_text():
    assert len(IN_DIGEST) == 346
    assert IN_DIGEST - set(CLAUSES) == set()


def test_clauses_beyond_the_digest_are_the_rulings_of_the_documentation():
    listed = re.findall(r"^\| (RULING\.\d+) \|", RULINGS, re.MULTILINE)
    assert listed == [f"RULING.{number}" for number in range(59, 59 + len(listed))]
    beyond = sorted(set(CLAUSES) - IN_DIGEST, key=lambda name: int(name.partition(".")[2]))
    assert beyond == listed


@pytest.mark.parametrize("name", sorted(CLAUSES))
def test_a_text_is_made_of_whole_sentences(name):
    text = rules.RULES.clause(name)
    assert re.fullmatch(r"[0-9A-Z].*\.", text)
    assert text == " ".join(text.split())
    assert len(re.findall(r"[.?!](?= [0-9A-Z]|$)", text)) <= 4


def test_texts_refer_to_clauses_only():
    named = {name for text in CLAUSES.values() for name in REFERENCE.findall(text)}
    assert named
    assert named - set(CLAUSES) == set()


@pytest.mark.parametrize("source", SOURCES, ids=lambda path: path.stem)
def test_the_code_refers_to_clauses_only(source):
    assert set(REFERENCE.findall(source.read_text(encoding="utf-8"))) - set(CLAUSES) == set()


def test_every_event_on_a_card_has_a_clause():
    assert all(rules.RULES.clause(f"CARD.{card.event}") for card in rules.RULES.pack.cards.values())


def test_an_unknown_clause_has_no_text():
    assert rules.RULES.clause("MOVE.99") is None


def test_every_acceptance_case_has_a_test_named_after_it():
    tests = Path(__file__).parents[1].rglob("test_*.py")
    named = {
        int(number)
        for path in tests
        for number in re.findall(r"def test_ac_(\d+)_", path.read_text(encoding="utf-8"))
    }
    assert named == set(range(1, 73))
