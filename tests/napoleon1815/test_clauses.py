"""What the clauses of Napoléon 1815 have beside what `tests.rulesets` asks of every game."""

import re
from pathlib import Path

from napoleon.rulesets.napoleon1815 import RULES

RULINGS = (Path(__file__).parents[2] / "docs" / "rulings.md").read_text(encoding="utf-8")


def test_rulings_are_those_of_the_documentation():
    listed = re.findall(r"^\| (RULING\.\d+) \|", RULINGS, re.MULTILINE)
    assert listed == [name for name in RULES.clauses if name in {*listed}]
    own = [it for it in RULES.clauses if it.startswith("RULING.") and int(it[7:]) >= 59]
    assert own == listed


def test_every_event_on_a_card_has_a_clause():
    assert all(RULES.clause(f"CARD.{card.event}") for card in RULES.pack.cards.values())


def test_every_acceptance_case_has_a_test_named_after_it():
    tests = Path(__file__).parents[1].rglob("test_*.py")
    named = {
        int(number)
        for path in tests
        for number in re.findall(r"def test_ac_(\d+)_", path.read_text(encoding="utf-8"))
    }
    assert named == set(range(1, 73))
