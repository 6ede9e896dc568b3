"""The game is unfinished: it is there only where a setting asks for it."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from napoleon.chance import SeededChance
from napoleon.environment import BadSetting
from napoleon.rules.contract import ENTRY_POINTS, UNFINISHED, Installed
from napoleon.rulesets.napoleonic_wars import RULES
from napoleon.rulesets.napoleonic_wars.names import ROLES
from tests.command_line.server import ROOT, Server
from tests.napoleonic_wars.playing import pack
from tests.patience import PATIENCE

HOME = ROOT / "napoleon" / "rulesets" / "napoleonic_wars"

WITH = {"NAPOLEON_UNFINISHED": "1"}


def test_it_is_not_there_unless_a_setting_asks_for_it() -> None:
    assert RULES.name not in Installed({})
    assert RULES.name not in Installed({"NAPOLEON_UNFINISHED": "off"})
    found = Installed(WITH)
    assert found[RULES.name] is RULES
    assert set(found) == {*Installed({}), RULES.name}
    with pytest.raises(BadSetting, match="NAPOLEON_UNFINISHED has to be on or off"):
        Installed({"NAPOLEON_UNFINISHED": "perhaps"})


def test_its_entry_point_stands_apart() -> None:
    assert UNFINISHED != ENTRY_POINTS
    assert UNFINISHED.startswith(ENTRY_POINTS)


def test_its_title_says_so() -> None:
    assert RULES.title == "The Napoleonic Wars (unfinished)"


LISTED = """
from napoleon.rules.contract import installed
print(" ".join(installed()))
"""


@pytest.mark.parametrize(("said", "there"), [({}, False), (WITH, True)])
def test_every_command_goes_by_the_setting(said: dict[str, str], there: bool) -> None:
    env = {it: text for it, text in os.environ.items() if it not in WITH}
    found = subprocess.run(
        [sys.executable, "-c", LISTED],
        cwd=ROOT,
        env={**env, "PYTHONPATH": str(ROOT), **said},
        capture_output=True,
        text=True,
        check=True,
    )
    assert (RULES.name in found.stdout.split()) is there


@pytest.mark.parametrize(("said", "there"), [({}, False), (WITH, True)])
def test_the_service_offers_it_if_it_is_told_to(
    tmp_path: Path, said: dict[str, str], there: bool
) -> None:
    env = {"NAPOLEON_HOME": str(tmp_path), "NAPOLEON_SQLITE_SYNCHRONOUS": "NORMAL", **said}
    server = Server(env)
    try:
        server.listens()
        games = f"{server.address}/api/v1"
        listed = httpx.get(f"{games}/rulesets", timeout=PATIENCE, verify=False).json()
        assert (RULES.title in str(listed)) is there
        asked = {"ruleset": RULES.name, "scenario": "1805"}
        answer = httpx.post(f"{games}/games", json=asked, timeout=PATIENCE, verify=False)
        assert (answer.status_code == 201) is there
    finally:
        server.clear_away()


def test_it_is_set_up_up_to_the_first_question() -> None:
    events = RULES.setup("1805", {}, SeededChance("18" * 32, "it", drawn=0))
    state = None
    for event in events:
        state = RULES.apply(state, event)
    assert state is not None
    [decision] = RULES.decisions(state)
    assert decision.seat in RULES.seats(RULES.checked_options({}))
    assert [*RULES.legal_orders(state, decision)]


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
