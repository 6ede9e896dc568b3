"""Every target of the Makefile is run, where that takes long with less to do."""

from __future__ import annotations

import os
import re
import shutil
import signal
from pathlib import Path

import httpx
import pytest

from tests.browser.chromium import installed
from tests.command_line.server import PATIENCE, ROOT, living_processes, wait_until
from tests.documents.checkout import checkout, make
from tests.operations.formation import free_ports
from tests.repetitions import some_of

pytestmark = pytest.mark.skipif(not shutil.which("make"), reason="no make here")

ENDS = {
    "check": ("ruff check", "All checks passed!", "Success: no issues found", "0 broken"),
    "messages": ("pybabel",),
    "drawings": ("-m tools.cartography",),
    "plans": ("-m tools.plans",),
    "test": ("3 workers", " passed"),
    "quick": (r"tests/napoleonic_empire/test_cards\.py", r"test_offers\.py.*napoleonic_empire"),
    "soak": (r"tests/soak/test_games\.py", "tests collected"),
    "drill": (r"-m drill", r"test_production\.py", r"collected \d+ items"),
    "strangers": (r"(?s)few fonts.*Kathmandu.* passed.*many fonts.* passed.*a day ahead.* passed",),
    "load": (r"(?s)usage: python -m tools.load.*usage: python -m tools.load",),
    "mutants": ("usage: python -m tools.mutants",),
    "balance": (r"ligny_quatre_bras: the French won [\d.]+% of 1 games .* Allied",),
    "bench": ("napoleon bench on SQLite", "napoleon bench on PostgreSQL and Redis"),
}
"""Targets, and what each of them says at least, as regular expressions."""

LONG = 1500
"""Seconds that a target may take; on a machine that has nothing else to do it takes one minute."""

LESS = {
    "test": {"PYTEST_ADDOPTS": "-v tests/core/test_boards.py"},
    "quick": {"GAME": "napoleonic_empire", "PYTEST_ADDOPTS": "--collect-only -q"},
    "soak": {"PYTEST_ADDOPTS": "--collect-only -q tests/soak/test_games.py"},
    "drill": {"PYTEST_ADDOPTS": "--collect-only -q tests/operations/test_production.py"},
    "strangers": {
        "STRANGERS": "tests/operations/test_private_files.py "
        "tests/browser/test_map.py::test_what_is_enlarged_stays_so_in_another_position"
    },
    "load": {"LOAD": "--help"},
    "mutants": {"SAMPLE": "1 --help"},
    "balance": {"BALANCE": "--games 1 ligny_quatre_bras"},
}
"""What the environment says so that there is less to do.

tests/command_line/test_load.py plays, and tests/mutants changes a small project.
"""

MADE = (
    "*/**/locale/**/*.po*",
    "napoleon/rulesets/*/drawings/*",
    "napoleon/rules/picture/placing/data/*",
)

AT_ONCE = ("messages", "drawings", "plans", "mutants")
"""Targets that ``make test`` runs; the others start tests or servers of their own."""

ELSEWHERE = {
    "demo": "tests/demo/test_demo.py",
    "documents": "tests/documents/test_pages.py",
}
"""Targets whose program is run by other tests."""


def targets() -> set[str]:
    """Those that are meant to be called."""
    [names] = re.findall(r"^\.PHONY: (.*)$", (ROOT / "Makefile").read_text(), re.MULTILINE)
    return set(names.split())


def test_every_target_is_run() -> None:
    assert targets() == {*ENDS, *ELSEWHERE, "run", "screenshots"}
    for target, file in ELSEWHERE.items():
        assert (ROOT / file).exists()
        assert re.search(
            rf"^{target}:.*\n\t\$\(BIN\)/python -m ", (ROOT / "Makefile").read_text(), re.M
        )


@pytest.mark.parametrize("target", some_of(AT_ONCE, ENDS))
def test_a_target_does_what_it_says(target: str, tmp_path: Path) -> None:
    folder = checkout(tmp_path / "checkout", "mypy", "napoleon")
    before = made(folder)
    running = make(folder, target, **LESS.get(target, {}))
    output, _ = running.communicate(timeout=LONG)
    assert running.returncode == 0, output
    for said in ENDS[target]:
        assert re.search(said, output), output
    assert made(folder) == before, "which are as the sources are"


def made(folder: Path) -> dict[Path, bytes]:
    """What the repository keeps of what targets make: catalogues, drawings and plans of maps."""
    files = [file for pattern in MADE for file in folder.glob(pattern)]
    assert len(files) > 40
    return {file: file.read_bytes() for file in files}


@pytest.mark.soak
def test_the_service_is_run_with_a_sample_game(tmp_path: Path) -> None:
    folder = checkout(tmp_path / "checkout")
    port = free_ports(1)
    running = make(folder, "run", PORT=str(port))
    try:
        assert running.stdout is not None
        said = ""
        while "listens at" not in said:
            line = running.stdout.readline()
            assert line, said
            said += line
        [game] = re.findall(r"as far as turn 5: (\w+)$", said, re.MULTILINE)
        assert (folder / ".napoleon" / "log.sqlite").exists()
        at = f"http://127.0.0.1:{port}/api/v1/games/{game}"
        assert httpx.get(at, timeout=PATIENCE, verify=False).raise_for_status().json()["turn"] == 5
    finally:
        # As Ctrl-C does, which all processes of a terminal hear.
        os.killpg(running.pid, signal.SIGINT)
        running.communicate(timeout=PATIENCE)
        wait_until(
            lambda: not any(it.group == running.pid for it in living_processes()), "the end of all"
        )


@pytest.mark.soak
@pytest.mark.skipif(installed() is None, reason="no Chromium here")
def test_a_picture_is_taken(tmp_path: Path) -> None:
    folder = checkout(tmp_path / "checkout")
    running = make(folder, "screenshots", SHOTS="lobby-1280")
    output, _ = running.communicate(timeout=LONG)
    assert running.returncode == 0, output
    assert [it.name for it in (folder / "build" / "screenshots").iterdir()] == ["lobby-1280.png"]
