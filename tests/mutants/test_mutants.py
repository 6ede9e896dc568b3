"""``make mutants``: what it changes, what it says of that, and that it leaves the code alone."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from mutants.areas import areas
from mutants.drawing import sample

ROOT = Path(__file__).parents[2]

MODULE = """\
from __future__ import annotations


def note_age(ages: list[int | None], age: int) -> bool:
    ages.append(age)
    assert age >= 0
    return age > 3
"""

TESTS = """\
from ages import note_age


def test_ages_are_noted_and_judged():
    ages = []
    assert note_age(ages, 90) and not note_age(ages, 0)
    assert ages == [90, 0]
"""

CONFIG = """\
[tool:pytest]
addopts = --import-mode=importlib
pythonpath = .

[mutants:ages]
modules = ages.py
tests = tests/test_*.py
without = tests/test_slow.py::test_that_takes_too_long
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project of one module with three places that can be changed."""
    root = tmp_path / "project"
    (root / "tests").mkdir(parents=True)
    (root / "setup.cfg").write_text(CONFIG)
    (root / "ages.py").write_text(MODULE)
    (root / "tests" / "test_ages.py").write_text(TESTS)
    (root / "tests" / "test_slow.py").write_text("def test_that_takes_too_long():\n    assert 0\n")
    return root


def run(project: Path) -> subprocess.CompletedProcess[str]:
    """Try out all mutants of a project."""
    return subprocess.run(
        [sys.executable, "-m", "mutants", "--root", str(project), "--sample", "9"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.soak
def test_it_tells_how_many_are_noticed_and_shows_those_that_are_not(project: Path) -> None:
    found = run(project)
    assert found.returncode == 0, found.stdout + found.stderr
    assert re.search(r"the tests of ages take [\d.]+ s", found.stdout), found.stdout
    outcomes = re.findall(r"(\d) of 3: (\w+): ages\.py", found.stdout)
    assert [number for number, _ in outcomes] == ["1", "2", "3"], found.stdout
    killed = [outcome for _, outcome in outcomes].count("killed")
    # Whichever age is the limit, 3 is not tested; that it is noted is.
    assert 1 <= killed <= 2, found.stdout
    assert re.search(r"^\+    return age > +[24]$", found.stdout, re.MULTILINE), found.stdout
    assert "+    pass" not in found.stdout, "it is noticed if the age is not noted"
    rate = {1: "33%", 2: "67%"}[killed]
    for row in ("ages.py", "all"):
        assert re.search(rf"{row} +│ +3 │ +{killed} │ +0 │ +{rate}", found.stdout), found.stdout
    assert (project / "ages.py").read_text() == MODULE


def test_tests_that_fail_without_a_mutant_say_nothing_about_mutants(project: Path) -> None:
    (project / "tests" / "test_ages.py").write_text("def test_that_fails():\n    assert 0\n")
    found = run(project)
    assert found.returncode == 1
    assert "the tests of ages fail without a mutant" in found.stderr
    assert "test_that_fails" in found.stderr


def test_a_place_is_changed_once_and_types_and_assertions_never(project: Path) -> None:
    for seed in range(20):
        changed = [it.changed for it in sample(project, [Path("ages.py")], 9, seed)]
        assert len(changed) == 3
        for source in changed:
            assert "int | None" in source and "    assert age >= 0\n" in source
        assert sum("    pass\n" in it for it in changed) == 1
        assert sum(not it.rstrip().endswith("3") for it in changed) == 1


def test_a_sample_comes_out_the_same_again_and_a_larger_one_begins_with_it() -> None:
    modules = [Path("napoleon/rules/events.py"), Path("napoleon/record/tree.py")]

    def drawn(size: int, seed: int) -> list[str]:
        return [it.diff for it in sample(ROOT, modules, size, seed)]

    assert len(set(drawn(12, 1))) == 12
    assert drawn(12, 1)[:5] == drawn(5, 1)
    assert drawn(5, 1) != drawn(5, 2)


def test_areas_name_files_that_are_there_and_tests_that_are_left_out_are_theirs() -> None:
    found = areas(ROOT)
    assert {it.name for it in found} >= {"napoleon1815", "napoleonic_empire", "gate", "record"}
    for area in found:
        for left_out in area.without:
            file, _, name = left_out.partition("::")
            assert Path(file) in area.tests
            assert f"def {name.partition('[')[0]}(" in (ROOT / file).read_text()


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ("[mutants:gone]\nmodules = gone.py\ntests = tests/test_ages.py\n", "gone.py"),
        ("[mutants:again]\nmodules = a*.py\ntests = tests/test_ages.py\n", "in more than one area"),
    ],
)
def test_an_area_that_cannot_be_is_said_to_be_wrong(project: Path, more: str, said: str) -> None:
    (project / "setup.cfg").write_text(CONFIG + more)
    with pytest.raises(ValueError, match=re.escape(said)):
        areas(project)


def test_make_takes_a_size_and_a_seed() -> None:
    said = subprocess.run(
        ["make", "--dry-run", "mutants", "SAMPLE=7", "SEED=3"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert "-m mutants --sample 7 --seed 3" in said.stdout
