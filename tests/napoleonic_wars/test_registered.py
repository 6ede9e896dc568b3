"""What the game is registered with: its set-up, clauses, rulings, names and pack."""

from __future__ import annotations

import ast
import re
from pathlib import Path

from napoleon.rulesets.napoleonic_wars import RULES
from napoleon.rulesets.napoleonic_wars.names import ROLES
from tests.napoleonic_wars.playing import pack

HOME = Path(__file__).parents[2] / "napoleon" / "rulesets" / "napoleonic_wars"


# -- clauses ---------------------------------------------------------------------------------------

_CLAUSE = re.compile(r"(?<![\w./-])(?:\d{1,2}(?:\.\d+)?\.[a-z]+|R-\d{2,3})(?![\w.])")
"""What looks like a clause: a section with its letter or its word, or a ruling.

After a slash it is the schema of a topic, with a field of it.
"""


def cited(text: str) -> set[str]:
    return set(_CLAUSE.findall(text))


def test_every_clause_that_the_code_cites_has_a_text() -> None:
    found: dict[str, set[str]] = {}
    for file in HOME.rglob("*.py"):
        tree = ast.parse(file.read_text(encoding="utf-8"))
        texts = (
            it.value
            for it in ast.walk(tree)
            if isinstance(it, ast.Constant) and isinstance(it.value, str)
        )
        found[file.name] = set().union(*map(cited, texts)) - RULES.clauses.keys()
    assert {file: them for file, them in found.items() if them} == {}


def test_clauses_are_made_of_whole_sentences() -> None:
    assert len(RULES.clauses) > 400
    assert len(set(RULES.clauses.values())) == len(RULES.clauses)
    for name, text in RULES.clauses.items():
        assert re.fullmatch(r"[0-9A-Z].*\.", text), name
        assert text == " ".join(text.split()), name
        assert len(re.findall(r"[.?!](?= [0-9A-Z]|$)", text)) <= 4, name


def test_rulings_come_one_after_the_other() -> None:
    rulings = [it for it in RULES.clauses if it.startswith("R-")]
    assert rulings == [f"R-{number:02}" for number in range(1, len(rulings) + 1)]


def test_players_read_names_and_never_ids() -> None:
    ids = {*pack().spaces, *pack().zones, *pack().leaders, *pack().cards, *pack().track}
    ids |= set(RULES.seats(RULES.checked_options({})))
    assert ids - RULES.names.keys() == set()
    assert all(name != it for it, name in RULES.names.items() if it not in ROLES)
    assert all("_" not in name for name in RULES.names.values())


def test_what_the_pack_does_not_know_is_said() -> None:
    assert RULES.provenance["spaces"]["reconstructed"] == len(pack().spaces)
    assert not [it for it in RULES.check_pack(HOME / "data") if not it.ok]
