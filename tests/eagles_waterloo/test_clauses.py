"""Every clause of the digest has its text, and nothing refers to a clause that has none."""

import csv
import io
import re
import tokenize
from pathlib import Path

import pytest

from napoleon.rulesets.eagles_waterloo import RULES, clauses
from napoleon.rulesets.eagles_waterloo.clauses import CLAUSES

LISTED = (Path(__file__).parent / "clause_ids.txt").read_text(encoding="utf-8")
RULINGS = 63
IN_DIGEST = {
    f"{chapter}.{name}"
    for chapter, names in re.findall(r"^(\w+):((?:.|\n )+)", LISTED, re.MULTILINE)
    for name in names.split()
}
NUMBERED = "|".join(sorted({name.partition(".")[0] for name in IN_DIGEST} - {"TABLE", "SB"}))
REFERENCE = re.compile(
    rf"(?<![\w.,-])(?:(?:{NUMBERED})\.(?:\d+(?![\d.]*\d)|[a-f](?:\.\d+)?(?![\w]))"
    r"|(?:TABLE|SB)\.\w+|G-\d+)"
)
VERSIONS = {RULES.version, *RULES.released.versions}
"""Of the rules: they look like clauses."""
ROOT = Path(clauses.__file__).parent
SOURCES = sorted(ROOT.rglob("*.py"))
TABLES = sorted(file for file in (ROOT / "data").rglob("*") if file.is_file())


def named_in_words(text):
    return set(REFERENCE.findall(text))


def named_in_table(path):
    """What a table cites in its sources, as its figures may look like clauses, or any text."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".csv":
        text = "\n".join(row["source"] for row in csv.DictReader(io.StringIO(text)))
    return named_in_words(text)


def named_in_code(path):
    """What code cites in comments and strings, as its numbers may look like clauses."""
    with path.open("rb") as file:
        tokens = [
            it.string
            for it in tokenize.tokenize(file.readline)
            if it.type in {tokenize.STRING, tokenize.COMMENT}
        ]
    return named_in_words("\n".join(tokens))


def test_every_clause_of_the_digest_has_a_text():
    assert len(IN_DIGEST) == 89
    assert IN_DIGEST - set(CLAUSES) == set()


def test_all_other_clauses_are_rulings_in_their_order():
    rulings = [name for name in CLAUSES if name not in IN_DIGEST]
    assert len(rulings) >= RULINGS
    assert rulings == [f"G-{number:02}" for number in range(1, len(rulings) + 1)]


@pytest.mark.parametrize("name", sorted(CLAUSES))
def test_a_text_is_made_of_whole_sentences(name):
    text = CLAUSES[name]
    assert re.fullmatch(r"[0-9A-Z].*\.", text)
    assert text == " ".join(text.split())
    assert len(re.findall(r"[.?!](?= [0-9A-Z]|$)", text)) <= 4


def test_no_two_clauses_have_the_same_text():
    assert len(set(CLAUSES.values())) == len(CLAUSES)


def test_texts_refer_to_clauses_only():
    named = {name for text in CLAUSES.values() for name in named_in_words(text)}
    assert named
    assert named - set(CLAUSES) == set()


def test_every_ruling_of_the_digest_is_referred_to_by_a_clause_or_by_the_data():
    named = {name for text in CLAUSES.values() for name in named_in_words(text)}
    named = named.union(*map(named_in_table, TABLES))
    told = {f"G-{number:02}" for number in range(1, RULINGS + 1)}
    assert told - named == set()


def test_no_ruling_refers_to_itself():
    assert [name for name, text in CLAUSES.items() if name in named_in_words(text)] == []


@pytest.mark.parametrize("file", TABLES, ids=lambda path: path.name)
def test_the_data_refer_to_clauses_only(file):
    assert named_in_table(file) - set(CLAUSES) == set()


def test_the_data_name_the_clauses_that_they_rest_on():
    assert {"4.0", "8.0", "16.b", "G-32"} <= set().union(*map(named_in_table, TABLES))


@pytest.mark.parametrize("source", SOURCES, ids=lambda path: str(path.relative_to(ROOT)))
def test_the_code_refers_to_clauses_only(source):
    assert named_in_code(source) - set(CLAUSES) - VERSIONS == set()
