"""What a web server loads before it starts its workers, and what it leaves."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from napoleon.rules.contract import installed

ROOT = Path(__file__).parents[2]

_PROGRAM = """
import json, sys, threading
sys.modules["sqlalchemy"] = None
from api.server import web_settings
web_settings.when_ready(None)
from napoleon.rules.contract import installed
print(json.dumps([
    "api.app" in sys.modules,
    sorted(set(installed()) - {rules.name for rules in installed()._loaded.values()}),
    threading.active_count(),
]))
"""


_BROKEN = {
    "broken_game.py": "import a_module_that_there_is_not",
    "broken_game-1.0.dist-info/METADATA": "Name: broken-game\nVersion: 1.0\n",
    "broken_game-1.0.dist-info/entry_points.txt": "[napoleon.rulesets]\nbroken = broken_game:IT\n",
}
"""A package of somebody else whose game cannot be loaded."""


def told(program: str, tmp_path: Path, **settings: str) -> tuple[Any, str]:
    """What a Python process says as JSON, and what it logs."""
    env = {**os.environ, "NAPOLEON_HOME": str(tmp_path / "home"), **settings}
    command = [sys.executable, "-c", program]
    done = subprocess.run(command, env=env, check=True, capture_output=True, text=True)
    return json.loads(done.stdout), done.stderr


@pytest.fixture
def loaded(tmp_path: Path) -> list[object]:
    """Whether the application's code is loaded, the games that are not, and how many threads run.

    The library of mail and people cannot be loaded there.
    """
    found: list[object] = told(_PROGRAM, tmp_path)[0]
    return found


def test_a_game_that_cannot_be_loaded_is_left_out_and_harms_no_other(tmp_path: Path) -> None:
    for name, text in _BROKEN.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    program = """
import json
from api.server import web_settings
web_settings.when_ready(None)
from napoleon.rules.contract import installed
print(json.dumps([sorted(installed()), len(installed()), "broken" in installed()]))
"""
    path = os.pathsep.join([str(tmp_path), str(ROOT)])
    (games, number, is_there), log = told(program, tmp_path, PYTHONPATH=path)
    assert games == sorted(installed()) and number == len(games) > 4 and not is_there
    assert log.count("the ruleset broken cannot be loaded") == 1
    assert "a_module_that_there_is_not" in log


def test_the_workers_find_all_code_loaded_and_nothing_opened(
    loaded: list[object], tmp_path: Path
) -> None:
    assert loaded == [True, [], 1]
    assert not (tmp_path / "home").exists()
