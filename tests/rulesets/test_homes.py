"""Every clause of a digest has one home: the module that carries it out, and begins with it."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

import pytest

from tests.rulesets.entrants import Entrant
from tests.rulesets.homes import Homes, homes


@pytest.fixture
def chapters(entrant: Entrant) -> Homes:
    """The homes of the clauses of every game that names its chapters."""
    package = f"napoleon.rulesets.{entrant.rules.name}"
    if not Path(str(import_module(package).__file__)).with_name("clauses.toml").exists():
        pytest.skip("the game has no digest")
    told = import_module(f"{package}.clauses")
    return homes(Path(str(told.__file__)).parent, told.CLAUSES, told.CHAPTERS)


def test_every_clause_has_a_home(chapters: Homes) -> None:
    assert chapters.clauses
    without = [clause for clause, claims in chapters.of.items() if not claims]
    assert not without, f"no module begins with {', '.join(without)}"


def test_no_clause_has_two_homes(chapters: Homes) -> None:
    twice = {
        clause: " and ".join(sorted({it.module for it in claims}))
        for clause, claims in chapters.of.items()
        if len(claims) > 1
    }
    assert not twice, f"at home in two modules: {twice}"


def test_every_heading_is_a_home(chapters: Homes) -> None:
    at_home = {claim for claims in chapters.of.values() for claim in claims}
    empty = [f"{it.module}: {it}" for it in chapters.claims if it not in at_home]
    assert not empty, f"headings of no clause, or of clauses that others have: {empty}"


# -- each of these can fail ------------------------------------------------------------------------

CLAUSES = ["MOVE.1", "MOVE.2", "MOVE.2A", "FIRE", "FIRE.1", "FIRE.2", "E-01"]
CHAPTERS = {"MOVE": "Movement", "FIRE": "Fire", "E": "Rulings"}


def made_up(folder: Path, **lines: str) -> Homes:
    """The homes of a game with modules that begin with given lines."""
    for module, line in lines.items():
        (folder / f"{module}.py").write_text(f'"""{line}"""\n', encoding="utf-8")
    return homes(folder, CLAUSES, CHAPTERS)


def test_a_clause_is_at_home_under_its_nearest_heading(tmp_path: Path) -> None:
    found = made_up(
        tmp_path,
        moves="MOVE.1 to MOVE.2A Moves.",
        fire="FIRE Fire, in all.",
        hits="FIRE.2 Hits.",
        story="A story of fire [FIRE.2].",
        engines="CPU Engines, which no rulebook knows.",
    )
    moves, fire = ["moves.py"], ["fire.py"]
    assert {it: [claim.module for claim in claims] for it, claims in found.of.items()} == {
        "MOVE.1": moves,
        "MOVE.2": moves,
        "MOVE.2A": moves,
        "FIRE": fire,
        "FIRE.1": fire,
        "FIRE.2": ["hits.py"],
    }
    test_every_clause_has_a_home(found)
    test_no_clause_has_two_homes(found)
    test_every_heading_is_a_home(found)


def test_a_clause_without_a_home_is_named(tmp_path: Path) -> None:
    found = made_up(tmp_path, moves="MOVE Moves.", fire="FIRE.1, FIRE.2 Fire.")
    with pytest.raises(AssertionError, match="no module begins with FIRE"):
        test_every_clause_has_a_home(found)


def test_a_clause_with_two_homes_is_named(tmp_path: Path) -> None:
    found = made_up(tmp_path, moves="MOVE Moves.", fire="FIRE, MOVE Fire.")
    with pytest.raises(AssertionError, match=r"MOVE\.1.*fire\.py and moves\.py"):
        test_no_clause_has_two_homes(found)


@pytest.mark.parametrize("line", ["MOVE.9 Rests.", "MOVE, FIRE Fire and all."])
def test_a_heading_of_no_clause_is_named(line: str, tmp_path: Path) -> None:
    found = made_up(tmp_path, moves="MOVE.1, MOVE.2, MOVE.2A Moves.", fire="FIRE Fire.", rests=line)
    with pytest.raises(AssertionError, match=r"rests\.py: MOVE"):
        test_every_heading_is_a_home(found)
